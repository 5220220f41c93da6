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

  /// A zone from its parts.
  public init(id: String, name: String, networkIDs: [String] = [], origin: String = "SYSTEM_DEFINED") {
    self.id = id
    self.name = name
    self.networkIDs = networkIDs
    self.origin = origin
  }

  func answer(_ manner: UniFiManner) -> JSONValue {
    var metadata: JSONValue = ["origin": .string(origin)]
    // The Gateway zone is the console itself: no network can be put into it.
    if origin == "SYSTEM_DEFINED" { metadata["configurable"] = .bool(name != "Gateway" && name != "External") }
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
