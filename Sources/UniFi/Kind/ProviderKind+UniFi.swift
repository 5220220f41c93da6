public import HTTPTransport
public import Policies
public import Providers

extension ProviderKind {
  /// UniFi consoles and UniFi OS Server, through the Network Integration API.
  public static let unifi = ProviderKind(
    system: .unifi, basePath: UniFiKind.basePath(for:), connect: connected, checkup: .unifi, setup: .unifi)

  private static func connected(_ connection: Connection) -> ConnectedSystem {
    let settings = UniFiSettings(
      system: connection.system.name, apiKey: connection.secret ?? Secret(""), site: connection.system.text("site"),
      wifiNames: connection.named.names[.wifi] ?? [])
    let observer = UniFiObserver(settings, read: connection.transport, sleep: connection.sleep)
    return ConnectedSystem(observer: observer) { UniFiApplier(after: observer, write: $0) }
  }
}

/// What a UniFi provider is told of its system; where it answers is the transport's business.
public struct UniFiSettings: Sendable {
  /// The system's name in the policy.
  public var system: Name
  /// Made in Network under Settings, Control Plane, Integrations; acts with the role of the administrator who made it.
  public var apiKey: Secret
  /// The site's name, internal reference or UUID; nil where the console has only one.
  public var site: String?
  /// What targets name among its WiFi broadcasts: of others the detail is not read. Nil where that is not known.
  public var wifiNames: [ObjectNames]?

  /// What a UniFi provider is told.
  public init(system: Name, apiKey: Secret, site: String?, wifiNames: [ObjectNames]? = nil) {
    self.system = system
    self.apiKey = apiKey
    self.site = site
    self.wifiNames = wifiNames
  }
}
