import Providers
import Synchronization

/// The time that a run has once a signal has told it to end, for a write in flight and for ending its sessions; then
/// every exchange that still hangs is given up.
final class LastMoments: Sendable {
  /// How long they are: two seconds less than the kernel's timer leaves, so that what was done is still written down and
  /// told.
  private static let grace = Duration.seconds(Int64(Watchdog.patienceSeconds) - 2)

  private let network: any ReadingNetwork
  private let waiting = Mutex<Task<Void, Never>?>(nil)

  init(_ network: any ReadingNetwork) { self.network = network }

  /// They begin, once, where it was a signal: the deadline of a run has a grace of its own.
  func begin(_ reason: StopSignal.Reason) {
    guard reason != .deadline else { return }
    waiting.withLock { waiting in
      waiting =
        waiting
        ?? Task(executorPreference: network.executor) { [network] in
          await network.sleep(Self.grace)
          if !Task.isCancelled { network.cancelAll() }
        }
    }
  }

  /// All has ended in time. Left behind, what waits would stand still for ever and keep the loop that it waits on.
  func end() async {
    let task = waiting.withLock { $0 }
    task?.cancel()
    await task?.value
  }
}
