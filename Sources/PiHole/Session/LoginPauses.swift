import Providers
import Synchronization

/// The waits between two tries of a password. They end as soon as nobody wants the login any more: unlike a login, none
/// of them holds a seat.
final class LoginPauses: Sendable {
  private let state = Mutex<(isOver: Bool, waiting: Task<Void, Never>?)>((false, nil))

  /// Whether no further try is wanted.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Waits for `duration`, or until they are over.
  func wait(_ duration: Duration, _ sleep: @escaping Sleep) async {
    let task = unstructured { await sleep(duration) }
    let isOver = state.withLock { state in
      state.waiting = task
      return state.isOver
    }
    if isOver { task.cancel() }
    await task.value
  }

  /// What `task` gives, a login that has these pauses; they are over once the task that asks is cancelled.
  func outcome<Value>(of task: Task<Value, Never>) async -> Value {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      end()
    }
  }

  /// No further try is wanted.
  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      return state.waiting
    }
    waiting?.cancel()
  }
}
