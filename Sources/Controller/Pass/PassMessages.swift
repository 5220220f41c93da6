import CivilTime
import Documents
package import Host
import Policies
import Presentation
package import Providers
import Planning
import StateStore
import Text

/// Every text about passes that is not part of a table.
package enum PassMessages {
  static let runEnded = Message(code: "run.ended", "the run was ended before its turn")

  /// What else was to be done has to wait for the next run, as these `targets` were waited for.
  static func timeUsedUp(by targets: [Name]) -> Message {
    Message(
      code: runEnded.code, "the time of this run was used up by \(targets.map { "'\($0)'" }.listed(atMost: 3))",
      hint: "the next run does it")
  }

  /// What a saved plan does not do although it is `due`.
  static func notInSavedPlan(_ due: [DueAction], _ moments: Moments) -> [Finding] {
    if due.isEmpty { return [] }
    let things = due.map { "'\($0.key.target)' at \(moments.short($0.key.at))" }.listed(atMost: 3)
    return [
      Finding(
        Message(
          code: "plan.without-actions",
          "a saved plan does nothing at a time: \(things) \(due.count == 1 ? "is" : "are") not in it",
          hint: "the next run without '--plan' does what is still due then"))
    ]
  }

  static let noActions = Message(code: "action.unsupported", "the system knows no actions")
  static let noJournal = Message(
    code: "action.no-state", "was not done: without a state nobody could tell that it was done before")
  static let tooLate = Message(code: "action.too-late", "was not done: its time was over when its turn came")

  /// What an action would open is to be locked or closed.
  static func keptShut(by keeper: DoorKeeper, _ moments: Moments) -> Message {
    Message(
      code: "action.kept-shut", keeper.words(moments),
      hint: keeper.lock == nil ? "'reconcile explain \(keeper.target)' says why" : "'reconcile override list' has it")
  }

  /// Whether `message` says that an action was not tried at all.
  static func isUntried(_ message: Message) -> Bool {
    [runEnded, noJournal, tooLate].contains { $0.code == message.code }
  }

  static func notWrittenDown(_ text: String) -> String { "was not sent, as it could not be written down: \(text)" }

  static let systemFailedBefore = Message(code: "system.failed-before", "the system failed before its turn")

  static let portForTLS = "if this is the port for https, start 'url' with https://"

  static func notNoted(_ reason: String) -> Message {
    Message(
      code: Outcome.notNotedCode, "was not asked, as that could not be noted before: \(reason)",
      hint: "what cannot be read back is asked for only where the state remembers it")
  }

  /// What stands in the way of a code of a lock, before it is needed.
  static func codeNotSent(_ message: Message) -> Message {
    Message(code: message.code, "its code cannot be sent: \(message.text)", hint: message.hint)
  }

  /// What a policy gives as the code of a lock, and would be told to whatever drives that.
  static func isSecret(of system: System) -> Message {
    Message(
      code: "secret.no-code",
      "what the target names as 'code' is the secret of '\(system.name)', not the code of a lock",
      hint: codeOfItsOwn)
  }

  static let noCodeOfLock = Message(
    code: "secret.no-code", "what the target names as 'code' is too long for the code of a lock", hint: codeOfItsOwn)
  private static let codeOfItsOwn = "put the code into a file of its own, and name that"

  /// Where such a system may have no secret the policy may name one that was never there.
  static func mayHaveNone(_ message: Message, _ setting: SystemSetting, _ system: System) -> Message {
    let none = "if '\(system.name)' has no \(setting.help.title.lowercased()), leave '\(setting.key)' out of the policy"
    return Message(code: message.code, message.text, hint: (message.hint.map { $0 + "; " } ?? "") + none)
  }

  /// Where a pairing makes the secret nobody puts it there by hand.
  static func notPaired(_ message: Message, _ system: System) -> Message {
    Message(code: message.code, message.text, hint: "'reconcile pair \(system.name)' makes it")
  }

  /// Nothing is left of what a pairing has made.
  static func pairAgain(_ message: Message, _ system: System) -> Message {
    Message(code: message.code, message.text, hint: "'reconcile pair \(system.name) --replace' makes another")
  }

  /// Why a system was not read: the run had to end before, for `reason`.
  package static func cutOff(_ reason: StopSignal.Reason?) -> ProviderError {
    switch reason {
    case .deadline:
      ProviderError(.timedOut, "not read within the deadline of this run", hint: "allow more with --deadline")
    case .interrupted, .terminated, nil:
      ProviderError(.cancelled, "the run was ended before it was read")
    }
  }

  /// Why a system was not read in a run that writes only once it has read all.
  static let notReadInTime = ProviderError(
    .timedOut, "not read in the first half of this run",
    hint: "with a limit on changes the second half is for the others; allow more with --deadline")

  /// What `error` means for something that was to be done: an exchange that was cut off says only that it was, and why is
  /// known by who runs it.
  static func cutShort(_ error: ProviderError, _ reason: StopSignal.Reason?) -> ProviderError {
    guard error.kind == .cancelled, let reason else { return error }
    return switch reason {
    case .deadline:
      ProviderError(.timedOut, "not done within the deadline of this run", hint: "allow more with --deadline")
    case .interrupted, .terminated:
      ProviderError(.cancelled, "the run was ended before it was done")
    }
  }

  /// For a supervisor, while nothing can be said of what comes next.
  static let waitingForClock = "the clock is in the past; nothing is written until it is set"

  static let waitingForPolicy = "the policy has errors; nothing is done until they are fixed"

  /// That the clock cannot be right.
  package static func clockInThePast(_ now: String) -> String {
    "the clock says \(now), which is before this version was made; nothing is written until it is set"
  }

  static func readAgain(_ path: String) -> String { "'\(path)' was read again" }

  /// `next change 21:00 (kids)`, with what is wrong before it.
  static func status(_ report: Report, _ policy: Policy) -> String {
    let unread = report.plan.systems.filter { $0.error != nil }.map { "'\($0.name)' cannot be read" }
    let problems = report.summary.problems == 0 ? [] : ["problems: \(report.summary.problems)"]
    let moments = Moments(zone: policy.zone, now: report.plan.now)
    let next = report.plan.nextChange.map { "next change " + $0.words(moments) }
    return (unread + problems + [next ?? "nothing changes any more"]).joined(separator: "; ")
  }

  /// `known` are the targets that there are.
  package static func noSuchTarget(_ name: String, known: [String]) -> UsageError {
    let near = Suggestion.nearest(to: name, among: known)
    let some = known.prefix(12).joined(separator: ", ") + (known.count > 12 ? " and others" : "")
    let others = known.isEmpty ? "it has none" : "the targets are \(some)"
    return UsageError(
      message: "the policy has no target '\(name)'", hint: near.map { "did you mean '\($0)'?" } ?? others)
  }
}
