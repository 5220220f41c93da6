import CivilTime
import Planning
import Policies
import Providers
import StateStore

/// Notes in the state what a run is about to do, before it does it: one that is killed then leaves word of it.
struct RequestNotes: Sendable {
  /// The folder of the state, which this run holds.
  let path: String
  /// What earlier runs left, as it is in the state.
  let remembered: StateSnapshot
  /// The same by the names of now.
  let memory: RecordedState
  /// What is followed.
  let policy: Policy
  /// What tells it from others.
  let fingerprint: String
  /// When the run looks.
  let now: Instant

  /// Notes that `change`, whose effect nobody can read, is under way: it must not be asked for once more.
  func note(_ change: Change) throws(StateError) {
    guard let seen = memory.expecting([change], at: now).objects[change.key] else { return }
    try StateStore.keep([change.key: seen], in: path)
  }

  /// Notes what `plan` is about to move, all of it at once: nothing that is switched off may be left so without anybody
  /// knowing. Where that cannot be written it is moved all the same.
  func note(movesOf plan: Plan) {
    guard let (after, events) = remembered.remembering(plan.asCarriedOut, of: policy, fingerprint) else { return }
    let file = remembered.following?.file(of: policy)
    var moves = memory.underWay(plan, after: after, events, of: file)
    // The rows of a system that has another address by now still say what was left at the old one.
    let left = remembered.memory?.moves(to: policy).left ?? [:]
    if !left.isEmpty { moves = moves.filter { left[$0.key.system] == nil } }
    if !moves.isEmpty { try? StateStore.keep(moves, in: path) }
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
