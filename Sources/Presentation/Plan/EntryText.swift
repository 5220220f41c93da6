import CivilTime
import Documents
import Policies
import Providers
import Planning

/// The words for one object of a report. None of them depends on which object it is. Thousands of lines are held against
/// them, hence no value that would be copied each time.
final class EntryText {
  let entry: PlanEntry
  private let outcome: Outcome?
  private let overrides: [Override]
  private let moments: Moments

  /// `overrides` are those that hold.
  init(_ entry: PlanEntry, outcome: Outcome?, overrides: [Override], moments: Moments) {
    self.entry = entry
    self.outcome = outcome
    self.overrides = overrides
    self.moments = moments
  }

  /// Whether they are the words for `entry` too.
  func fit(_ entry: PlanEntry, outcome: Outcome?) -> Bool {
    entry.saysTheSame(as: self.entry) && outcome == self.outcome
  }

  /// The sign in the first column.
  enum Mark {
    case change, applied, inPlace, leftAlone, problem

    var symbol: String {
      switch self {
      case .change: "~"
      case .applied: "✓"
      case .inPlace: " "
      case .leftAlone: "·"
      case .problem: "!"
      }
    }

    func styled(_ text: String, _ style: Style) -> String {
      switch self {
      case .change: style.change(text)
      case .applied: style.good(text)
      case .problem: style.bad(text)
      case .inPlace, .leftAlone: text
      }
    }
  }

  var mark: Mark {
    switch outcome {
    case .applied: return .applied
    case .unverified, .superseded, .failed, .stuck, .skipped: return .problem
    case nil: break
    }
    switch entry.action {
    case .change: return .change
    case .none: return entry.unread == nil ? .inPlace : .leftAlone
    case .leave, .observe, .temporary, .yield: return .leftAlone
    case .problem: return .problem
    }
  }

  /// What it comes to for the target, in the words of the policy: `off → on` for what is, or was, to be done, else what
  /// holds now; empty where that is not known.
  var lead: String {
    if entry.isRemoval { return isMoved ? (outcome == nil ? "remove" : "removed") : "" }
    if entry.unread != nil { return isMoved ? "? → \(stateWanted ?? "")" : "?" }
    guard let from = stateNow else { return "" }
    let to = stateWanted ?? from
    switch (entry.action, outcome) {
    case (.change, nil), (.change, .applied?): return from == to ? to : "\(from) → \(to)"
    case (_, .superseded?): return "?"
    case (_, .unverified?): return to + "?"
    case (.none, _): return to
    case (.leave, _), (.observe, _), (.temporary, _), (.yield, _), (.problem, _), (.change, _): return from
    }
  }

  private var stateNow: String? {
    entry.fromState.map { state in words(state, entry.from) }
  }

  private var stateWanted: String? {
    entry.toState.map { state in
      words(state, entry.to) + (entry.ownSchedule != nil && entry.to?.position == .enabled ? " at times" : "")
    }
  }

  private func words(_ state: TargetState, _ switchState: SwitchState?) -> String {
    state.rawValue + (switchState?.ends.map { " until \(moments.short($0))" } ?? "")
  }

  /// What is said of somebody's own pause.
  static let pausedByHand = "paused by hand, left alone"

  /// Where the switch stands and what is done about it, to follow the object's label. Only where it is, or was, moved is
  /// there an arrow. Of what is the state itself, as blocking or a lock, `lead` says where it stands.
  var switchWords: String {
    if let unread = entry.unread { return ", " + words(unread) }
    let parts = [isSaid ? "" : switchStand, switchDeed, entry.ownSchedule?.text ?? ""].filter { !$0.isEmpty }
    let words = parts.joined(separator: ", ")
    return words.isEmpty ? "" : (isSaid ? ", " : " ") + words
  }

  /// What is instead of a state that nobody can read.
  private func words(_ unread: PlanEntry.Unread) -> String {
    let asked = lastAsked(unread).map { last in
      let how = last.isRefused ? " (refused)" : last.isAnswered ? "" : " (unclear whether it was done)"
      return "last asked: \(last.verb), \(moments.short(last.at))" + how
    }
    return (asked ?? "never asked") + "; its state cannot be read" + (entry.isOnlyObserved ? ", only observed" : "")
      + (outcome.map { ", \($0.inWords)" } ?? "")
  }

  /// What this run asked for, else what an earlier one did.
  private func lastAsked(_ unread: PlanEntry.Unread) -> PlanEntry.Unread.Request? {
    let isRefused = outcome?.isRefusal ?? false
    let asked = unread.verb.map {
      PlanEntry.Unread.Request($0, at: moments.now, isAnswered: isMoved, isRefused: isRefused)
    }
    return switch outcome {
    case .applied, .unverified: asked
    case .superseded, .failed, .stuck, .skipped, nil: isRefused ? asked : unread.last
    }
  }

  /// Whether `lead` says all about the switch.
  private var isSaid: Bool { entry.kind.isWhole || entry.kind.isDirect && entry.fromState != nil }

  private var isMoved: Bool {
    switch outcome {
    case .applied: true
    case .unverified, .superseded, .failed, .stuck, .skipped: false
    case nil: entry.action == .change
    }
  }

  private var switchStand: String {
    let from = entry.from?.position.rawValue ?? "absent"
    guard let to = wantedPosition else { return from }
    if isMoved { return from == to ? from : "\(from) → \(to)" }
    switch outcome {
    case .superseded, .unverified: return "was \(from)"
    case .applied, .failed, .stuck, .skipped, nil: return from
    }
  }

  /// What works only inside a schedule of its own is never called in place.
  private var switchDeed: String {
    if let outcome { return isMoved ? outcome.inWords : "\(shouldBe); \(outcome.inWords)" }
    if entry.isUpdate {
      return entry.action == .change ? "to be brought up to date" : "not up to date (observe: only reported)"
    }
    return switch entry.action {
    case .change, .problem: ""
    case .none: entry.ownSchedule == nil ? "in place" : ""
    case .leave: "left alone"
    case .observe: "\(shouldBe) (observe: only reported)"
    case .temporary: Self.pausedByHand
    case .yield: "\(shouldBe); \(entry.wordsOfYielding)"
    }
  }

  private var shouldBe: String {
    "should be " + (entry.kind.isWhole ? stateWanted ?? "" : wantedPosition ?? "as it is")
  }

  private var wantedPosition: String? {
    entry.kind.isDirect ? stateWanted : entry.to?.position.rawValue
  }

  /// What somebody should know, but for what `switchWords` says already.
  var notes: [Message] {
    (entry.notes + (outcome?.messages ?? [])).map { note in
      note == entry.ownSchedule ? Message(code: note.code, note.hint ?? "") : note
    }
  }

  /// `off since 21:00 until Sat 07:00 · policy-1, line 25`, with `wanted: ` before it where it does not come about; nil
  /// for what stands as it should (of what cannot be read nobody knows that), and for an entry that is removed, which
  /// no line of the policy is about.
  func reason(_ policy: Policy) -> String? {
    guard entry.action != .none || entry.unread != nil, !entry.isRemoval else { return nil }
    let verdict = entry.verdict
    let ends = moments.short(verdict.since, to: verdict.until)
    let since = ends.start.map { " since \($0)" } ?? ""
    let until = ends.end.map { " until \($0)" } ?? ""
    let because = verdict.because(policy).map { " (\($0))" } ?? ""
    let override = overrides.first { $0.id == entry.verdict.override }
    let end = override.map { " until \(moments.short($0.until))" } ?? ""
    let decider = (override?.name ?? verdict.decidedBy.name(policy)) + end + because
    let isWish = !isMoved && entry.action != .leave
    let back = entry.isPutBack ? "put back as it was; " : ""
    return (isWish ? "wanted: " : "") + back + verdict.state.rawValue + since + until + " · " + decider
  }

  /// Why it differs; nil where it does not, and where no earlier run is remembered.
  var cause: String? {
    switch entry.cause {
    case nil: nil
    case .schedule: "schedule"
    case .policy: "policy"
    case .override: "override"
    case .firstRun: "first run"
    case .released: "released"
    case .outside: "changed by somebody else" + lastInPlace
    case .timerLost: "its timer is gone: a restart, or somebody paused it without an end"
    case .contended: "somebody else keeps changing it" + lastInPlace
    }
  }

  /// Runs that saw nothing new leave no trace for a quarter of an hour, so it may have been in place later, too.
  private var lastInPlace: String { entry.inPlaceAt.map { ", in place until at least \(moments.short($0))" } ?? "" }
}

extension PlanEntry {
  /// Whether it is about an entry that no target names any more.
  fileprivate var isRemoval: Bool { to?.position == .absent && action != .none }
}

extension PlanEntry {
  /// Whether its switch stays, and something else of what the file owns is not as the file says.
  var isUpdate: Bool {
    guard let from, from == to, made?.differences.isEmpty == false else { return false }
    return action == .change || action == .observe
  }
}

extension Outcome {
  /// What became of it, in words.
  var inWords: String {
    switch self {
    case .applied: isAssumed ? "sent, not confirmed" : "done"
    case .unverified: "sent, not confirmed"
    case .superseded: "changed meanwhile, not touched"
    case .failed, .stuck: "failed"
    case .skipped: "not tried"
    }
  }

  /// Whether it was done and confirmed.
  package var isApplied: Bool { if case .applied = self { true } else { false } }
}

extension PlanEntry {
  /// That it stands as somebody has changed it, and by which word of the file, where one says so.
  var wordsOfYielding: String {
    "left as changed by hand" + (notes.contains { $0.code == PlanEntry.openedOnceCode } ? "" : " (yield)")
  }
}
