import Documents
import Providers

extension SwitchedObject {
  /// The object as the planner sees it; `qualifier` tells it from others of its name.
  func liveObject(qualifier: String? = nil) -> ObservedObject {
    ObservedObject(
      kind: Self.traits.kind, id: id, name: name, switchState: SwitchState(isEnabled ? .enabled : .disabled),
      whenOff: action.whenOff, isSelectableByPattern: action.isSelectableByPattern, isUserDefined: isWritable,
      enableBlocker: enableBlocker, ownSchedule: ownSchedule, qualifier: qualifier, switchBlocker: switchBlocker)
  }

  /// Why it must not be switched although a person made it.
  private var switchBlocker: Message? {
    guard head.origin == .userDefined else { return nil }
    if case .other(let spelling) = action { return UniFiMessages.unknownAction(spelling) }
    return id == nil ? UniFiMessages.noID : nil
  }
}
