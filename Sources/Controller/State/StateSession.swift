import CivilTime
import Documents
package import Host
import Planning
import Policies
import Providers
package import StateStore
import Text

/// The state of one apply: held by one writer, read before the systems are, and written after them.
///
/// What is wrong with it is told of and is no reason not to enforce the schedule, but for a state that cannot
/// be opened, as this user may not or something else is in its place, or that another run holds.
package final class StateSession {
  /// For how long another run is waited for, in seconds.
  package static let patienceSeconds = 10
  /// How often it is looked whether that run has ended.
  private static let step = Duration.milliseconds(100)

  /// What is known of earlier runs.
  package let remembered: StateSnapshot
  /// Nil where the state cannot be used, so that this run remembers nothing.
  private(set) var store: StateStore?
  /// What can be read of the state, also where it cannot be written.
  private(set) var readable: StateStore?
  private let path: String
  private var lock: WriterLock?
  /// What is wrong with the state, as standard error was told, once each.
  private(set) var told: [Finding] = []

  /// Why an apply must not go on.
  package enum Refusal: Error {
    case forbidden(StateError)
    case held(path: String, seconds: Int)
  }

  private init(
    _ remembered: StateSnapshot, _ store: StateStore?, readable: StateStore?, _ path: String, _ lock: WriterLock?
  ) {
    self.remembered = remembered
    self.store = store
    self.readable = readable
    self.path = path
    self.lock = lock
  }

  /// What takes down, at `now`, what is about to be done for `policy`, which has this fingerprint; nil where nothing can be
  /// remembered.
  func notes(for policy: Policy, _ fingerprint: String, at now: Instant) -> RequestNotes? {
    guard store != nil, let memory = remembered.named(by: policy).memory else { return nil }
    return RequestNotes(
      path: path, remembered: remembered, memory: memory, policy: policy, fingerprint: fingerprint, now: now)
  }

  /// Takes the lock of the state at `places`, for which it waits for `seconds`, and opens the state.
  /// What is not there is made. Without a state nothing is left to follow where the policy that was `loaded` is broken.
  package static func opened(
    _ places: Places, _ environment: Environment, for loaded: LoadedPolicy? = nil,
    waiting seconds: Int = patienceSeconds
  ) throws(Refusal) -> StateSession {
    places.state.makeFoldersAbove()
    let path = places.state.path
    var lock: WriterLock?
    do throws(StateError) {
      lock = try locked(path, environment, waiting: seconds)
      if let lock {
        let (store, remembered) = try read(places, environment)
        let session = StateSession(remembered, store, readable: store, path, lock)
        session.tellSetAside(store, environment)
        return session
      }
    } catch {
      guard error.kind != .forbidden else { throw .forbidden(error) }
      if let (readable, remembered) = onlyRead(places, environment, because: error) {
        let session = StateSession(remembered, nil, readable: readable, path, lock)
        session.tellNotKept(error) { environment.warn($0) }
        return session
      }
      let isBroken = loaded.map { $0.policy == nil } ?? false
      let session = StateSession(StateSnapshot(), nil, readable: nil, path, lock)
      let remedy = StateMessages.remedy(error)
      session.tell(
        "state.unknown", (isBroken ? StateMessages.notUsedForLastGood : StateMessages.notUsed)(error.message),
        hint: remedy
      ) { environment.warn($0) }
      if let remedy { environment.error("hint: \(remedy.escaped)\n") }
      return session
    }
    throw .held(path: path, seconds: seconds)
  }

  /// The state at `places`, and what is in it. Damage that shows only in the reading is mended there and then.
  private static func read(
    _ places: Places, _ environment: Environment
  ) throws(StateError) -> (StateStore, StateSnapshot) {
    let (path, now) = (places.state.path, environment.now())
    let store = try StateStore(writing: path, now: now)
    do throws(StateError) {
      return (store, try StateSnapshot(store, policy: places.policy, environment))
    } catch {
      guard error.kind == .damaged else { throw error }
      let fresh = try StateStore(replacing: path, now: now)
      return (fresh, try StateSnapshot(fresh, policy: places.policy, environment))
    }
  }

  /// The state at `places`, which cannot be written because of `error`, and what is in it: a lock holds all the same. Nil
  /// where it cannot be read either, or must not be.
  private static func onlyRead(
    _ places: Places, _ environment: Environment, because error: StateError
  ) -> (StateStore, StateSnapshot)? {
    guard error.kind != .untrusted else { return nil }
    do throws(StateError) {
      guard let store = try StateStore(reading: places.state.path) else { return nil }
      return (store, try StateSnapshot(store, policy: places.policy, environment))
    } catch {
      return error.kind != .damaged ? nil : salvaged(places, environment)
    }
  }

  /// What can be read of a damaged state in whose place no new one can be put: there may be no room on the disk.
  private static func salvaged(_ places: Places, _ environment: Environment) -> (StateStore, StateSnapshot)? {
    do throws(StateError) {
      guard let store = try StateStore(salvaging: places.state.path, now: environment.now()) else { return nil }
      return (store, try StateSnapshot(store, policy: places.policy, environment))
    } catch {
      return nil
    }
  }

  /// Tells of `error`, with which something could not be written: once, whatever else cannot.
  func tellNotKept(_ error: StateError, _ warn: (String) -> Void) {
    tell("state.not-writable", StateMessages.notKept(error.message), hint: StateMessages.remedy(error), warn)
  }

  private func tellSetAside(_ store: StateStore, _ environment: Environment) {
    if let found = store.setAside { tell("state.set-aside", found) { environment.warn($0) } }
  }

  private func tell(_ code: String, _ text: String, hint: String? = nil, _ warn: (String) -> Void) {
    let found = Finding(Message(code: code, text, hint: hint))
    guard !told.contains(found) else { return }
    told.append(found)
    warn(text)
  }

  /// Goes on with a new file, as the one that was opened turned out to be damaged.
  func replaceStore(_ environment: Environment) throws(StateError) -> StateStore {
    let fresh = try StateStore(replacing: path, now: environment.now())
    tellSetAside(fresh, environment)
    (store, readable) = (fresh, fresh)
    return fresh
  }

  /// Notes which actions later runs may do, and hands back where to write what becomes of those that are due; nil where
  /// nothing can be noted.
  func journal(for actions: DueActions, _ environment: Environment) -> ActionJournal? {
    guard let store else { return nil }
    do throws(StateError) {
      try store.keep(actions.recorded)
    } catch {
      tellNotKept(error) { environment.warn($0) }
      return nil
    }
    return ActionJournal(path: path, now: environment.now)
  }

  /// Lets the next run have the state: what is still to be said may take as long as whoever reads it likes.
  package func release() {
    (store, readable) = (nil, nil)
    lock = nil
  }

  /// The lock of the state at `path`; nil where another run holds it for so many `seconds`.
  static func locked(
    _ path: String, _ environment: Environment, waiting seconds: Int = patienceSeconds
  ) throws(StateError) -> WriterLock? {
    for _ in 0..<seconds * 10 {
      if let lock = try WriterLock(path) { return lock }
      environment.pause(step)
    }
    return try WriterLock(path)
  }
}

extension StateSession.Refusal {
  /// The same, after what is wrong with the policy, which is what it ends with then.
  package func tell(_ environment: Environment, beside loaded: LoadedPolicy) -> ExitStatus {
    guard loaded.policy == nil else { return tell(environment) }
    let status = loaded.refuse(environment)
    _ = tell(environment)
    return status
  }

  /// Says why, and what to end with.
  package func tell(_ environment: Environment) -> ExitStatus {
    switch self {
    case .forbidden(let error):
      environment.refuse(error.message, hint: error.hint)
      return .credentials
    case .held(let path, let seconds):
      environment.refuse(StateMessages.held(path, seconds: seconds), hint: StateMessages.heldHint)
      return .tryAgain
    }
  }
}
