package import Host
package import Providers

extension StopSignal {
  /// What `read` gives; it ends as soon as the run is to end, and then says why.
  package func reading<Value: Sendable>(
    _ network: any ReadingNetwork, _ read: @escaping @Sendable () async -> Result<Value, ProviderError>
  ) async -> Result<Value, ProviderError> {
    let result = await whileReading(on: network.executor, read)
    // An exchange that was cut off says only that it was; why is known here.
    if case .failure(let error) = result, error.kind == .cancelled { return .failure(PassMessages.cutOff(reason)) }
    return result
  }
}
