internal import Policies
internal import Reconciliation

// | action | off means | a pattern selects it |
// |--------|-----------|----------------------|
// | BLOCK  | enabled   | yes                  |
// | ALLOW  | disabled  | no                   |
// | other  | nothing   | no, never written    |

extension ACLRule {
  /// The rule as the planner sees it.
  var liveObject: LiveObject {
    LiveObject(
      kind: .aclRule, id: id, name: name, setting: setting, whenOff: whenOff,
      isSelectableByPattern: action == .block, isUserDefined: isWritable, refusalToEnable: refusalToEnable)
  }

  /// Where the switch stands.
  var setting: Setting { Setting(isEnabled ? .enabled : .disabled) }

  /// Why it must not be enabled.
  var refusalToEnable: Notice? {
    action == .block && matchesEverything ? UniFiWording.blocksEverything(name) : nil
  }

  private var whenOff: SwitchPosition? {
    switch action {
    case .block: .enabled
    case .allow: .disabled
    case .other: nil
    }
  }
}
