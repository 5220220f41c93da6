public import CivilTime

/// Where a switch stands, or should stand.
public struct SwitchState: Hashable, Sendable {
  /// The positions of all kinds of switch. `active` and `paused` are those of what can be paused; `absent` is a domain entry
  /// that is not there; `mixed` is a group of which some members are enabled and some are not; `unknown` is what the
  /// system cannot tell at the moment.
  public enum Position: String, Hashable, Sendable {
    case enabled
    case disabled
    case active
    case paused
    case absent
    case mixed
    case unknown
  }

  /// The position of the switch.
  public var position: Position
  /// When a timer of the system turns it back; nil where no timer runs, or none is wanted.
  public var ends: Instant?

  /// A position, and when a timer ends it.
  public init(_ position: Position, ends: Instant? = nil) {
    self.position = position
    self.ends = ends
  }
}

extension SwitchState.Position {
  /// Whether a switch of two positions is on; nil for the positions of other switches.
  public var asSwitch: Bool? {
    switch self {
    case .enabled: true
    case .disabled: false
    case .active, .paused, .absent, .mixed, .unknown: nil
    }
  }
}

extension SwitchState {
  /// How far two ends of a timer may lie apart and still be the same one, in seconds: it covers the margin that a pause
  /// is sent with, and clocks that disagree a little.
  public static let sameTimerSeconds: Int64 = 90

  /// Whether a switch that stands so is where `wanted` has it: alike, and its timer ends no earlier than wanted and at
  /// most `sameTimerSeconds` later. One that ends earlier would leave the rest of the time without what is wanted.
  public func fulfils(_ wanted: SwitchState) -> Bool {
    guard isLike(wanted) else { return false }
    guard let ends, let wantedEnd = wanted.ends else { return true }
    return ends >= wantedEnd
  }

  /// Whether both stand alike, with timers whose ends lie within `seconds` of each other, or without any.
  public func isLike(_ other: SwitchState, within seconds: Int64 = sameTimerSeconds) -> Bool {
    guard position == other.position else { return false }
    switch (ends, other.ends) {
    case (nil, nil): return true
    case (let one?, let other?): return abs(one - other) <= seconds
    case (nil, _?), (_?, nil): return false
    }
  }
}
