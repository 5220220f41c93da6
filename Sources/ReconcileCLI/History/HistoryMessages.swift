import Controller
import Providers
import Planning

/// Every text about the past.
extension Messages {
  static func headWithoutVerify(_ word: String) -> UsageError {
    UsageError(
      message: "unexpected argument '\(word)'", hint: "compare a head with --verify; give a start with --since")
  }

  static func sinceTheFuture(_ when: String) -> UsageError {
    UsageError(message: "'--since' is yet to come: \(when)", hint: "give a time in the past, such as yesterday or 2h")
  }

  static let sinceWithVerify = UsageError(
    message: "'--since' cannot be used with '--verify'", hint: "leave it out: the whole history is checked")

  static let requestsWithVerify = UsageError(
    message: "'--requests' cannot be used with '--verify'", hint: "leave it out: the whole history is checked")

  static func noHead(_ word: String) -> UsageError {
    UsageError(
      message: "'\(word)' is not a head",
      hint: "give the 64 hexadecimal digits that 'reconcile history --verify' printed")
  }

  static func noState(_ folder: String) -> String {
    "There is no history yet: no state in '\(folder)'."
  }

  static func nothingSince(_ when: String, isOfRequests: Bool) -> String {
    isOfRequests ? "Nobody asked for anything since \(when)." : "Nothing happened since \(when)."
  }

  static func unreadableEntry(_ number: Int64) -> String {
    "entry \(number) cannot be read: it was edited; see 'reconcile history --verify'"
  }

  /// `overrides` is how many could be read of the damaged file; nil where that is not known.
  static func begunAnew(_ name: String, overrides: Int?) -> String {
    let taken =
      switch overrides {
      case nil: "not all overrides could be read in it"
      case 0?: "there was no override in it"
      case 1?: "its override was taken over"
      case let count?: "its \(count) overrides were taken over"
      }
    return "the state was damaged, and this history begins again: what was before is in '\(name)'; \(taken)"
  }

  /// `when` is the time of the first entry that is kept; nil where none is.
  static func forgotten(_ count: Int64, before when: String?) -> String {
    when.map { "Entries before \($0) are no longer kept." }
      ?? (count == 1
        ? "The 1 entry that there was is no longer kept." : "The \(count) entries that there were are no longer kept.")
  }

  static func doesNotFit(_ number: Int64) -> String {
    "entry \(number), which does not fit the one before it; see 'reconcile history --verify'"
  }

  static let kept = "stays as it is, no longer listed as left behind"
  static let sealed = "fingerprints of the data that runs rely on"
  static let outside = "changed by somebody else"
  static let endedRun = "changed by a run that was ended, or by somebody else"
  static let contended = "something else keeps changing it"
  static let contentionOver = "nothing else has changed it for an hour"
  static func ended(_ override: String) -> String { "\(override) ended" }
  static func uncounted(_ override: String) -> String { "\(override) does not count for this policy" }
  static let overridden = "override"
  static let anotherPolicy = "policy changed"
  /// `zones` is the one before and the one after.
  static func zoneMoved(_ zones: String) -> String { "time zone \(zones)" }

  static func followed(_ path: String, before: String?) -> String {
    "now following '\(path)'" + (before.map { " instead of '\($0)'" } ?? " alone")
  }

  static func cause(_ cause: Cause) -> String {
    switch cause {
    case .timerLost: "its timer was gone: a restart, or somebody paused it without an end"
    case .schedule, .policy, .contended: cause.rawValue
    // Told only where no override decides any more.
    case .override: "override ended"
    case .outside: "corrected"
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
