public import CivilTime

/// Where a switch stands, or should stand.
public struct Setting: Hashable, Sendable {
  /// The positions of all kinds of switch. `active` and `paused` are Pi-hole's blocking; `absent` is a domain entry
  /// that is not there.
  public enum Position: String, Hashable, Sendable {
    case enabled
    case disabled
    case active
    case paused
    case absent
  }

  /// Where the switch stands.
  public var position: Position
  /// When a Pi-hole timer turns it back; nil where no timer runs, or none is wanted.
  public var ends: Instant?

  /// A position, and when a timer ends it.
  public init(_ position: Position, ends: Instant? = nil) {
    self.position = position
    self.ends = ends
  }
}
