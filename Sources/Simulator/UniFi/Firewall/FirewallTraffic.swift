/// What traffic a policy is about, at either end.
enum FirewallTraffic {
  static let source = BodySchema.variants(
    by: "type",
    [
      ("PORT", [.required("portFilter", ports)]),
      ("NETWORK", [.required("networkFilter", networks), hardware, port]),
      (
        "MAC_ADDRESS",
        [
          .required(
            "macAddressFilter",
            .object([.required("macAddresses", .list(.spelled(.hardware), minimum: 1, unique: true))])), port,
        ]
      ),
      ("IP_ADDRESS", [.required("ipAddressFilter", addresses), hardware, port]),
      ("IPV6_IID", [.required("ipv6IidFilter", interface), hardware, port]),
    ] + both)

  static let destination = BodySchema.variants(
    by: "type",
    [
      ("PORT", [.required("portFilter", ports)]), ("NETWORK", [.required("networkFilter", networks), port]),
      ("IP_ADDRESS", [.required("ipAddressFilter", addresses), port]),
      ("IPV6_IID", [.required("ipv6IidFilter", interface), port]),
    ] + both + [
      ("DOMAIN", [.required("domainFilter", domains), port]),
      ("APPLICATION", [.required("applicationFilter", numbered("applicationIds", maximum: 100)), port]),
      (
        "APPLICATION_CATEGORY",
        [.required("applicationCategoryFilter", numbered("applicationCategoryIds", maximum: .max)), port]
      ),
    ])

  private typealias Variant = (value: String, members: [BodySchema.Member])

  private static let both: [Variant] = [
    (
      "REGION",
      [
        .required(
          "regionFilter", .object([.required("regions", .list(.spelled(.region), minimum: 1, unique: true))])), port,
      ]
    ),
    (
      "VPN_SERVER",
      [.required("vpnServerFilter", .object([ids("vpnServerIds"), opposite])), port]
    ),
    (
      "SITE_TO_SITE_VPN_TUNNEL",
      [.required("siteToSiteVpnTunnelFilter", .object([.required("siteToSiteVpnTunnelId", .uuid)])), port]
    ),
  ]

  private static let opposite = BodySchema.Member.required("matchOpposite", .flag)
  private static let port = BodySchema.Member.optional("portFilter", ports)
  /// A string here, an object where it is the main filter.
  private static let hardware = BodySchema.Member.optional("macAddressFilter", .spelled(.hardware))
  private static let networks = BodySchema.object([ids("networkIds"), opposite])
  private static let interface = BodySchema.object([.required("ipv6Iid", .text(minimumLength: 1)), opposite])

  private static func ids(_ name: String) -> BodySchema.Member {
    .required(name, .list(.uuid, minimum: 1, unique: true))
  }

  private static func numbered(_ name: String, maximum: Int) -> BodySchema {
    let number = BodySchema.whole(Int(Int32.min)...Int(Int32.max))
    return .object([.required(name, .list(number, minimum: 1, maximum: maximum, unique: true))])
  }

  private static let domains = BodySchema.variants(
    by: "type", [("DOMAINS", [.required("domains", .list(.spelled(.domain), minimum: 1, unique: true))])])

  private static let list: Variant = (
    "TRAFFIC_MATCHING_LIST", [.required("trafficMatchingListId", .uuid), opposite]
  )

  private static let ports: BodySchema = {
    let number = BodySchema.whole(1...65_535)
    let item = BodySchema.variants(
      by: "type",
      [
        ("PORT_NUMBER", [.required("value", number)]),
        ("PORT_NUMBER_RANGE", [.required("start", number), .required("stop", number)]),
      ])
    return .variants(
      by: "type", [("PORTS", [.required("items", .list(item, minimum: 1, unique: true)), opposite]), list])
  }()

  private static let addresses: BodySchema = {
    let text = BodySchema.text(minimumLength: 1)
    let item = BodySchema.variants(
      by: "type",
      [
        ("IP_ADDRESS", [.required("value", text)]), ("SUBNET", [.required("value", text)]),
        ("IP_ADDRESS_RANGE", [.required("start", text), .required("stop", text)]),
      ])
    return .variants(
      by: "type", [("IP_ADDRESSES", [.required("items", .list(item, minimum: 1, unique: true)), opposite]), list])
  }()
}
