import CivilTime
package import Host
import Providers
import Planning
package import StateStore

/// Writing to the state outside a run, as the only writer.
package enum StateWriting {
  /// What is done where no state is there, or a damaged one.
  package enum Lack: Sendable {
    /// An empty one is begun, and what is damaged is set aside.
    case isFilled
    /// Nothing: that is left to a run, whose report says it.
    case isRefused
  }

  /// Runs `body` on the state in `directory`. Nobody else writes meanwhile. Throws
  /// `busy` where another writer does for so many `seconds`, and `clock` where that cannot be right.
  package static func perform<Result>(
    in directory: StateDirectory, _ environment: Environment, waiting seconds: Int = StateSession.patienceSeconds,
    lack: Lack = .isFilled, _ body: (StateStore) throws(StateError) -> Result
  ) throws(StateError) -> Result {
    let folder = directory.path
    let before = environment.now()
    guard Version.wasReleased(by: before) else { throw StateMessages.clockTooEarly(before) }
    switch lack {
    case .isFilled: directory.makeFoldersAbove()
    // Before the folder is made for the lock.
    case .isRefused: try StateStore.requireState(in: folder)
    }
    guard let lock = try StateSession.locked(folder, environment, waiting: seconds) else {
      throw StateMessages.stateIsHeld(folder, seconds: seconds)
    }
    let now = environment.now()
    // The lock ends with its last use, which must not be before the writing.
    defer { withExtendedLifetime(lock) {} }
    if case .isRefused = lack { return try body(StateStore(standing: folder, now: now)) }
    let store = try StateStore(writing: folder, now: now)
    if let found = store.setAside { environment.warn(found) }
    do throws(StateError) {
      return try body(store)
    } catch {
      guard error.kind == .damaged else { throw error }
      let fresh = try StateStore(replacing: folder, now: now)
      if let found = fresh.setAside { environment.warn(found) }
      return try body(fresh)
    }
  }
}

extension StateError {
  /// What a command ends with that can do nothing without the state.
  package var exitStatus: ExitStatus {
    switch kind {
    case .forbidden, .readOnly, .untrusted: .credentials
    case .busy, .unfinished, .clock: .tryAgain
    case .readOnlyDisk, .full, .newer, .damaged, .missing, .failed: .failure
    }
  }

  /// Says what was found on standard error, and what to do about it.
  package func report(_ environment: Environment, hint: String?) -> ExitStatus {
    environment.refuse(message, hint: hint)
    return exitStatus
  }
}
