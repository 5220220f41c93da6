package import Host
package import Providers

extension StopSignal {
  /// What `read` gives; it ends as soon as the run is to end, and then says why. Where something else had to come first
  /// that took as long as `spent`, it has so much more time; where `time` is given, it has that at most.
  package func reading<Value: Sendable>(
    _ network: any ReadingNetwork, spent: Duration = .zero, within time: Duration? = nil,
    _ read: @escaping @Sendable () async -> Result<Value, ProviderError>
  ) async -> Result<Value, ProviderError> {
    let result =
      if let time {
        await reading(network, within: time, endsAt: { _ in true }, read)
      } else if spent > .zero {
        await readingLonger(network, by: spent, read)
      } else {
        await whileReading(on: network.executor, read)
      }
    // An exchange that was cut off says only that it was; why is known here.
    guard case .failure(let error) = result, error.kind == .cancelled else { return result }
    return .failure(time != nil && reason == nil ? PassMessages.notReadInTime : PassMessages.cutOff(reason))
  }

  /// The same as `whileReading`, but the run's end comes later by `extra`. A signal ends it at once.
  private func readingLonger<Value: Sendable>(
    _ network: any ReadingNetwork, by extra: Duration, _ read: @escaping @Sendable () async -> Value
  ) async -> Value {
    let time = timeLeft(at: network.uptime) + extra
    let hold = hold(until: network.uptime + time)
    defer { release(hold) }
    return await reading(network, within: time, endsAt: { $0 != .deadline }, read)
  }

  /// What `read` gives; it ends after `time`, or where the run is to end for a reason that counts.
  private func reading<Value: Sendable>(
    _ network: any ReadingNetwork, within time: Duration, endsAt counts: @escaping @Sendable (Reason) -> Bool,
    _ read: @escaping @Sendable () async -> Value
  ) async -> Value {
    let task = Task(executorPreference: network.executor, operation: read)
    let number = whenRequested { reason in if counts(reason) { task.cancel() } }
    defer { forget(number) }
    let limit = Task(executorPreference: network.executor) {
      await network.sleep(time)
      if !Task.isCancelled { task.cancel() }
    }
    let value = await task.value
    limit.cancel()
    // Left behind it would stand still for ever, and keep the loop that it waits on.
    await limit.value
    return value
  }
}
