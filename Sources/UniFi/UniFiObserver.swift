public import HTTPTransport
public import Reconciliation

/// Reads a UniFi console through the Integration API v1: info, sites, and the rules in pages of 200.
public struct UniFiObserver: Observer {
  /// The kinds that it reads; of others it returns no objects.
  public static let readableKinds: Set<ResourceKind> = [.aclRule]

  let client: UniFiClient

  /// An observer of the console at the other end of `door`, for one run.
  public init(_ settings: UniFiSettings, read door: any ReadDoor, sleep: @escaping Sleep) {
    client = UniFiClient(settings: settings, door: door, sleep: sleep)
  }

  /// Reads the version, the site and, where they are asked for, all ACL rules.
  ///
  /// Throws `unsupported` below version 10.0 and `notFound` where the site is not certain.
  public func observe(_ kinds: Set<ResourceKind>) async throws(ProviderError) -> Observation {
    let version = try await client.version()
    let site = try await client.site()
    let asked = kinds.contains(.aclRule)
    let rules = asked ? try await client.rules(of: site) : []
    return Observation(
      system: client.settings.system, version: version, title: "UniFi Network \(version), site \(site.name)",
      objects: rules.map(\.liveObject), warnings: asked && rules.isEmpty ? [UniFiWording.noRules] : [])
  }

  /// Does nothing: a key opens no session.
  public func close() async {}
}
