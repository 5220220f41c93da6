import Controller
import Documents
import Host
import Planning
import Policies
import Providers
import Text

/// Every text of this module that is not part of a table.
enum Messages {
  static let noCommandLine =
    "reconcile: it was started without a command line\nhint: the first word is its own name, 'reconcile'\n"

  static func outputNotWritten(_ reason: String) -> String {
    "standard output cannot be written: \(reason); some of the output is missing"
  }

  static func noSuchSystem(_ name: String, _ policy: Policy) -> UsageError {
    let known = policy.systems.map(\.name.text)
    let near = Suggestion.nearest(to: name, among: known)
    return UsageError(
      message: "the policy has no system '\(name)'",
      hint: near.map { "did you mean '\($0)'?" } ?? (known.isEmpty ? nil : "use \(known.listed("or"))"))
  }

  static func noTLS(_ system: System) -> String {
    "'\(system.name)' is spoken to over plain http, so there is no certificate"
  }

  /// `name` is how somebody wrote the name of `target`, a system's own that no statement names.
  static func implicitTarget(_ name: String, _ target: Target) -> UsageError {
    UsageError(
      message: "the policy does not manage the \(target.selector.kind?.one ?? "target") of '\(name)'",
      hint: "add a statement that names it, such as '\((target.states ?? .onOff).offVerb) \(name) weekdays'")
  }

  static func policyAsTarget(_ path: String) -> UsageError {
    UsageError(
      message: "'\(path)' is a policy, not a target", hint: "give it as --policy \(ShellWord.word(path))")
  }

  static func atWithoutDashes(_ words: String) -> UsageError {
    UsageError(message: "'at' is an option: --at", hint: "type: reconcile explain \(words)")
  }

  static let sentenceMissing = UsageError(
    message: "no sentence to try", hint: "for example: reconcile try 'kids off 21:00–07:00'")

  static let zoneAndPolicy = UsageError(
    message: "'--timezone' and a policy exclude each other", hint: "the policy says its time zone itself")

  static func notLaidOut(_ error: FileError) -> String {
    "'\(error.path)' was not written: \(error.reason)"
  }
}
