/// An ACL rule as a console keeps it.
public struct ACLRule: ConsoleObject {
  /// A UUID.
  public var id: String
  /// `USER_DEFINED` or `DERIVED`; only the former can be written.
  public var origin: String
  /// The members that can be written, in the order and spelling in which they were given.
  public var settings: JSONValue

  /// A rule from its parts; `settings` is an object with everything but `id`, `index` and `metadata`.
  public init(id: String, origin: String = "USER_DEFINED", settings: JSONValue) {
    self.id = id
    self.origin = origin
    self.settings = settings
  }

  /// The rule as it is answered at the position `index`.
  ///
  /// Members keep the order they were given in. Unset members are left out, as live consoles do; `unsetAsNull` sends
  /// them as null, as the vendor's samples do.
  func answer(index: Int, unsetAsNull: Bool, extras: [JSONValue.Field]) -> JSONValue {
    var fields = settings.fields ?? []
    fields.insert(.init("id", .string(id)), at: min(1, fields.count))
    fields.append(.init("index", .number(String(index))))
    if unsetAsNull {
      fields += optionalNames.filter { settings[$0] == nil }.map { .init($0, .null) }
    }
    fields += extras
    fields.append(.init("metadata", ["origin": .string(origin)]))
    return .object(fields)
  }

  private var optionalNames: [String] {
    ["description", "enforcingDeviceFilter", "sourceFilter", "destinationFilter"]
      + (settings["type"]?.text == "IPV4" ? ["protocolFilter"] : [])
  }
}

extension ACLRule {
  /// What the body of a POST or a PUT may hold.
  static func schema(_ version: UniFiVersion) -> BodySchema {
    .variants(
      by: "type",
      [
        ("IPV4", common(version) + addressed(version)),
        ("MAC", common(version) + hardware),
      ])
  }

  private static func common(_ version: UniFiVersion) -> [BodySchema.Member] {
    let index = BodySchema.whole(0...Int(Int32.max))
    let devices = BodySchema.variants(
      by: "type", [("DEVICES", [.required("deviceIds", .list(.uuid, minimum: 1, unique: true))])])
    return [
      .required("enabled", .flag), .required("name", .text(minimumLength: 1)),
      .optional("description", .text(minimumLength: 0)), .required("action", .choice(["ALLOW", "BLOCK"])),
      version.requiresACLIndex ? .required("index", index) : .optional("index", index),
      .optional("enforcingDeviceFilter", devices),
    ]
  }

  private static func addressed(_ version: UniFiVersion) -> [BodySchema.Member] {
    let ports = BodySchema.list(.whole(1...65_535), minimum: 1, unique: true)
    var networks = [BodySchema.Member.required("networkIds", .list(.uuid, minimum: 1, unique: true))]
    if version.hasACLPorts { networks.append(.optional("portFilter", ports)) }
    var variants: [(value: String, members: [BodySchema.Member])] = [
      (
        "IP_ADDRESSES_OR_SUBNETS",
        [
          .required("ipAddressesOrSubnets", .list(.text(minimumLength: 1), minimum: 1, unique: false)),
          .optional("portFilter", ports),
        ]
      ),
      ("NETWORKS", networks),
    ]
    if version.hasACLPorts { variants.append(("PORTS", [.required("portFilter", ports)])) }
    let end = BodySchema.variants(by: "type", variants)
    return [
      .optional("sourceFilter", end), .optional("destinationFilter", end),
      .optional("protocolFilter", .list(.choice(["TCP", "UDP"]), minimum: 1, unique: true)),
    ]
  }

  private static var hardware: [BodySchema.Member] {
    let end = BodySchema.variants(
      by: "type",
      [
        (
          "MAC_ADDRESSES",
          [
            .required("macAddresses", .list(.text(minimumLength: 0), minimum: 1, unique: false)),
            .optional("prefixLength", .whole(1...48)),
          ]
        )
      ])
    return [.optional("sourceFilter", end), .optional("destinationFilter", end), .required("networkIdFilter", .uuid)]
  }
}
