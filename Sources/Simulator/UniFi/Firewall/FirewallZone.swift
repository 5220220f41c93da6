/// A zone of the zone-based firewall.
public struct FirewallZone: Sendable {
  /// A UUID.
  public var id: String
  /// What the web page shows.
  public var name: String
  /// The networks in it, as UUIDs. Those of the External zone are uplinks, which no list of networks has.
  public var networkIDs: [String]
  /// `SYSTEM_DEFINED` or `USER_DEFINED`.
  public var origin: String
  /// What it is for, whatever it is called.
  public var kind: Kind
  /// Whether its networks can be changed; said of zones of the system only.
  public var isConfigurable: Bool

  /// What a zone is for. No answer tells it.
  public enum Kind: String, Hashable, Sendable {
    case inside = "Internal"
    case outside = "External"
    case gateway = "Gateway"
    case vpn = "Vpn"
    case hotspot = "Hotspot"
    case dmz = "Dmz"
    case custom = "Custom"
  }

  /// A zone from its parts; of what kind one of the system is, its name says unless told otherwise.
  public init(
    id: String, name: String, networkIDs: [String] = [], origin: String = "SYSTEM_DEFINED", kind: Kind? = nil
  ) {
    self.id = id
    self.name = name
    self.networkIDs = networkIDs
    self.origin = origin
    let kind = kind ?? (origin == "SYSTEM_DEFINED" ? Kind(rawValue: name) : nil) ?? .custom
    self.kind = kind
    // The Gateway zone is the console itself: no network can be put into it.
    isConfigurable = kind != .gateway && kind != .outside
  }

  func answer(_ manner: UniFiManner) -> JSONValue {
    var metadata: JSONValue = ["origin": .string(origin)]
    if origin == "SYSTEM_DEFINED" { metadata["configurable"] = .bool(isConfigurable) }
    return .object(
      [
        .init("id", .string(id)), .init("name", .string(name)),
        .init("networkIds", .array(networkIDs.map(JSONValue.string))),
      ] + manner.extras + [.init("metadata", metadata)])
  }

  /// The body of a POST or a PUT; there is no description.
  static let schema = BodySchema.object([
    .required("name", .text(minimumLength: 0)), .required("networkIds", .list(.uuid, minimum: 0, unique: false)),
  ])
}
