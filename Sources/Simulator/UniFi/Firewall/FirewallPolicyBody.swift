/// What the bodies of requests about firewall policies may hold.
extension FirewallPolicy {
  /// The body of a POST or a PUT.
  static func schema(_ version: UniFiVersion) -> BodySchema {
    .object([
      .required("enabled", .flag), .required("name", .text(minimumLength: 1)),
      .optional("description", .text(minimumLength: 0)), .required("action", action),
      .required("source", end(version, FirewallTraffic.source)),
      .required("destination", end(version, FirewallTraffic.destination)),
      .required("ipProtocolScope", FirewallProtocols.scope),
      .optional(
        "connectionStateFilter",
        .list(.choice(["NEW", "INVALID", "ESTABLISHED", "RELATED"]), minimum: 1, unique: true)),
      .optional("ipsecFilter", .choice(["MATCH_ENCRYPTED", "MATCH_NOT_ENCRYPTED"])),
      .required("loggingEnabled", .flag), .optional("schedule", schedule),
    ])
  }

  /// The body of a PATCH: it cannot turn a policy on or off.
  static let patchSchema = BodySchema.object([.optional("loggingEnabled", .flag)])

  /// The body of a PUT of the ordering.
  static let orderingSchema = BodySchema.object([
    .required(
      "orderedFirewallPolicyIds",
      .object([
        .required("beforeSystemDefined", .list(.uuid, minimum: 0, unique: true)),
        .required("afterSystemDefined", .list(.uuid, minimum: 0, unique: true)),
      ]))
  ])

  private static let action = BodySchema.variants(
    by: "type", [("ALLOW", [.required("allowReturnTraffic", .flag)]), ("BLOCK", []), ("REJECT", [])])

  private static func end(_ version: UniFiVersion, _ filter: BodySchema) -> BodySchema {
    .object([.required(version.zoneMember, .uuid), .optional("trafficFilter", filter)])
  }

  /// There is no mode for 'always': that is the absence of a schedule.
  private static var schedule: BodySchema {
    let time = BodySchema.object([.required("startTime", .spelled(.time)), .required("stopTime", .spelled(.time))])
    let days = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]
    let repeats = BodySchema.Member.required("repeatOnDays", .list(.choice(days), minimum: 1, unique: true))
    return .variants(
      by: "mode",
      [
        ("EVERY_DAY", [.required("timeFilter", time)]),
        ("EVERY_WEEK", [repeats, .optional("timeFilter", time)]),
        ("ONE_TIME_ONLY", [.required("date", .spelled(.date)), .required("timeFilter", time)]),
        (
          "CUSTOM",
          [
            repeats, .required("startDate", .spelled(.date)), .required("stopDate", .spelled(.date)),
            .optional("timeFilter", time),
          ]
        ),
      ])
  }

  /// A body that has been checked, with zones called as in later versions.
  static func withoutDialect(_ body: JSONValue, _ version: UniFiVersion) -> JSONValue {
    guard version.zoneMember != "zoneId" else { return body }
    var body = body
    for end in ["source", "destination"] {
      body[end] = .object(
        (body[end]?.fields ?? []).map { $0.name == version.zoneMember ? .init("zoneId", $0.value) : $0 })
    }
    return body
  }
}
