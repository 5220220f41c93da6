import CivilTime
import Planning
import Providers
import StateStore

/// Notes in the state, before it is sent, that an object is asked for something whose effect nobody can read: a run
/// that is killed then must not ask for it once more.
struct RequestNotes: Sendable {
  /// The folder of the state, which this run holds.
  let path: String
  /// What earlier runs left.
  let memory: RecordedState
  /// When the run looks.
  let now: Instant

  /// Notes that `change` is under way.
  func note(_ change: Change) throws(StateError) {
    guard let seen = memory.expecting([change], at: now).objects[change.key] else { return }
    try StateStore.keep(seen, at: change.key, in: path)
  }
}

extension RequestNotes? {
  /// Why `change` must not be sent; nil where it may be.
  func obstacle(to change: Change) -> Outcome? {
    guard change.isUnreadable else { return nil }
    guard let self else { return .failed(PassMessages.notNoted("there is no state")) }
    do throws(StateError) {
      try self.note(change)
      return nil
    } catch {
      return .failed(PassMessages.notNoted(error.message))
    }
  }
}
