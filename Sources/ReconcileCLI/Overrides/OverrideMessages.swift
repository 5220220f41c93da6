import CivilTime
import Controller
import Overrides
import Policies
import Presentation
import StateStore
import Text

/// Every text about overrides.
extension Messages {
  static let overrideWhat = UsageError(
    message: "override needs a target and a state, or list, end or extend",
    hint: "for example: reconcile override kids on --for 30m")

  /// `words` name targets of `policy`, if it can be read: of a word that is none that is said.
  static func stateMissing(
    _ words: [String], for command: Command = .override, end: [String] = ["--for", "30m"], _ policy: Policy?
  ) -> UsageError {
    let target = words.joined(separator: " ")
    do throws(UsageError) {
      let states = try policy.map { (policy) throws(UsageError) in
        try OverrideSubject.states(ofAll: TargetWords.split(words), policy)
      }
      let line = (states ?? [.on]).first.map { BareEnd.line(command, words + [$0.rawValue], end) }
      return UsageError(
        message: "the state for '\(target)' is missing",
        hint: line.map { "for example: \($0)" }
          ?? "no state suits all of these: name one of them")
    } catch {
      return error
    }
  }

  /// `hint` says what to type.
  static func stateBeforeTarget(_ state: String, hint: String) -> UsageError {
    UsageError(message: "'\(state)' belongs after the targets", hint: hint)
  }

  static func noSuchVerb(_ word: String, meant: [String]) -> UsageError {
    UsageError(
      message: "unknown command 'override \(word)'", hint: "did you mean '\(BareEnd.line(.override, meant, []))'?")
  }

  static let moreWhat = UsageError(
    message: "more needs a target and a length", hint: "for example: reconcile more kids 30m")

  static func noMoreTime(_ targets: [String], _ word: String) -> UsageError {
    UsageError(
      message: "'\(word)' is no more time", hint: "for example: " + BareEnd.line(.more, targets, ["30m"]))
  }

  static func lengthMissing(_ targets: [String], _ word: String) -> UsageError {
    UsageError(
      message: "'\(word)' is not a length: say how much more time at the end",
      hint: "for example: " + BareEnd.line(.more, targets, ["30m"]))
  }

  /// `end` are options of `override`.
  static func moreUntil(_ targets: [String], _ end: [String]) -> UsageError {
    UsageError(
      message: "more takes a length, such as 30m, and no time of the clock",
      hint: "for a time, type: " + BareEnd.line(.override, targets + ["on"], end))
  }

  static func lengthFirst(_ length: String, _ targets: [String]) -> UsageError {
    UsageError(message: "'\(length)' belongs at the end", hint: "type: " + BareEnd.line(.more, targets, [length]))
  }

  /// `length` is what the command takes for `words`.
  static func lengthWritten(_ words: String, _ length: String, _ targets: [String]) -> UsageError {
    UsageError(
      message: "'\(words)' is written \(length)", hint: "type: " + BareEnd.line(.more, targets, [length]))
  }

  static func forBeforeLength(_ length: String, _ targets: [String]) -> UsageError {
    UsageError(
      message: "'for' is not needed before a length", hint: "type: " + BareEnd.line(.more, targets, [length]))
  }

  static let lockWhat = UsageError(
    message: "lock needs a target and an end", hint: "for example: reconcile lock kids --for 2h")

  /// `isLock`: the state is one that a lock keeps.
  static func lockWithState(_ word: String, isLock: Bool) -> UsageError {
    UsageError(
      message: "a lock takes no state: it keeps a target off, closed, locked or stopped",
      hint: "leave out '\(word)'" + (isLock ? "" : "; for another state, use 'reconcile override'"))
  }

  static func lockEndMissing(_ words: [String], _ invocation: Invocation) -> UsageError {
    UsageError(
      message: "a lock needs an end: --for DURATION or --until INSTANT",
      hint: "for example: " + BareEnd.line(.lock, words, GivenStretch(invocation).options(else: ["--for", "2h"])))
  }

  static func endMissing(_ words: [String], _ invocation: Invocation) -> UsageError {
    UsageError(
      message: "an override needs an end: --for DURATION or --until INSTANT",
      hint: "for example: " + BareEnd.line(.override, words, GivenStretch(invocation).options(else: ["--for", "30m"])))
  }

  static let noLength = "a length is more than 0s"

  static let forAndUntil = UsageError(
    message: "'--for' and '--until' exclude each other", hint: "give only one of them")

  static func endInThePast(_ when: String) -> UsageError {
    UsageError(
      message: "the end is not in the future: \(when)", hint: "end an override with 'reconcile override end ID'")
  }

  static func endBeforeStart(_ when: String, start: String) -> UsageError {
    UsageError(
      message: "the end, \(when), is not after the start, \(start)",
      hint: "end an override before it begins with 'reconcile override end ID'")
  }

  static func skipped(_ stretch: SkippedStretch, from: String, until: String) -> UsageError {
    UsageError(
      message: "nothing is between '\(from)' and '\(until)': \(stretch.words)", hint: "begin earlier or end later")
  }

  static func longReason(_ reason: String) -> UsageError {
    UsageError(
      message: "'--because' has \(reason.unicodeScalars.count) characters; a reason has at most "
        + "\(OverrideMaking.longestReason)",
      hint: "say it in fewer words")
  }

  static func startInThePast(_ when: String) -> UsageError {
    UsageError(message: "the start is in the past: \(when)", hint: "leave out --from to begin now")
  }

  static func stretchInThePast(_ start: String, _ end: String) -> UsageError {
    UsageError(message: "that is over: it began at \(start) and ended at \(end)")
  }

  static let endTooFar = UsageError(
    message: "an override lasts at most 366 days", hint: "write what should last longer in the policy")

  static func numberMissing(_ verb: String) -> UsageError {
    UsageError(
      message: "the number of the override is missing: reconcile override \(verb) ID",
      hint: "'reconcile override list' shows them")
  }

  static func noNumber(_ word: String) -> UsageError {
    UsageError(message: "'\(word)' is not the number of an override", hint: "'reconcile override list' shows them")
  }

  static let endOfWhat = UsageError(
    message: "say what to end: reconcile override end ID, TARGET or all",
    hint: "'reconcile override list' shows them")

  static func notWithVerb(_ option: Option, _ verb: String) -> UsageError {
    UsageError(message: "'--\(option.name)' does not belong to 'override \(verb)'", hint: nil)
  }

  static func nothingWritten(_ error: StateError, reading: Bool) -> String? {
    switch error.kind {
    case .readOnly, .readOnlyDisk: "nothing was written; " + (error.hint ?? "")
    case .full: "nothing was written; make room"
    case .newer: "update reconcile, or give another folder with --state"
    case .damaged: reading ? "the next apply sets the file aside and begins a new one" : error.hint
    case .forbidden, .untrusted, .busy, .unfinished, .missing, .clock, .failed: error.hint
    }
  }

  static func nextRun(_ apply: String?) -> String {
    "It takes effect at the next run: within a minute if the timer runs" + now(with: apply) + "."
  }

  /// Where a system keeps hours by its own clock.
  static func hoursAtNextRun(_ apply: String?) -> String {
    "A system keeps these hours by its own clock, and is told at the next run: within a minute if the timer runs"
      + now(with: apply) + "."
  }

  /// What may be done instead of waiting, where there is a command for that.
  static func now(with apply: String?) -> String { apply.map { ", or now with '\($0)'" } ?? "" }

  static func madeAhead(_ at: String) -> String { "made at \(at), which is yet to come: the clock was ahead" }

  static let neverBegan = "It had not begun, so nothing changes now."
  static let noneBegan = "None of them had begun, so nothing changes now."

  static func noDifference(isOfLock: Bool) -> String {
    "As things are, this makes no difference" + (isOfLock ? ": it is so anyway. The lock keeps it so." : ".")
  }

  static func laterRun(_ start: String) -> String {
    "This makes a difference from \(start) on. Runs see to it: within a minute if the timer runs."
  }

  static func nothingRunsLater(_ seconds: Int64?, _ start: String, _ apply: String?) -> String {
    "This makes a difference from \(start) on. \(idle(seconds)): nothing makes the change by itself."
      + (apply.map { " Then run '\($0)'." } ?? "")
  }

  /// `seconds` is how long ago a timer or a watch ran; negative where the clock was set back, nil for never.
  static func nothingRuns(_ seconds: Int64?, _ apply: String?) -> String {
    "\(idle(seconds)): nothing makes the change by itself." + (apply.map { " Run '\($0)' now." } ?? "")
  }

  private static func idle(_ seconds: Int64?) -> String {
    let never = "No timer and no watch has run with this state yet"
    let sinceSet = "No timer and no watch has run since the clock was set back"
    return seconds.map { $0 < 0 ? sinceSet : "No timer and no watch has run for \(roughly($0))" } ?? never
  }

  /// `12 min`, `3 h`, `4 days`: rounded down.
  static func roughly(_ seconds: Int64) -> String {
    switch seconds {
    case ..<3_600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }

  // `name` is that of the override among several.

  static func madeForUnfollowed(_ path: String, _ deed: OverrideAnswer.Deed, _ name: String?) -> String {
    let (counts, nothing) = deed == .ended ? ("did not count", ", so nothing changes") : ("does not count yet", "")
    return "\(name ?? "It") \(counts)\(nothing): it was made for another policy, and '\(path)' is followed."
  }

  /// Of what was made while another policy was followed, and would need a guard's approval.
  static func neverAsked(_ deed: OverrideAnswer.Deed, _ name: String?) -> String {
    let why = "it was made while another policy was followed, and a guard would have to be asked"
    let name = name ?? "It"
    return deed == .ended
      ? "\(name) did not count, so nothing changes: \(why)."
      : "\(name) does not count: \(why). Make it again, which asks."
  }

  static func noTarget(_ name: Name) -> String { "the policy has no target '\(name)'" }

  static func doesNotSuit(_ override: Override) -> String {
    "in the policy '\(override.target)' cannot be '\(override.state.rawValue)'"
  }

  static func why(_ idleness: Idleness, _ override: Override) -> String {
    switch idleness {
    case .gone, .notLeftBehind: noTarget(override.target)
    case .unsuited: doesNotSuit(override)
    case .observed: "the policy only observes '\(override.target)'"
    }
  }

  /// `left` are the targets of what it has switched off and nobody names any more.
  static func reachesNothing(
    _ why: String, _ deed: OverrideAnswer.Deed, _ name: String?, leftBehind left: [Name] = []
  ) -> String {
    guard deed == .ended else { return "\(name ?? "It") does nothing: \(why)." }
    let end = "\(name ?? "It") did nothing any more, so nothing changes: \(why). What it has switched stays as it is"
    if left.isEmpty { return end + "; 'reconcile release' lists what is left behind." }
    return end + " until 'reconcile release \(left.map { ShellWord.word($0.text) }.joined(separator: " "))' opens it."
  }

  /// For the end of what has switched things that are removed as nothing names them any more.
  static func leavesToPrune(_ why: String, _ name: String?) -> String {
    "\(name ?? "It") decides no more: \(why). The next run removes what it has switched, as 'prune' says."
  }

  static func reachesObserved(_ override: Override, _ deed: OverrideAnswer.Deed, _ name: String?) -> String {
    let what = deed == .ended ? "changes nothing by its end" : "does nothing"
    return
      "\(name ?? "It") \(what): the policy only observes '\(override.target)'. What it has switched stays as it is."
  }

  /// Of a lock that still holds what no target names, or none that it is about.
  static let callsOff = "only calls off what would open at a time what it has shut"
  static let listedUnasked = "does not count: made while another policy was followed; make it again, which asks"

  static let noOverride = "No override is active: the schedule decides."
  static let noOverrideYet = "No override is active: the schedule decides. (There is no state yet.)"
}
