import Host
import Synchronization

/// The time that a program has, once it is told to end, for a write in flight and for ending its sessions; then every
/// exchange that still hangs is given up.
final class GracePeriod: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// It begins, and lasts for `duration`.
  func begin(_ duration: Duration, _ network: any ReadingNetwork) {
    let waiting = Task(executorPreference: network.executor) {
      await network.sleep(duration)
      if !Task.isCancelled { network.cancelAll() }
    }
    task.withLock { $0 = waiting }
  }

  /// All has ended in time. Left behind, what waits would stand still for ever and keep the loop that it waits on.
  func end() async {
    let waiting = task.withLock { $0 }
    waiting?.cancel()
    await waiting?.value
  }
}
