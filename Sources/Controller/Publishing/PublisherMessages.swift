import Documents
import Host
import Policies
import Secrets

/// What is said where metrics or notifications fail. An address is named without its path, which may be a token.
enum PublisherMessages {
  static func notMeasured(_ error: FileError) -> String {
    "the metrics were not written to '\(error.path)': \(error.reason)"
  }

  static func noMetricsFile(_ path: String) -> String {
    "'\(path)' holds something else than metrics of reconcile, and is left as it is"
  }

  static func notStarted(_ error: FileError) -> String { "'\(error.path)' was not told: \(error.reason)" }
  static func programFailed(_ path: String, _ status: Int32) -> String {
    "'\(path)' was told, and ended with \(status)"
  }
  static func programHung(_ path: String, _ seconds: Int64) -> String {
    "'\(path)' was told, and was ended after \(seconds) s"
  }

  /// What stands in it may be a token, and is not repeated.
  static func noAddress(in credential: String) -> SecretError {
    SecretError(
      code: "secret.no-address", "the credential '\(credential)' holds something else than one line with an address",
      hint: "https://HOST/PATH, or http://HOST/PATH within the home, without a user, '?' and '#'")
  }

  static func noAddress(_ error: SecretError) -> String {
    "nobody was told by '--notify-url-credential': \(error.message.text)" + (error.message.hint.map { "; \($0)" } ?? "")
  }

  static func notSent(_ address: BaseURL, _ reason: String) -> String { "'\(address.origin)' was not told: \(reason)" }
  static func answered(_ address: BaseURL, _ status: Int) -> String {
    "'\(address.origin)' was told, and answered with \(status)"
  }
}
