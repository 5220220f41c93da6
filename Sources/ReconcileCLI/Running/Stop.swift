import Reconciliation
import Synchronization

/// A wish to end the run, from a signal or from the deadline. Reading ends at once; a write in flight is finished.
public final class Stop: Sendable {
  /// Why the run is to end.
  public enum Reason: Int, Sendable {
    case deadline = 1
    case interrupted
    case terminated

    /// What the program ends with; nil where what was done decides.
    var status: ExitStatus? {
      switch self {
      case .deadline: nil
      case .interrupted: .interrupted
      case .terminated: .terminated
      }
    }
  }

  private struct State: Sendable {
    var reason: Reason?
    var reading: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Nothing is to end yet.
  public init() {}

  /// Asks the run to end. The first reason counts.
  public func request(_ reason: Reason) {
    let reading = state.withLock { state in
      state.reason = state.reason ?? reason
      return state.reading
    }
    reading?.cancel()
  }

  /// Why the run is to end; nil while it is not.
  var reason: Reason? { state.withLock { $0.reason } }

  /// Runs `body` on `executor`; it is cancelled as soon as the run is to end.
  func whileReading(on executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> Void) async {
    let task = Task(executorPreference: executor, operation: body)
    let isAlreadyOver = state.withLock { state in
      state.reading = task
      return state.reason != nil
    }
    if isAlreadyOver { task.cancel() }
    await task.value
    state.withLock { $0.reading = nil }
  }
}
