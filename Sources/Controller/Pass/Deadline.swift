package import Host
import Providers

/// How long a run may take. What has begun with a door is waited for beyond that, as long as its system says.
package struct Deadline: Sendable {
  /// How much longer a write in flight and the end of a session may take; then every exchange is given up.
  static let grace = Duration.seconds(5)

  /// How often it is looked whether a door has arrived.
  private static let lookAgain = Duration.milliseconds(250)

  private let seconds: Int64

  package init(_ seconds: Int64) { self.seconds = seconds }

  /// Runs `body`; when the time is over first, the run is asked to end, and a little later every exchange that still
  /// hangs is given up. A run that does not even get to that is ended from outside.
  package func limit<Value: Sendable>(
    _ network: any ReadingNetwork, _ stop: StopSignal, _ body: @Sendable () async -> Value
  ) async -> Value {
    let limit = Duration.seconds(seconds)
    network.endProcess(after: seconds)
    defer { network.endProcess(after: nil) }
    let expected = network.uptime + limit
    stop.expect(at: expected)
    let watch = Task(executorPreference: network.executor) {
      await network.sleep(limit)
      guard !Task.isCancelled else { return }
      stop.request(.deadline)
      await network.sleep(Self.grace)
      while !Task.isCancelled, let end = stop.heldUntil, end > network.uptime {
        // What moves may go on for longer than the kernel's timer leaves, which comes after that then.
        if end > expected + Patience.answer {
          network.endProcess(after: (end - network.uptime).components.seconds + 1)
        }
        await network.sleep(Self.lookAgain)
      }
      if !Task.isCancelled { network.cancelAll() }
    }
    let value = await body()
    watch.cancel()
    // Left behind it would stand still for ever, and keep the loop with its descriptors that it waits on.
    await watch.value
    return value
  }
}
