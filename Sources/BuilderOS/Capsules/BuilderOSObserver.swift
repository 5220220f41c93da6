import Policies
import Providers

/// Looks at a BuilderOS host: which capsules there are, which shows the key to be right, and which version it is.
struct BuilderOSObserver: Observer {
  let client: BuilderOSClient

  /// Stands for the version of a host that does not say which one it is.
  static let noVersion = "unknown"

  /// Lists the capsules. None of them tells whether it runs.
  func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    let capsules = try await client.capsules()
    // It is only for show, and a host that does not say it is asked all the same.
    let version = try? await client.version()
    return Observation(
      system: client.system, version: version ?? Self.noVersion, title: BuilderOSMessages.title(version),
      objects: kinds.contains(.capsule) ? capsules.map { ObservedObject($0) } : [])
  }

  /// There is nothing to end.
  func close() async {}
}
