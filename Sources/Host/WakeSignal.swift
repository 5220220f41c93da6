import Synchronization

/// Ends the sleep of a program that stays when something happens, and keeps what happened meanwhile.
package final class WakeSignal: Sendable {
  /// What happened; the one that is told of first has the lowest number.
  package enum Reason: Int, Comparable, Sendable {
    /// The program is to end.
    case stop
    /// Somebody asked for the policy to be read again.
    case reload
    /// The files of the policy, or of the state, were touched.
    case files
    /// The clock was set, or the machine woke up.
    case clock

    /// The one that is told of first is the lesser one.
    package static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
  }

  private struct State: Sendable {
    var reasons: Set<Reason> = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  /// Something happened.
  package func send(_ reason: Reason) {
    let wake = state.withLock { state in
      state.reasons.insert(reason)
      return state.wake
    }
    wake?()
  }

  /// Sleeps for `duration`, or until it is sent, or not at all where it was sent already; says why, or nil.
  package func sleep(_ duration: Duration, _ network: any ReadingNetwork) async -> Reason? {
    let sleeper = Task(executorPreference: network.executor) { await network.sleep(duration) }
    let wasSent = state.withLock { state in
      state.wake = { sleeper.cancel() }
      return !state.reasons.isEmpty
    }
    if wasSent { sleeper.cancel() }
    await sleeper.value
    return state.withLock { state in
      state.wake = nil
      return state.reasons.min().flatMap { state.reasons.remove($0) }
    }
  }
}
