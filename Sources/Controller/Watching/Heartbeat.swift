import Host
import Synchronization

/// Tells the supervisor that the program is alive, as long as it gets on: a loop that hangs somewhere falls silent.
final class Heartbeat: Sendable {
  private let lastStep = Mutex(Duration.zero)
  private let longestStep: Duration

  /// `longestStep` is how long the program may be busy with one thing, or asleep.
  init(longestStep: Duration) { self.longestStep = longestStep }

  /// The program got on at `uptime`.
  func step(at uptime: Duration) { lastStep.withLock { $0 = uptime } }

  /// Whether it got on lately, seen from `uptime`.
  func isAlive(at uptime: Duration) -> Bool { uptime - lastStep.withLock { $0 } <= longestStep }

  /// Says so every `pause`, until the task is cancelled.
  func beat(every pause: Duration, _ environment: Environment, _ network: any ReadingNetwork) -> Task<Void, Never> {
    Task(executorPreference: network.executor) {
      while !Task.isCancelled {
        if self.isAlive(at: network.uptime) { environment.notify(ServiceNotice.alive) }
        await network.sleep(pause)
      }
    }
  }
}

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
