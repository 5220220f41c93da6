import Documents
package import Host
import Text

/// A line on a terminal while a run takes longer than half a second; it is gone when there is a result.
package struct Progress: Sendable {
  private let environment: Environment

  package init(_ environment: Environment) { self.environment = environment }

  private static let patience = Duration.milliseconds(500)

  /// Does `body`, and shows `text` meanwhile.
  package func show<Value: Sendable>(
    _ text: String, _ network: any ReadingNetwork, during body: @Sendable () async -> Value
  ) async -> Value {
    guard environment.errorIsTerminal else { return await body() }
    let line = Task(executorPreference: network.executor) {
      await network.sleep(Self.patience)
      guard !Task.isCancelled else { return false }
      environment.error("\(text.escaped) …")
      return true
    }
    let value = await body()
    line.cancel()
    if await line.value { environment.error("\r\u{1B}[K") }
    return value
  }
}
