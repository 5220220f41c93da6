import CivilTime
import Journal
import Policies

/// Every text about overrides.
extension Wording {
  static let overrideWhat = UsageError(
    message: "override needs a target and a state, or list, end or extend",
    hint: "for example: reconcile override kids on --for 30m")

  static func stateMissing(_ target: String) -> UsageError {
    UsageError(
      message: "the state that '\(target)' is to have is missing",
      hint: "for example: reconcile override \(target) on --for 30m")
  }

  static func endMissing(_ words: String) -> UsageError {
    UsageError(
      message: "an override needs an end: --for DURATION or --until INSTANT",
      hint: "for example: reconcile override \(words) --for 30m")
  }

  static let forAndUntil = UsageError(
    message: "'--for' and '--until' exclude each other", hint: "give the one that you mean")

  static func endInThePast(_ when: String) -> UsageError {
    UsageError(message: "the end is not in the future: \(when)", hint: "to end an override: reconcile override end ID")
  }

  static let endTooFar = UsageError(
    message: "an override lasts at most 366 days", hint: "what is to hold for longer belongs in the policy")

  static func numberMissing(_ verb: String) -> UsageError {
    UsageError(
      message: "the number of the override is missing: reconcile override \(verb) ID",
      hint: "reconcile override list shows them")
  }

  static func noNumber(_ word: String, _ verb: String) -> UsageError {
    UsageError(message: "'\(word)' is not the number of an override", hint: "reconcile override list shows them")
  }

  static func notWithVerb(_ option: Option, _ verb: String) -> UsageError {
    UsageError(message: "'--\(option.rawValue)' does not belong to 'override \(verb)'", hint: nil)
  }

  static func overrideOfObserved(_ target: String) -> UsageError {
    UsageError(
      message: "'\(target)' is only observed: the policy has 'enforcement: observe' for it, so nothing is ever written",
      hint: "change its enforcement in the policy first")
  }

  static func unsuitedState(_ word: String, _ target: String, states: [String], meant: String?) -> UsageError {
    UsageError(
      message: "'\(word)' is no state of '\(target)'",
      hint: meant.map { "did you mean '\($0)'?" } ?? "it is " + states.joined(separator: " or "))
  }

  static func noSuchOverride(_ id: String) -> JournalError {
    JournalError(.failed, "no override has the number \(id)", hint: "reconcile override list shows them")
  }

  static func endedBefore(_ override: Override, _ when: String) -> JournalError {
    JournalError(
      .failed, "override \(override.id) (\(override.target) \(override.state.rawValue)) ended already: \(when)",
      hint: "a new one: reconcile override \(override.target) \(override.state.rawValue) --for 30m")
  }

  static func clockTooEarly(_ now: Instant) -> JournalError {
    JournalError(.busy, clockInThePast(Zone.utc.longText(now)), hint: nil)
  }

  static func stateIsHeld(_ folder: String) -> JournalError {
    JournalError(
      .busy, StateWording.held(folder, seconds: State.patienceSeconds), hint: StateWording.heldHint)
  }

  /// What to do where the state could not be used by a command that does nothing else.
  static func nothingWritten(_ error: JournalError, reading: Bool) -> String? {
    switch error.kind {
    case .readOnly: "nothing was written; run it with sudo"
    case .full: "nothing was written; make room"
    case .newer: "update reconcile, or give another folder with --state"
    case .damaged: reading ? "the next apply sets the file aside and begins a new one" : error.hint
    case .forbidden, .busy, .unfinished, .failed: error.hint
    }
  }

  static let nextRun =
    "It takes effect at the next run: within a minute under the timer, or now with 'reconcile apply'."
  static let noOverride = "No override holds: the schedule decides."
  static let noOverrideYet = "No override holds: the schedule decides. (There is no state yet.)"
}
