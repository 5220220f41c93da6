import Controller
import Providers
import Planning

/// Every text about the past.
extension Messages {
  static func headWithoutVerify(_ word: String) -> UsageError {
    UsageError(
      message: "unexpected argument '\(word)'", hint: "a head is compared with --verify; a start is given with --since")
  }

  static let sinceWithVerify = UsageError(
    message: "'--since' does not go with '--verify'", hint: "the whole past is checked, or nothing is")

  static let requestsWithVerify = UsageError(
    message: "'--requests' does not go with '--verify'", hint: "the whole past is checked, or nothing is")

  static func noHead(_ word: String) -> UsageError {
    UsageError(
      message: "'\(word)' is not a head",
      hint: "it is the 64 hexadecimal digits that 'reconcile history --verify' printed")
  }

  static func noState(_ folder: String) -> String {
    "Nothing is remembered yet: there is no state in '\(folder)'."
  }

  static func nothingSince(_ when: String) -> String { "Nothing happened since \(when)." }

  static func unreadableEntry(_ number: Int64) -> String {
    "entry \(number) cannot be read: it was edited; 'reconcile history --verify' tells more"
  }

  static let kept = "stays as it is, no longer remembered as left behind"
  static let sealed = "fingerprints of what runs go by"
  static let outside = "moved from outside"
  static let contended = "moved from outside, again and again"
  static let anotherPolicy = "a new policy holds"

  static func followed(_ path: String, before: String?) -> String {
    "'\(path)' is followed from now on" + (before.map { ", not '\($0)'" } ?? "")
  }

  static func cause(_ cause: Cause) -> String {
    switch cause {
    case .timerLost: "its timer was lost, as in a restart"
    case .schedule, .policy, .contended: cause.rawValue
    // Told only where no override decides any more.
    case .override: "override ended"
    case .outside: "put right"
    case .firstRun: "first run"
    case .released: "released"
    }
  }

  /// What became of a change; a word that a later version may have written stays as it is.
  static func outcome(_ word: String) -> String {
    switch word {
    case "unverified": "sent, not confirmed"
    case "superseded": "changed meanwhile, not touched"
    case "skipped": "not tried"
    default: word
    }
  }
}
