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
  /// What it was last tried to ask for, and its system said no; nil where that never happened, or it has said yes since.
  public var refused: Request?
  /// The number of the newest override that it was asked for; 0 for none.
  public var newestWish = 0
  /// When the override was to end that wanted it there, as a run saw that last: one that ends earlier was ended by somebody.
  /// Nil where none did.
  public var overrideEnds: Instant?

  /// That it was asked for something.
  public struct Request: Hashable, Sendable {
    /// For what.
    public var position: SwitchState.Position
    /// When.
    public var at: Instant
    /// Whether its system said that it was done. Else it said no, or it may have been done or not.
    public var isAnswered: Bool

    /// That it was asked for something, and may have done it.
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

  /// Whether what it was asked for last it has refused.
  var isRefused: Bool {
    guard let refused else { return false }
    return last.map { $0.at <= refused.at } ?? true
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
      var seen =
        state.objects[change.key] ?? RecordedObject(switchState: SwitchState(.unknown), at: now, wanted: change.to)
      (seen.wanted, seen.at, seen.tries, seen.override) = (change.to, now, nil, change.override)
      var asking = Asking(
        name: change.name.shortened(), noted: change.to.position,
        last: Asking.Request(change.to.position, at: now, isAnswered: false))
      asking.newestWish = max(seen.asking?.newestWish ?? 0, Asking.number(change.override))
      seen.asking = asking
      state.objects[change.key] = seen
    }
    return state
  }

  /// What was asked for objects that no target of `policy` names any more: a target that names one of them again begins
  /// again.
  func unnamed(in policy: Policy) -> [ObjectKey] {
    objects.filter { key, seen in seen.asking.map { !policy.names(key, called: $0.name) } ?? false }.keys.sorted()
  }

  /// Those of the objects at `keys` that were last asked to be off, by `kinds`, each with what to say of it: nothing starts
  /// them, and once they are forgotten nothing says so.
  func leftOff(among keys: [ObjectKey], _ kinds: SystemKinds) -> [Plan.LeftOff] {
    keys.compactMap { key in
      guard let asking = objects[key]?.asking, let last = asking.last, let selector = kinds.selector(of: key.kind),
        let states = selector.states
      else { return nil }
      let whenOff: SwitchPosition = selector.blocks ? .enabled : .disabled
      guard TargetState(SwitchState(last.position), whenOff: whenOff, of: states) == states.off else { return nil }
      return Plan.LeftOff(
        object: key, name: asking.name, target: objects[key]?.target, message: Messages.leftOff(states))
    }
  }

  /// What is remembered of an object whose state nobody can read, after a run in which this was done about it. `ends` say
  /// when each override ends that is kept.
  func asked(
    _ entry: PlanEntry, _ outcome: Outcome?, _ recollection: DriftAttribution, ends: [String: Instant], at now: Instant
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
        asking.refused = nil
        asking.newestWish = max(asking.newestWish, Asking.number(entry.verdict.override))
      } else if asking.noted == entry.to?.position, recollection.isReleased(by: entry.verdict) {
        // Nothing tells the next run of that wish but that this is yet to be asked for.
        asking.noted = nil
      }
    case .temporary, .yield, .problem: break
    }
    if let to = entry.to?.position, outcome?.isRefusal ?? false {
      asking.refused = Asking.Request(to, at: now, isAnswered: false)
    }
    asking.overrideEnds = entry.verdict.override.flatMap { ends[$0] }
    let tries = recollection.triesOfAsking(entry.to, by: entry.verdict)
    return RecordedObject(
      switchState: SwitchState(.unknown), at: now, wanted: entry.to, override: entry.verdict.override,
      cause: entry.cause, tries: entry.action == .change ? outcome.after(tries, at: now) : nil, asking: asking)
  }
}

extension Asking {
  /// The number of an override; 0 where none decides.
  static func number(_ override: String?) -> Int { override.flatMap { Int($0) } ?? 0 }
}

extension RecordedObject {
  /// Whether it was last asked to go where it is wanted, its system said that it did so, and nothing was tried in vain since.
  public var isConfirmed: Bool { wanted.map { isConfirmed(at: $0.position) } ?? false }

  /// Whether it was last asked to go to `position`, its system said that it did so, and nothing was tried in vain since.
  public func isConfirmed(at position: SwitchState.Position) -> Bool {
    guard let last = asking?.last, last.isAnswered, last.position == position else { return false }
    return tries == nil || wanted?.position != position
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
