import Policies

/// The actions that a policy may ask for at a time. Those that turn over whatever is there are not among them: done once
/// too often they do the opposite.
enum GuestAction {
  /// All of them, those of both contracts.
  static let all: [SelectorKind.Action] = [
    .init("door.open", permission: .mayOpen, opens: .lock), .init("door.unlock", permission: .mayUnlock, opens: .lock),
    .init("door.lock", isRestricting: true), .init("garage.open", permission: .mayOpen, opens: .cover),
    .init("garage.close", isRestricting: true), .init("switch.on"), .init("switch.off", isRestricting: true),
    .init("light.on"), .init("light.off", isRestricting: true),
  ]
}
