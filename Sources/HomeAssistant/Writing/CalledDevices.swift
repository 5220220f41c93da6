import Providers
import Synchronization

/// The devices that one run has called, each with where it was last to go: what is there by then was not moved by somebody
/// else.
final class CalledDevices: Sendable {
  private let goals = Mutex<[EntityID: SwitchState.Position]>([:])

  /// Notes that `device` is about to be called.
  func note(_ device: EntityID, _ goal: SwitchState.Position) {
    goals.withLock { $0[device] = goal }
  }

  /// Whether `device` was called to go there.
  func contains(_ device: EntityID, _ goal: SwitchState.Position) -> Bool {
    goals.withLock { $0[device] == goal }
  }
}
