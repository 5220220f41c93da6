public import CivilTime
public import Policies
public import Providers

/// The doors that are wanted locked or closed, by a line, an override or a lock. What opens at a time does not open these: who
/// locks a door for the night does not expect a line about something else to unlock it.
public struct ShutDoors: Sendable {
  private let doors: [Target]
  private let overlay: Overlay?

  /// None.
  public init() { (doors, overlay) = ([], nil) }

  /// Those of `policy`, of which `overlay` says what is wanted.
  public init(_ policy: Policy, _ overlay: Overlay) {
    (doors, self.overlay) = (policy.targets.filter(\.isKeeper), overlay)
  }

  /// Who keeps the door at `key` shut at one of `instants`, the first of them at which somebody does; nil where nobody does.
  public func keeper(of key: ObjectKey, at instants: [Instant]) -> DoorKeeper? {
    guard let overlay else { return nil }
    let having = doors.filter { $0.names(key, called: key.id) }
    return instants.lazy.compactMap { instant in
      having.lazy.compactMap { DoorKeeper($0, overlay.verdict(on: $0.name, at: instant)) }.first
    }.first
  }
}
