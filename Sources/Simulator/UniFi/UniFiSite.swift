/// A site of a console, and what is configured in it.
public struct UniFiSite: Sendable {
  /// A UUID.
  public var id: String
  /// The short name that the private interfaces use.
  public var internalReference: String
  /// What the web page shows.
  public var name: String
  /// In order of evaluation; a rule's position is its `index`.
  public var aclRules: [ACLRule]
  /// The networks of the home.
  public var networks: [UniFiNetwork]
  /// What it has adopted.
  public var devices: [UniFiDevice]
  /// Nil until the site has been moved to the zone-based firewall.
  public var zoneFirewall: ZoneFirewall?
  /// In the order they are listed.
  public var wiFis: [WiFiBroadcast]
  /// What uses the network, connected or not.
  public var clients: [UniFiClient]
  /// The lists that policies may name, as UUIDs.
  public var trafficMatchingListIDs: [String] = []

  /// A site from its parts; the id is that of the default site of real consoles. `networkIDs` are further networks,
  /// of which nothing else is known; `deviceIDs` are its switches.
  public init(
    id: String = "88f7af54-98f8-306a-a1c7-c9349722b1f6", internalReference: String = "default",
    name: String = "Default", aclRules: [ACLRule] = [], networkIDs: [String] = [], deviceIDs: [String] = [],
    zoneFirewall: ZoneFirewall? = nil, networks: [UniFiNetwork] = [], wiFis: [WiFiBroadcast] = [],
    clients: [UniFiClient] = []
  ) {
    self.id = id
    self.internalReference = internalReference
    self.name = name
    self.aclRules = aclRules
    self.networks = networks
    devices = deviceIDs.map { UniFiDevice(id: $0, name: "Switch", features: ["switching"]) }
    self.zoneFirewall = zoneFirewall
    self.wiFis = wiFis
    self.clients = clients
    self.networkIDs += networkIDs
  }

  /// The switches that rules may name, as UUIDs.
  public var deviceIDs: [String] { devices.filter(\.isSwitch).map(\.id) }

  /// The networks that rules may name, as UUIDs. Setting removes the others, and adds those that are missing.
  public var networkIDs: [String] {
    get { networks.map(\.id) }
    set {
      let known = networks
      networks = newValue.enumerated().map { place, id in
        known.first { $0.id == id } ?? UniFiNetwork(id: id, name: "Network \(place + 1)", vlanID: place + 2)
      }
    }
  }

  /// As it appears in the list of sites; 9.0 did not have the short name.
  func overview(_ version: UniFiVersion) -> JSONValue {
    var site: JSONValue = ["id": .string(id), "name": .string(name)]
    if version >= "9.1" { site["internalReference"] = .string(internalReference) }
    return site
  }
}
