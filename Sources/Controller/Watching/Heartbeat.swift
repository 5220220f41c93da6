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
