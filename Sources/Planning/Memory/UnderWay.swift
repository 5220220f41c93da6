import CivilTime
public import Policies
public import Providers

/// That a run was about to move an object. What is remembered of the object counts as moved, as that run would have
/// remembered it at its end. Where the run was killed, or could not write its state any more, the next one that reads the
/// object finds out whether it was.
public struct UnderWay: Hashable, Sendable {
  /// What was remembered of the object before; nil for nothing.
  @Seldom public var before: RecordedObject?
  /// What the history is to tell of the object, in order.
  public var events: [Event]

  /// That a run was about to move an object of which `before` was remembered.
  public init(before: RecordedObject?, telling events: [Event] = []) {
    self.events = events
    self.before = before
  }

  /// What came of such a move.
  public enum End: Hashable, Sendable {
    /// The object is where it was to go.
    case moved
    /// It is on its way there.
    case moving
    /// It is elsewhere.
    case elsewhere
  }
}

extension Plan {
  /// What a run comes to that carries all of it out.
  public var asCarriedOut: Report {
    Report(.apply, plan: self, outcomes: Dictionary(changes.map { ($0.key, .applied([])) }) { first, _ in first })
  }
}

extension Change {
  /// Whether it can be told later from the switch alone that it was made.
  fileprivate var showsInSwitch: Bool { !isUnreadable && !from.isLike(to) }
}

extension RecordedState {
  /// What is to be noted before the changes of `plan` are made: `after`, and what is told in `events`, is what would be
  /// remembered of all of them. It is `file` that wants them; nil where nobody knows.
  public func underWay(
    _ plan: Plan, after: RecordedState, _ events: [Event], of file: PolicyFile?
  ) -> [ObjectKey: RecordedObject] {
    var before = self
    _ = before.settle(plan.ended)
    let told = Dictionary(grouping: events) { event in
      event.system.flatMap { system in event.object.map { ObjectKey(system: system, kind: $0, id: event.id) } }
    }
    var noted: [ObjectKey: RecordedObject] = [:]
    for change in plan.changes where change.showsInSwitch {
      guard var object = after.objects[change.key] else { continue }
      // Of what is still to be made it is not known where that will be.
      if change.made != nil { object.maker = object.maker ?? file }
      object.underWay = UnderWay(before: before.objects[change.key], telling: told[change.key] ?? [])
      noted[change.key] = object
    }
    return noted
  }

  /// What came of what was under way on `system`, as far as these kinds of its objects were read.
  func ended(by live: [ObjectKind: [ObservedObject]], on system: Name) -> [ObjectKey: UnderWay.End] {
    let open = objects.filter { key, seen in
      key.system == system && seen.underWay != nil && live[key.kind] != nil
    }
    if open.isEmpty { return [:] }
    // Nothing is there of what was to be removed.
    var ends = open.mapValues { $0.switchState.position == .absent ? UnderWay.End.moved : .elsewhere }
    for object in Set(open.keys.map(\.kind)).flatMap({ live[$0] ?? [] }) {
      let key = object.key(on: system)
      if let wanted = open[key]?.switchState { ends[key] = object.end(ofMoveTo: wanted) }
    }
    return ends
  }

  /// Remembers what is known by now of what was under way, and hands back what the history is to tell of it.
  mutating func settle(_ ends: [ObjectKey: UnderWay.End]) -> [Event] {
    var events: [Event] = []
    for (key, end) in ends.sorted(by: { $0.key < $1.key }) {
      guard let seen = objects[key], let underWay = seen.underWay else { continue }
      guard end != .elsewhere else {
        objects[key] = underWay.before
        continue
      }
      objects[key]?.underWay = nil
      objects[key]?.isDoubtful = end == .moving
      if let timer = seen.switchState.ends { failsafeTimers[key.system] = timer }
      events += underWay.events
    }
    return events
  }
}

extension ObservedObject {
  /// What came of a move to `wanted`.
  fileprivate func end(ofMoveTo wanted: SwitchState) -> UnderWay.End {
    if switchState.isLike(wanted) { return .moved }
    return heading == wanted.position ? .moving : .elsewhere
  }
}
