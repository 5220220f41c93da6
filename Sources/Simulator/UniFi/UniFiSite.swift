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
  /// The networks that rules may name, as UUIDs.
  public var networkIDs: [String]
  /// The switches that rules may name, as UUIDs.
  public var deviceIDs: [String]
  /// Nil until the site has been moved to the zone-based firewall.
  public var zoneFirewall: ZoneFirewall?

  /// A site from its parts; the id is that of the default site of real consoles.
  public init(
    id: String = "88f7af54-98f8-306a-a1c7-c9349722b1f6", internalReference: String = "default",
    name: String = "Default", aclRules: [ACLRule] = [], networkIDs: [String] = [], deviceIDs: [String] = [],
    zoneFirewall: ZoneFirewall? = nil
  ) {
    self.id = id
    self.internalReference = internalReference
    self.name = name
    self.aclRules = aclRules
    self.networkIDs = networkIDs
    self.deviceIDs = deviceIDs
    self.zoneFirewall = zoneFirewall
  }

  /// As it appears in the list of sites; 9.0 did not have the short name.
  func overview(_ version: UniFiVersion) -> JSONValue {
    var site: JSONValue = ["id": .string(id), "name": .string(name)]
    if version >= "9.1" { site["internalReference"] = .string(internalReference) }
    return site
  }
}

/// What a site with the zone-based firewall answers about it; lists only.
public struct ZoneFirewall: Sendable {
  /// Objects as they are answered.
  public var zones: [JSONValue]
  /// Objects as they are answered.
  public var policies: [JSONValue]

  /// A firewall from its lists.
  public init(zones: [JSONValue] = [], policies: [JSONValue] = []) {
    self.zones = zones
    self.policies = policies
  }
}
