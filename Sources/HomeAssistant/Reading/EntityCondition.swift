import Providers

/// What the state of an entity comes to.
enum EntityCondition: Hashable, Sendable {
  /// On, unlocked, open.
  case on
  /// Off, locked, closed.
  case off
  /// On its way, in the word for it: `locking`. Of a group some members may be elsewhere, and then nothing says to where.
  case moving(String, to: SwitchState.Position?)
  /// Some members of a group are on and some are off.
  case mixed
  /// Its device failed to move, in the word for it: `jammed`.
  case stuck(String)
  /// Of a group some members are not known, and in which words that is said; of the others some are on, some are off.
  case partly(on: Bool, off: Bool, String)
  /// Not known, and in which words that is said. Never taken for off.
  case unknown(String)
  /// Not known, as it is a group that cannot be judged.
  case faulty(GroupFault)

  /// Where its switch stands. What moves has not arrived, so that it counts as on: a lock that is `locking` is not locked.
  var switchState: SwitchState {
    switch self {
    case .on, .moving: SwitchState(.enabled)
    case .off: SwitchState(.disabled)
    case .mixed, .partly: SwitchState(.mixed)
    case .stuck, .unknown, .faulty: SwitchState(.unknown)
    }
  }

  /// Whether those members of a group that are known are where `wanted` has them.
  func fulfilsAsKnown(_ wanted: SwitchState) -> Bool {
    guard case .partly(let on, let off, _) = self else { return fulfils(wanted) }
    return wanted.position.asSwitch == true ? !off : !on
  }

  /// Whether it is on its way.
  var isMoving: Bool { if case .moving = self { true } else { false } }

  /// Where it is once it rests; nil where that is not known.
  var ends: SwitchState.Position? {
    switch self {
    case .on: .enabled
    case .off: .disabled
    case .moving(_, let end): end
    case .mixed, .partly, .stuck, .unknown, .faulty: nil
    }
  }

  /// Whether it is where `wanted` has it, and stays there.
  func fulfils(_ wanted: SwitchState) -> Bool {
    switch self {
    case .on: wanted.position == .enabled
    case .off: wanted.position == .disabled
    case .moving, .mixed, .partly, .stuck, .unknown, .faulty: false
    }
  }
}

extension EntityDomain {
  /// What `state` means in this domain.
  func condition(_ state: String) -> EntityCondition {
    if ["unavailable", "unknown"].contains(state) { return .unknown(state) }
    switch reading {
    case .busyUnless(let off): return off.contains(state) ? .off : .on
    case .words(let on, let off, let moving, let stuck):
      if on.contains(state) { return .on }
      if off.contains(state) { return .off }
      if let end = moving[state] { return .moving(state, to: end) }
      return stuck.contains(state) ? .stuck(state) : .unknown(state)
    }
  }
}
