import CivilTime
import Planning
import StateStore

/// Where it is written down that an action is about to be sent, and what came of it: at that moment, and for good. The state
/// is opened again for each line, as a pass that is at work holds none.
struct ActionJournal: Sendable {
  private let write: @Sendable (ActionKey, RecordedAction.Standing?, Event?) -> Result<Void, StateError>

  private let writeFailures: @Sendable ([ActionKey: String]) -> Result<Void, StateError>

  /// The journal in the state's folder at `path`.
  init(path: String, now: @escaping @Sendable () -> Instant) {
    write = { key, standing, event in
      Result { () throws(StateError) in
        try StateStore(writing: path, now: now()).note(key, standing, telling: event)
      }
    }
    writeFailures = { failures in
      Result { () throws(StateError) in try StateStore(writing: path, now: now()).keep(failures: failures) }
    }
  }

  /// Gives an action another standing, or forgets one that was never begun, and tells the history of it where there is
  /// something to tell. Throws where that cannot be written, and where it has come that far already.
  func note(_ key: ActionKey, _ standing: RecordedAction.Standing?, telling event: Event? = nil) throws(StateError) {
    try write(key, standing, event).get()
  }

  /// Notes why these were not done, which are still to be.
  func note(failures: [ActionKey: String]) throws(StateError) { try writeFailures(failures).get() }
}
