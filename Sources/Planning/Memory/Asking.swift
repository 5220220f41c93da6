public import CivilTime
import Policies
public import Providers

/// What is remembered of an object whose system does not tell its state.
public struct Asking: Hashable, Sendable {
  /// Its name as the system gives it.
  public var name: String
  /// Where it was wanted when that was last asked for, or noted without being asked for; nil where it was left alone.
  public var noted: SwitchState.Position?
  /// What it was last asked for; nil for nothing yet.
  public var last: Request?

  /// That it was asked for something.
  public struct Request: Hashable, Sendable {
    /// For what.
    public var position: SwitchState.Position
    /// When.
    public var at: Instant
    /// Whether its system said that it was done. Else the answer was lost, and it may have been done or not.
    public var isAnswered: Bool

    /// That it was asked for something.
    public init(_ position: SwitchState.Position, at: Instant, isAnswered: Bool) {
      self.position = position
      self.at = at
      self.isAnswered = isAnswered
    }
  }

  /// What is remembered of such an object.
  public init(name: String, noted: SwitchState.Position?, last: Request? = nil) {
    self.name = name
    self.noted = noted
    self.last = last
  }
}

extension RecordedState {
  /// The same once `changes` are under way, until it is known what came of each. One whose effect nobody can read counts
  /// as asked for without an answer: a run that is killed meanwhile leaves it so, and nothing is asked twice.
  public func expecting(_ changes: [Change], at now: Instant) -> RecordedState {
    var state = self
    for change in changes {
      guard change.isUnreadable else {
        let before = state.objects[change.key]
        state.objects[change.key] = RecordedObject(switchState: change.to, at: now, wanted: change.to)
        state.objects[change.key]?.underWay = UnderWay(before: before)
        continue
      }
      guard var seen = state.objects[change.key] else { continue }
      (seen.wanted, seen.at, seen.tries) = (change.to, now, nil)
      seen.asking = Asking(
        name: change.name.shortened(), noted: change.to.position,
        last: Asking.Request(change.to.position, at: now, isAnswered: false))
      state.objects[change.key] = seen
    }
    return state
  }

  /// What was asked for objects that no target of `policy` names any more: a target that names one of them again begins
  /// again.
  func unnamed(in policy: Policy) -> [ObjectKey] {
    objects.filter { key, seen in seen.asking.map { !policy.names(key, called: $0.name) } ?? false }.keys.sorted()
  }

  /// What is remembered of an object whose state nobody can read, after a run in which this was done about it.
  func asked(
    _ entry: PlanEntry, _ outcome: Outcome?, _ recollection: DriftAttribution, at now: Instant
  ) -> RecordedObject {
    let before = objects[entry.key]
    var asking = before?.asking ?? Asking(name: "", noted: nil)
    asking.name = entry.name.shortened()
    switch entry.action {
    case .none, .leave, .observe: asking.noted = entry.to?.position
    case .change:
      if let to = entry.to?.position, let isAnswered = outcome?.isAnswered {
        asking.noted = to
        asking.last = Asking.Request(to, at: now, isAnswered: isAnswered)
      }
    case .temporary, .yield, .problem: break
    }
    let tries = recollection.tries(entry.to)
    return RecordedObject(
      switchState: SwitchState(.unknown), at: now, wanted: entry.to, override: entry.verdict.override,
      cause: entry.cause, tries: entry.action == .change ? outcome.after(tries, at: now) : nil, asking: asking)
  }
}

extension Outcome {
  /// Whether the system said that it was done; nil where the object was surely not asked.
  fileprivate var isAnswered: Bool? {
    switch self {
    case .applied: true
    case .unverified: false
    case .superseded, .failed, .stuck, .skipped: nil
    }
  }
}

extension Outcome? {
  /// The tries that surely came to nothing, this one included.
  fileprivate func after(_ before: RecordedObject.Tries?, at now: Instant) -> RecordedObject.Tries? {
    switch self {
    case .applied, .unverified: nil
    case .superseded, .failed, .stuck: RecordedObject.Tries(count: (before?.count ?? 0) + 1, at: now)
    case .skipped, nil: before
    }
  }
}
