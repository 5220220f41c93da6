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
      wifiNames: connection.named.names[.wifi] ?? [], devices: connection.named.devices,
      zones: FirewallZones.Named(
        home: connection.system.texts("lan-zones"), internet: connection.system.text("internet-zone")),
      isThroughConnector: UniFiKind.isConnector(connection.system.url))
    let observer = UniFiObserver(settings, read: connection.transport, sleep: connection.sleep)
    var connected = ConnectedSystem(observer: observer) { UniFiApplier(after: observer, write: $0) }
    connected.directory = observer.client.directory
    connected.obstacles = { await observer.client.obstacles(of: $0) }
    return connected
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
  /// What the policy wants made for devices; nil where that is nothing.
  public var devices: DeviceInterest?
  /// What the policy says of the firewall's zones.
  var zones = FirewallZones.Named()
  /// Whether the console is reached through the vendor's cloud.
  var isThroughConnector = false

  /// What a UniFi provider is told.
  public init(
    system: Name, apiKey: Secret, site: String?, wifiNames: [ObjectNames]? = nil, devices: DeviceInterest? = nil
  ) {
    self.system = system
    self.apiKey = apiKey
    self.site = site
    self.wifiNames = wifiNames
    self.devices = devices
  }

  fileprivate init(
    system: Name, apiKey: Secret, site: String?, wifiNames: [ObjectNames]?, devices: DeviceInterest?,
    zones: FirewallZones.Named, isThroughConnector: Bool
  ) {
    self.init(system: system, apiKey: apiKey, site: site, wifiNames: wifiNames, devices: devices)
    self.zones = zones
    self.isThroughConnector = isThroughConnector
  }
}
