public import Policies

/// What somebody can look up on a system before writing a policy.
public struct Directory: Sendable {
  /// What is connected now, in the system's order.
  public var clients: @Sendable () async -> Result<[ConnectedClient], ProviderError>
  /// The applications and their kinds that a target can name, in the system's order.
  public var traffic: @Sendable () async -> Result<[CatalogueEntry], ProviderError>

  /// What can be looked up.
  public init(
    clients: @escaping @Sendable () async -> Result<[ConnectedClient], ProviderError>,
    traffic: @escaping @Sendable () async -> Result<[CatalogueEntry], ProviderError>
  ) {
    self.clients = clients
    self.traffic = traffic
  }
}

/// Something that is connected to a network.
public struct ConnectedClient: Hashable, Sendable {
  /// What the system calls it; not trusted by a terminal.
  public var name: String
  /// What it is known by; nil where the system gives none, as of a VPN.
  public var mac: MACAddress?
  /// Its IP address as the system gives it; nil where it has none.
  public var address: String?
  /// How it is connected.
  public var link: Link

  /// How something is connected.
  public enum Link: String, Hashable, Sendable {
    case wired
    case wifi = "WiFi"
    case vpn = "VPN"
    case other
  }

  /// Something that is connected.
  public init(name: String, mac: MACAddress?, address: String?, link: Link) {
    self.name = name
    self.mac = mac
    self.address = address
    self.link = link
  }
}

/// A line of a system's catalogue of traffic.
public struct CatalogueEntry: Hashable, Sendable {
  /// Whether it is an application or a kind of application.
  public var sort: Sort
  /// What the system calls it.
  public var name: String
  /// Its number.
  public var id: Int

  /// What a line is about.
  public enum Sort: String, Hashable, Sendable {
    case app
    case category
  }

  /// A line of a catalogue.
  public init(_ sort: Sort, _ name: String, id: Int) {
    self.sort = sort
    self.name = name
    self.id = id
  }
}
