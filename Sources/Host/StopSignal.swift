import Providers
import Synchronization

/// A wish to end the run, from a signal or from the deadline. Reading ends at once; a write in flight is finished.
package final class StopSignal: Sendable {
  /// Why the run is to end.
  package enum Reason: Int, Sendable {
    case deadline = 1
    case interrupted
    case terminated

    /// What the program ends with; nil where what was done decides.
    package var status: ExitStatus? {
      switch self {
      case .deadline: nil
      case .interrupted: .interrupted
      case .terminated: .terminated
      }
    }
  }

  private struct State: Sendable {
    var reason: Reason?
    var tasks: [Int: @Sendable (Reason) -> Void] = [:]
    var nextNumber = 0
    var expected: Duration?
    var holds: [Int: Duration] = [:]
  }

  private let state = Mutex(State())

  /// Nothing is to end yet.
  package init() {}

  /// Asks the run to end. The first reason counts.
  package func request(_ reason: Reason) {
    let endings = state.withLock { state in
      state.reason = state.reason ?? reason
      return state.tasks.sorted { $0.key < $1.key }.map(\.value)
    }
    for end in endings { end(reason) }
  }

  /// Why the run is to end; nil while it is not.
  package var reason: Reason? { state.withLock { $0.reason } }

  /// Says when the run is going to be asked to end, by the network's `uptime`.
  package func expect(at end: Duration) { state.withLock { $0.expected = end } }

  /// How much longer the run may go on at the `uptime` of `now`: zero when it is to end, very long where nothing is
  /// known of an end.
  package func timeLeft(at now: Duration) -> Duration {
    state.withLock { state in
      guard state.reason == nil else { return .zero }
      return state.expected.map { max(.zero, $0 - now) } ?? .seconds(Int64.max)
    }
  }

  /// Runs `body` on `executor`; it is cancelled as soon as the run is to end.
  package func whileReading<Value: Sendable>(
    on executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> Value
  ) async -> Value {
    let task = Task(executorPreference: executor, operation: body)
    let number = whenRequested { _ in task.cancel() }
    defer { forget(number) }
    return await task.value
  }

  /// Calls `action` with the reason whenever the run is asked to end, at once where it was already. The number is for
  /// `forget`.
  @discardableResult
  package func whenRequested(_ action: @escaping @Sendable (Reason) -> Void) -> Int {
    let (number, reason) = state.withLock { state in
      state.nextNumber += 1
      state.tasks[state.nextNumber] = action
      return (state.nextNumber, state.reason)
    }
    reason.map(action)
    return number
  }

  /// Something has begun that is waited for up to the uptime `end`, also after the run was to end. The number is for
  /// `release`.
  package func hold(until end: Duration) -> Int {
    state.withLock { state in
      state.nextNumber += 1
      state.holds[state.nextNumber] = end
      return state.nextNumber
    }
  }

  /// What had this number is done.
  package func release(_ number: Int) { state.withLock { $0.holds[number] = nil } }

  /// Up to when something is waited for that has begun; nil where nothing is.
  package var heldUntil: Duration? { state.withLock { $0.holds.values.max() } }

  /// Calls the action of this number no more.
  package func forget(_ number: Int) { state.withLock { $0.tasks[number] = nil } }
}
