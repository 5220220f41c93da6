import Providers

extension SwitchedObject {
  /// The object as the planner sees it; `qualifier` tells it from others of its name.
  func liveObject(qualifier: String? = nil) -> LiveObject {
    LiveObject(
      kind: Self.traits.kind, id: id, name: name, setting: Setting(isEnabled ? .enabled : .disabled),
      whenOff: action.whenOff, isSelectableByPattern: action.isSelectableByPattern, isUserDefined: isWritable,
      refusalToEnable: refusalToEnable, ownSchedule: ownSchedule, qualifier: qualifier, obstacle: obstacle)
  }

  /// Why it must not be switched although a person made it.
  private var obstacle: Notice? {
    guard head.origin == .userDefined else { return nil }
    if case .other(let spelling) = action { return UniFiWording.unknownAction(spelling) }
    return id == nil ? UniFiWording.noID : nil
  }
}
