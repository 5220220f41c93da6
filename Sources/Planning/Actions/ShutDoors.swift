public import CivilTime
public import Policies
public import Providers

/// The doors that are wanted locked or closed, by a line, an override or a lock. What opens at a time does not open these: who
/// locks a door for the night does not expect a line about something else to unlock it.
public struct ShutDoors: Sendable {
  private let doors: [Target]
  private let overlay: Overlay?
  /// For each system those that are another way to what is behind its address, itself among them.
  private let ways: [Name: [Name]]
  /// What locks that hold have shut, whatever target it belongs to by now, if any.
  private let held: [ObjectKey: Override]

  /// None.
  public init() { (doors, overlay, ways, held) = ([], nil, [:], [:]) }

  /// Those of `policy`, of which `overlay` says what is wanted, and those that are `held` by locks.
  public init(_ policy: Policy, _ overlay: Overlay, held: [ObjectKey: Override] = [:]) {
    (doors, self.overlay, self.held) = (policy.targets.filter(\.isKeeper), overlay, held)
    let alike = Dictionary(grouping: policy.systems, by: \.way).values
    let ways = alike.flatMap { systems in systems.map { ($0.name, systems.map(\.name)) } }
    self.ways = Dictionary(ways) { first, _ in first }
  }

  /// Who keeps the door at `key` shut at `now`, or else kept it shut at some time since `due`; nil where nobody does.
  public func keeper(of key: ObjectKey, since due: Instant, at now: Instant) -> DoorKeeper? {
    guard let overlay else { return nil }
    let keys = (ways[key.system] ?? [key.system]).map { ObjectKey(system: $0, kind: key.kind, id: key.id) }
    let having = doors.filter { door in keys.contains { door.names($0, called: $0.id) } }
    let locks = keys.compactMap { held[$0] }
    func keeper(at instant: Instant) -> DoorKeeper? {
      having.lazy.compactMap { DoorKeeper($0, overlay.verdict(on: $0.name, at: instant)) }.first
        ?? locks.first { $0.range.contains(instant) }.map(DoorKeeper.init)
    }
    if let keeper = keeper(at: now) { return keeper }
    // From one time to the next at which something else is wanted of one of them.
    var cursor = due
    while cursor < now {
      if let keeper = keeper(at: cursor) { return keeper }
      let ends = having.compactMap { overlay.verdict(on: $0.name, at: cursor)?.until } + locks.map(\.from)
      cursor = ends.filter { $0 > cursor }.min() ?? now
    }
    return nil
  }
}
