import Documents
import Policies
import Reconciliation

/// What `init` says.
enum SetupWording {
  static let askForConsole = "address of the UniFi console, such as https://192.168.1.1 (nothing for none): "
  static let askForPiHole = "address of the Pi-hole, such as http://192.168.1.2 (nothing for none): "

  static let nothingToRead = UsageError(
    message: "there is nothing to look at",
    hint: "say where the systems are: reconcile init --unifi https://192.168.1.1 --pihole http://192.168.1.2")

  static func noReference(_ option: Option) -> UsageError {
    UsageError(
      message: "'--\(option.rawValue)' takes the place where the secret is found, never the secret itself",
      hint: "credential:NAME, file:PATH or env:NAME")
  }

  static func badSetting(_ diagnostic: Diagnostic?) -> UsageError {
    UsageError(
      message: diagnostic?.message ?? "this makes no policy",
      hint: diagnostic?.hint ?? "'reconcile help init' tells more")
  }

  static func exists(_ path: String) -> String { "'\(path)' is there already, and is not overwritten" }
  static let existsHint = "name another file with --output, or move this one away"

  static func notWritten(_ error: FileError) -> String {
    "'\(error.path)' could not be written: \(error.reason.lowercased())"
  }

  static func nothingWritten(_ path: String) -> String {
    "'\(path)' was not written: a first policy is made from what is live, so every system has to be read"
  }

  static func trustedOnFirstUse(_ seen: SeenCertificate) -> String {
    "its certificate ('\(seen.subject)') is not one that this machine trusts; its key is trusted from now on because "
      + "it was seen first: make sure that you are at home, and that nobody else is in between"
  }
}
