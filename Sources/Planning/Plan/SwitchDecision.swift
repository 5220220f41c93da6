import Policies
import Providers

/// What to do about a switch that is enabled or disabled.
///
/// | wanted | live | action |
/// |---|---|---|
/// | nothing | anything | leave |
/// | enabled | enabled | none |
/// | disabled | disabled | none |
/// | disabled | absent | none: an entry that is not there has no effect either, and is not created for that |
/// | anything else | | change, or observe where the target is only observed |
struct SwitchDecision {
  var to: SwitchState?
  var action: PlanEntry.Action

  /// Decides for a switch that is at `live` and is wanted at `wanted`.
  init(wanted: SwitchPosition?, live: SwitchState, enforcement: Enforcement) {
    guard let wanted else {
      (to, action) = (nil, .leave)
      return
    }
    let isGone = wanted == .disabled && live.position == .absent
    let end = isGone ? live : SwitchState(wanted)
    to = end
    // Without a memory of what was seen before, `yield` is like `normal`.
    action = live == end ? .none : enforcement == .observe ? .observe : .change
  }

  /// Where a switch that is at `whenOff` while its target is off belongs in `state`; nil where nothing is wanted.
  ///
  /// | state | rule that blocks | rule that allows, SSID | `when-off: enabled` | `when-off: disabled` | deny | allow |
  /// |---|---|---|---|---|---|---|
  /// | off | enabled | disabled | enabled | disabled | enabled | disabled |
  /// | on | disabled | enabled | disabled | enabled | disabled | enabled |
  static func wanted(whenOff: SwitchPosition, state: TargetState, of states: StatePair) -> SwitchPosition? {
    switch state {
    case states.off: whenOff
    case states.on: whenOff == .enabled ? .disabled : .enabled
    default: nil
    }
  }
}

extension TargetState {
  /// What a switch that is at `switchState` comes to for its target; nil where it is not known what the switch reads
  /// while the target is off.
  init?(_ switchState: SwitchState, whenOff: SwitchPosition?, of states: StatePair) {
    switch switchState.position {
    case .active: self = .active
    case .paused: self = .paused
    case .mixed, .unknown: return nil
    case .enabled, .disabled, .absent:
      guard let whenOff else { return nil }
      // An entry that is not there does no more than one that is disabled.
      let position: SwitchPosition = switchState.position == .enabled ? .enabled : .disabled
      self = position == whenOff ? states.off : states.on
    }
  }
}

extension SwitchState {
  /// A switch that is enabled or disabled.
  init(_ position: SwitchPosition) {
    switch position {
    case .enabled: self.init(Position.enabled)
    case .disabled: self.init(Position.disabled)
    }
  }

  /// Where a switch that is enabled or disabled stands; nil for what is neither, and for blocking.
  var switchPosition: SwitchPosition? {
    switch position {
    case .enabled: .enabled
    case .disabled: .disabled
    case .active, .paused, .absent, .mixed, .unknown: nil
    }
  }
}

extension Selector {
  /// What the switch reads while the target is off, where the target says it.
  var whenOff: SwitchPosition? {
    switch self {
    case .objects(_, _, _, let whenOff): whenOff
    case .entries(_, _, let entries): entries.list.whenOff
    case .devices: .enabled
    case .whole, .action, .targets, .unspecified: nil
    }
  }
}

extension DomainEntries.List {
  /// What the switch of an entry reads while its target cannot be reached.
  var whenOff: SwitchPosition {
    switch self {
    case .deny: .enabled
    case .allow: .disabled
    }
  }
}
