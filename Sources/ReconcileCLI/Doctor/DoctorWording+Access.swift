import HTTPTransport
import Policies
import Providers
import Reconciliation
import Secrets

/// What the doctor says of interfaces and credentials.
extension DoctorWording {
  // MARK: The interface

  static func apiAnswers(_ system: System) -> String {
    system.isConsole ? "the Network Integration API answers" : "the API answers"
  }

  static func broken(_ error: TransportError, _ system: System) -> Notice {
    let again = "try again: a system that restarts does this"
    let scheme = "is this the port for https, so that 'url' has to begin with it? if not, "
    return Notice(code: "api.broken", error.message, hint: (system.url.scheme == .http ? scheme : "") + again)
  }

  static func webPage(_ system: System) -> Notice {
    let hint =
      system.isConsole
      ? "it is still starting: wait some minutes; or 'url' is not that of a UniFi OS console "
        + "(https://192.168.1.1, and for UniFi OS Server https://HOST:11443)"
      : "'url' has to be that of a Pi-hole v6, without '/admin' (v5 has another API: 'pihole -up' updates)"
    return Notice(code: "api.web-page", "a web page came where JSON was expected", hint: hint)
  }

  static func standAlone(_ error: ProviderError) -> Notice {
    Notice(
      code: "api.stand-alone", "port 8443 is that of a Network application without UniFi OS, which has no API keys",
      hint: "reconcile needs UniFi OS: a console, or UniFi OS Server (https://HOST:11443)")
  }

  static func noAPI(_ error: ProviderError, _ system: System) -> Notice {
    let hint =
      system.isConsole
      ? "'url' is the console itself, such as https://192.168.1.1; UniFi Network 10.0 or later is needed"
      : "Pi-hole v6 is needed (v5 has another API: 'pihole -up' updates), and 'url' is its address without '/admin'"
    return Notice(code: "api.absent", error.message, hint: hint)
  }

  static func apiFailed(_ error: ProviderError) -> Notice {
    Notice(code: "api.\(error.statusWord)", error.message, hint: advice(on: error))
  }

  /// What to do about `error`, also where the system has no advice of its own.
  static func advice(on error: ProviderError) -> String? {
    if let hint = error.hint { return hint }
    return switch error.kind {
    case .unreachable: "try again: a system that restarts does this"
    case .timedOut: "try again; 'timeout' in the policy gives a slow system more time"
    case .busy: "try again in some minutes; does something else ask it often?"
    case .notReady: "it is starting, or something on it has failed: wait some minutes, then restart it"
    case .unexpectedReply: "does 'url' lead to the system itself? if so, restart it; if that does not help, report it"
    case .locked: "try again in some minutes"
    case .refusedCredentials, .notFound, .unsupported, .cancelled: nil
    }
  }

  // MARK: The credential

  static let keyAccepted = "the API key is accepted"
  static let passwordAccepted = "the password is accepted"
  static let appPassword = "an app password, accepted"

  static let mainPassword = Notice(
    code: "credential.main-password", "the password of the web interface, accepted",
    hint: "an app password is better: it needs no second factor and cannot change the settings "
      + "(Settings, Web interface / API, expert mode)")

  static let passingPassword = Notice(
    code: "credential.passing-password",
    "the password of Pi-hole's own command line, accepted until the Pi-hole is restarted: then it is another one",
    hint: "use an app password (Settings, Web interface / API, expert mode)")

  static let noPassword = Notice(
    code: "credential.none", "the Pi-hole has no password: everybody in the network can switch it",
    hint: "set one on it with 'pihole setpassword', and make an app password for reconcile")

  /// `source` is where the key comes from.
  static func keyRefused(_ error: ProviderError, _ source: SecretSource?) -> Notice {
    Notice(
      code: "credential.refused", error.message,
      hint: "make one in UniFi Network under Settings, Control Plane, Integrations" + readFrom(source)
        + "; a key of the Site Manager (unifi.ui.com) does not work here")
  }

  /// `source` is where the password comes from.
  static func passwordRefused(_ error: ProviderError, _ source: SecretSource?) -> Notice {
    Notice(code: "credential.refused", error.message, hint: error.hint.map { $0 + readFrom(source) })
  }

  private static func readFrom(_ source: SecretSource?) -> String {
    switch source {
    case .credential(let name, _)?: "; it is read from the credential '\(name)'"
    case .file(let path)?: "; it is read from '\(path)'"
    case .environment(let name)?: "; it is read from the variable '\(name)'"
    case nil: ""
    }
  }

  static func secondFactor(_ error: ProviderError) -> Notice {
    Notice(code: "credential.second-factor", error.message, hint: error.hint)
  }

  static func passwordMissing(_ error: ProviderError) -> Notice {
    Notice(code: "credential.missing", error.message, hint: error.hint)
  }

  static func throttled(_ error: ProviderError) -> Notice {
    Notice(
      code: "credential.throttled", error.message, hint: "try again in a minute; does something else log in often?")
  }

  static func seatsTaken(_ error: ProviderError) -> Notice {
    Notice(
      code: "credential.seats-taken", error.message,
      hint: "end some in its web interface (Settings, Web interface / API, sessions), wait half an hour, "
        + "or raise 'webserver.api.max_sessions' (16 unless changed)")
  }
}
