import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Secrets

/// What the doctor says of interfaces and credentials of any kind of system.
extension DoctorMessages {
  // MARK: The interface

  static func broken(_ error: TransportError, _ system: System) -> Message {
    let again = "try again, as it may be restarting"
    let scheme = "if this is the port for https, start 'url' with https://; otherwise "
    return Message(code: "api.broken", error.message, hint: (system.url.scheme == .http ? scheme : "") + again)
  }

  static func webPage(hint: String) -> Message {
    Message(code: "api.web-page", "it answered with a web page, not with its API", hint: hint)
  }

  static func noAPI(_ error: ProviderError, hint: String) -> Message {
    Message(code: "api.absent", error.message.text, hint: hint)
  }

  static func apiFailed(_ error: ProviderError) -> Message {
    Message(code: "api.\(error.statusWord)", error.message.text, hint: advice(on: error))
  }

  /// What to do about `error`, also where the system has no advice of its own.
  static func advice(on error: ProviderError) -> String? {
    if let hint = error.message.hint { return hint }
    return switch error.kind {
    case .unreachable: "try again, as it may be restarting"
    case .timedOut: "try again; if it is slow, raise 'timeout' in the policy"
    case .busy: "try again in a few minutes, and check whether something else asks it often"
    case .notReady: "wait a few minutes; if it is not ready by then, restart it"
    case .unexpectedReply:
      "check that 'url' leads to the system itself, then restart it; if that does not help, report it"
    case .locked: "try again in a few minutes"
    case .refusedCredentials, .notFound, .unsupported, .cancelled: nil
    }
  }

  // MARK: The credential

  static func credentialRefused(_ failed: FailedReading) -> Message {
    Message(
      code: "credential.refused", failed.error.message.text,
      hint: failed.error.message.hint.map { $0 + failed.readFrom })
  }

  /// Where a secret was read, to follow a hint.
  static func readFrom(_ source: SecretSource?) -> String {
    switch source {
    case .credential(let name, _)?: "; it is read from the credential '\(name)'"
    case .file(let path)?: "; it is read from '\(path)'"
    case .environment(let name)?: "; it is read from the variable '\(name)'"
    case nil: ""
    }
  }
}
