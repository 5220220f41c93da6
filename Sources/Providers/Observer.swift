public import Policies

/// Looks at one system. It holds the transport's read transport and cannot write, by type.
public protocol Observer: Sendable {
  /// Reads every live object of the kinds `kinds`, with the fewest requests that the system allows. Domain entries
  /// come with the groups that they may belong to.
  func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation

  /// Ends what was begun, such as a session. Called once, whatever happened, also after a cancellation; never throws.
  func close() async
}
