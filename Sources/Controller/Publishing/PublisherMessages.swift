import Documents
import Host
import Policies
import Secrets

/// What is said if metrics or notifications fail. An address is named without its path, which may be a token.
enum PublisherMessages {
  static func notMeasured(_ error: FileError) -> String {
    "the metrics were not written to '\(error.path)': \(error.reason)"
  }

  static func noMetricsFile(_ path: String) -> String {
    "'\(path)' exists and is not a metrics file of reconcile; it was not overwritten"
  }

  static func notStarted(_ error: FileError) -> String {
    "notification command '\(error.path)' was not started: \(error.reason)"
  }
  static func programFailed(_ path: String, _ status: Int32) -> String {
    "notification command '\(path)' exited with \(status)"
  }
  static func programHung(_ path: String, _ seconds: Int64) -> String {
    "notification command '\(path)' timed out after \(seconds) s"
  }

  /// It may be a token, and is not repeated.
  static func noAddress(in credential: String) -> SecretError {
    SecretError(
      code: "secret.no-address", "the credential '\(credential)' does not contain exactly one line with an address",
      hint: "https://HOST/PATH, or http://HOST/PATH within the home, without a user, '?' and '#'")
  }

  static func noAddress(_ error: SecretError) -> String {
    "no notification was sent ('--notify-url-credential'): \(error.message.text)"
      + (error.message.hint.map { "; \($0)" } ?? "")
  }

  static func notTakenBack(_ reason: String) -> String {
    "what nobody was notified of will not be sent again: \(reason)"
  }

  static func notSent(_ address: BaseURL, _ reason: String) -> String {
    "the notification to '\(address.origin)' was not sent: \(reason)"
  }
  static func answered(_ address: BaseURL, _ status: Int) -> String {
    "'\(address.origin)' answered the notification with \(status)"
  }
}
