import Providers

/// What the state of an entity comes to.
enum EntityCondition: Hashable, Sendable {
  /// On, unlocked, open.
  case on
  /// Off, locked, closed.
  case off
  /// On its way, in the word for it: `locking`.
  case moving(String, to: SwitchState.Position)
  /// Its device failed to move, in the word for it: `jammed`.
  case stuck(String)
  /// Not known, in the word for it. Never taken for off.
  case unknown(String)

  /// Where its switch stands. What moves has not arrived, so that it counts as on: a lock that is `locking` is not locked.
  var switchState: SwitchState {
    switch self {
    case .on, .moving: SwitchState(.enabled)
    case .off: SwitchState(.disabled)
    case .stuck, .unknown: SwitchState(.unknown)
    }
  }

  /// Whether it is on its way.
  var isMoving: Bool { if case .moving = self { true } else { false } }
}

extension EntityDomain {
  /// What `state` means in this domain.
  func condition(_ state: String) -> EntityCondition {
    if words.on.contains(state) { return .on }
    if words.off.contains(state) { return .off }
    if let end = words.moving[state] { return .moving(state, to: end) }
    return words.stuck.contains(state) ? .stuck(state) : .unknown(state)
  }
}
