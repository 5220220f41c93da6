public import CivilTime

/// Who keeps a door shut.
public struct DoorKeeper: Hashable, Sendable {
  /// The target that has it.
  public let target: Name
  /// The state that is wanted of it.
  public let state: TargetState
  /// Until when; nil where it never ends.
  public let until: Instant?
  /// The number of the lock that keeps it shut whatever target has it by now; nil where its target does.
  public let lock: String?

  /// `verdict` as the keeper of the door that `target` has; nil where it does not want that shut.
  public init?(_ target: Target, _ verdict: Verdict?) {
    guard let verdict, target.isKeeper, verdict.state == target.states?.off else { return nil }
    (self.target, state, until, lock) = (target.name, verdict.state, verdict.until, nil)
  }

  /// `lock`, which has shut it for a target that an edit may have renamed or removed.
  public init(_ lock: Override) {
    (target, state, until, self.lock) = (lock.target, lock.state, lock.until, lock.id)
  }
}

/// That a lock keeps something shut whatever target has it by now.
public struct HeldDoor: Hashable, Sendable {
  /// The system that has it.
  public let system: Name
  /// What it is.
  public let kind: ObjectKind
  /// The lock, which holds now.
  public let lock: Override

  /// That `lock` keeps shut what is of `kind` on `system`.
  public init(system: Name, kind: ObjectKind, lock: Override) {
    (self.system, self.kind, self.lock) = (system, kind, lock)
  }
}

extension Target {
  /// Whether it may keep a door shut: what is only observed nobody shuts.
  public var isKeeper: Bool { states?.permission != nil && enforcement != .observe }
}

/// Who keeps shut what actions at a time may open. Which door an action opens only its system knows, so that this is said of
/// each door of the kind that it opens at that address.
public struct DoorKeepers {
  private struct Doors: Hashable {
    var way: SystemWay
    var kind: ObjectKind
  }

  private let overlay: Overlay
  private let doorsOf: [Name: Doors]
  private let keepers: [Doors: [Target]]
  /// The locks that keep some of them shut whatever target has these by now.
  private var holding: [Doors: [Override]] = [:]
  /// What was found last, and for which times it holds.
  private var found: [Doors: (keeper: DoorKeeper?, range: Range<Instant>)] = [:]

  /// Those by `overlay`.
  public init(_ overlay: Overlay) {
    self.overlay = overlay
    let ways = overlay.policy.ways
    let opened = overlay.policy.targets.compactMap { target -> (Name, Doors)? in
      guard case .action(let system, _, let action) = target.selector, let kind = action.opens, let way = ways[system]
      else { return nil }
      return (target.name, Doors(way: way, kind: kind))
    }
    doorsOf = Dictionary(opened) { first, _ in first }
    var keepers: [Doors: [Target]] = [:]
    for target in opened.isEmpty ? [] : overlay.policy.targets where target.isKeeper {
      guard let way = target.selector.system.flatMap({ ways[$0] }), let kind = target.selector.object else { continue }
      keepers[Doors(way: way, kind: kind), default: []].append(target)
    }
    self.keepers = keepers
    for held in opened.isEmpty ? [] : overlay.heldDoors {
      guard let way = ways[held.system] else { continue }
      holding[Doors(way: way, kind: held.kind), default: []].append(held.lock)
    }
  }

  /// The first that keeps shut at `instant` what `action` may open; nil where none does.
  public mutating func keeper(against action: Name, at instant: Instant) -> DoorKeeper? {
    guard let doors = doorsOf[action] else { return nil }
    if let found = found[doors], found.range.contains(instant) { return found.keeper }
    var end = Evaluator.horizon
    var keeper: DoorKeeper?
    for target in keepers[doors] ?? [] {
      let verdict = overlay.verdict(on: target.name, at: instant)
      end = min(end, verdict?.until ?? end)
      keeper = DoorKeeper(target, verdict)
      if keeper != nil { break }
    }
    for lock in holding[doors] ?? [] where keeper == nil && instant < lock.until {
      end = min(end, instant < lock.from ? lock.from : lock.until)
      if lock.from <= instant { keeper = DoorKeeper(lock) }
    }
    found[doors] = (keeper, instant..<max(instant + 1, end))
    return keeper
  }

  /// The first that keeps shut at `now`, or else kept shut at some time since `due`, what `action` may open.
  public mutating func keeper(against action: Name, since due: Instant, at now: Instant) -> DoorKeeper? {
    if let keeper = keeper(against: action, at: now) { return keeper }
    var cursor = due
    while cursor < now, let doors = doorsOf[action] {
      if let keeper = keeper(against: action, at: cursor) { return keeper }
      cursor = found[doors]?.range.upperBound ?? now
    }
    return nil
  }

  /// Whether `lock` keeps something shut that an action may open, whatever target has it by now.
  public func isHolding(_ lock: Override) -> Bool {
    let opened = Set(doorsOf.values)
    return holding.contains { opened.contains($0.key) && $0.value.contains { $0.id == lock.id } }
  }

  /// The actions that may open a door which `override` shuts, in the order of the file.
  public func actions(calledOffBy override: Override) -> [Name] {
    if doorsOf.isEmpty { return [] }
    let reached = Set(overlay.policy.reached(by: override))
    let shut = keepers.filter { $1.contains { reached.contains($0.name) && override.state == $0.states?.off } }
    let held = holding.filter { $1.contains { $0.id == override.id } }
    if shut.isEmpty, held.isEmpty { return [] }
    return overlay.policy.targets.map(\.name).filter { name in
      doorsOf[name].map { shut[$0] != nil || held[$0] != nil } ?? false
    }
  }

  /// So many times of an action are told of.
  private static let timesTold = 4

  /// What falls due from `instant` on of each action that `override` may call off, as it shuts a door, in the order of the file:
  /// the first few times of each.
  public func calledOff(by override: Override, from instant: Instant) -> [Occurrence] {
    actions(calledOffBy: override).flatMap { action in
      var times: [Occurrence] = []
      var last = max(override.from, instant) + -1
      while times.count < Self.timesTold,
        let next = overlay.nextOccurrences(of: [action], after: last).first, override.range.contains(next.at)
      {
        times.append(next)
        last = next.at
      }
      return times
    }
  }
}
