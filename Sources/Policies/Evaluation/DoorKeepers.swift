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
  }

  /// The first that keeps shut at `instant` what `action` may open; nil where none does.
  public mutating func keeper(against action: Name, at instant: Instant) -> DoorKeeper? {
    guard let doors = doorsOf[action], let targets = keepers[doors] else { return nil }
    if let found = found[doors], found.range.contains(instant) { return found.keeper }
    var end = Evaluator.horizon
    var keeper: DoorKeeper?
    for target in targets {
      let verdict = overlay.verdict(on: target.name, at: instant)
      end = min(end, verdict?.until ?? end)
      keeper = DoorKeeper(target, verdict)
      if keeper != nil { break }
    }
    found[doors] = (keeper, instant..<max(instant + 1, end))
    return keeper
  }

  /// What falls due first of each action that `override` may call off, as it shuts a door, in the order of the file.
  public func calledOff(by override: Override) -> [Occurrence] {
    let reached = Set(overlay.policy.reached(by: override))
    let shut = keepers.filter { $1.contains { reached.contains($0.name) && override.state == $0.states?.off } }
    if shut.isEmpty { return [] }
    return overlay.policy.targets.compactMap { target in
      guard let doors = doorsOf[target.name], shut[doors] != nil else { return nil }
      let first = overlay.nextOccurrences(of: [target.name], after: override.from + -1).first
      return first.flatMap { override.range.contains($0.at) ? $0 : nil }
    }
  }
}
