import Synchronization

/// Ends the sleep of a program that stays when something happens, and keeps what happened meanwhile.
public final class Doorbell: Sendable {
  /// What happened; the one that is told of first has the lowest number.
  public enum Ring: Int, Comparable, Sendable {
    /// The program is to end.
    case stop
    /// A person asked for the policy to be read again.
    case reload
    /// The files of the policy, or of the state, were touched.
    case files
    /// The clock was set, or the machine woke up.
    case clock

    /// The one that is told of first is the lesser one.
    public static func < (left: Ring, right: Ring) -> Bool { left.rawValue < right.rawValue }
  }

  private struct State: Sendable {
    var rings: Set<Ring> = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  init() {}

  /// Something happened.
  public func ring(_ ring: Ring) {
    let wake = state.withLock { state in
      state.rings.insert(ring)
      return state.wake
    }
    wake?()
  }

  /// Sleeps for `duration`, or until it rings, or not at all where it has rung; says what for, or nil.
  func sleep(_ duration: Duration, _ network: any ReadingNetwork) async -> Ring? {
    let sleeper = Task(executorPreference: network.executor) { await network.sleep(duration) }
    let hasRung = state.withLock { state in
      state.wake = { sleeper.cancel() }
      return !state.rings.isEmpty
    }
    if hasRung { sleeper.cancel() }
    await sleeper.value
    return state.withLock { state in
      state.wake = nil
      return state.rings.min().flatMap { state.rings.remove($0) }
    }
  }
}
