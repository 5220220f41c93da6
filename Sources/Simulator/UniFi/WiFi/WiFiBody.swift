/// What the bodies of requests about WiFi may hold.
extension WiFiBroadcast {
  /// The body of a POST or a PUT. Members that came later than `version` are unknown to it.
  static func schema(_ version: UniFiVersion) -> BodySchema {
    .variants(
      by: "type",
      [
        ("STANDARD", known(common + standard(version), version)), ("IOT_OPTIMIZED", known(common, version)),
      ])
  }

  private static func known(_ members: [BodySchema.Member], _ version: UniFiVersion) -> [BodySchema.Member] {
    members.filter { version >= (cameWith[$0.name] ?? "0") }
  }

  private static let common: [BodySchema.Member] =
    [
      .required("name", .text(minimumLength: 0)), .required("enabled", .flag),
      .required("securityConfiguration", WiFiSecurity.schema), .optional("network", network),
      .optional("broadcastingDeviceFilter", devices), .optional("mdnsProxyConfiguration", mDNS),
      .optional("multicastFilteringPolicy", multicast), .optional("clientFilteringPolicy", clients),
      .optional("blackoutScheduleConfiguration", blackout),
      .optional("basicDataRateKbpsByFrequencyGHz", .object([.required("2.4", rate), .required("5", rate)])),
    ] + flags(["multicastToUnicastConversionEnabled", "clientIsolationEnabled", "hideName", "uapsdEnabled"])
    // Listed as required since 10.4, with a default.
    + flags(["channel2gLockedTo6", "dtimPeriod2gLockedTo3"])

  private static func standard(_ version: UniFiVersion) -> [BodySchema.Member] {
    let spelled = BodySchema.choice(["2.4", "5", "6"])
    let band = version.spellsFrequencies ? spelled : .numbers([2.4, 5, 6])
    let period = BodySchema.whole(1...255)
    return [
      .required(frequencies, .list(band, minimum: 1, unique: true)), .optional("mloEnabled", .flag),
      .optional("bandSteeringEnabled", .flag),
      .optional("hotspotConfiguration", .variants(by: "type", [("CAPTIVE_PORTAL", []), ("PASSPOINT", [])])),
      .optional(
        "dtimPeriodByFrequencyGHzOverride",
        .object([.required("2.4", period), .required("5", period), .required("6", period)])),
      .optional("dnsAssistanceConfiguration", dnsAssistance),
      .optional(
        "handoffSuggestionsConfiguration",
        .object([
          .optional("band5GHzRssiThreshold", .whole(-80 ... -60)),
          .optional("band6GHzRssiThreshold", .whole(-90 ... -70)),
        ])),
    ] + flags(["arpProxyEnabled", "bssTransitionEnabled", "advertiseDeviceName"])
  }

  private static func flags(_ names: [String]) -> [BodySchema.Member] { names.map { .required($0, .flag) } }

  private static let rate = BodySchema.whole(1000...24_000)
  private static let text = BodySchema.text(minimumLength: 0)
  static let network = BodySchema.variants(
    by: "type", [("NATIVE", []), ("SPECIFIC", [.required("networkId", .uuid)])])

  private static let devices = BodySchema.variants(
    by: "type",
    [
      ("DEVICES", [.required("deviceIds", .list(.uuid, minimum: 1, unique: true))]),
      ("DEVICE_TAGS", [.required("deviceTagIds", .list(.uuid, minimum: 1, unique: true))]),
    ])

  private static let multicast = BodySchema.variants(
    by: "action",
    [
      ("ALLOW", [.required("sourceMacAddressFilter", .list(text, minimum: 0, maximum: 256, unique: true))]),
      ("BLOCK", []),
    ])

  private static let clients = BodySchema.object([
    .required("action", .choice(["ALLOW", "BLOCK"])),
    .required("macAddressFilter", .list(text, minimum: 0, maximum: 512, unique: true)),
  ])

  private static let dnsAssistance = BodySchema.variants(
    by: "mode", [("AUTO", []), ("MANUAL", [.required("servers", .list(text, minimum: 0, maximum: 2, unique: false))])])

  /// When the WiFi is off; days and times are called otherwise than in the schedule of a firewall policy.
  private static let blackout: BodySchema = {
    let day = BodySchema.Member.required("day", .choice(["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]))
    let range = BodySchema.object([.required("startTime", .spelled(.time)), .required("endTime", .spelled(.time))])
    let kinds = BodySchema.variants(
      by: "type",
      [("ALL_DAY", [day]), ("TIME_RANGE", [day, .required("timeRanges", .list(range, minimum: 1, unique: false))])])
    return .object([.required("days", .list(kinds, minimum: 1, unique: false))])
  }()

  private static let mDNS: BodySchema = {
    let name = BodySchema.text(minimumLength: 1)
    let service = BodySchema.variants(
      by: "type",
      [
        ("PREDEFINED", [.required("name", name)]),
        ("CUSTOM", [.required("name", name), .required("typeDomain", name)]),
      ])
    let filter = BodySchema.Member.optional("deviceFilter", devices)
    let policy = BodySchema.variants(
      by: "action",
      [
        (
          "ALLOW",
          [
            filter, .optional("serviceFilter", .list(service, minimum: 1, unique: false)),
            .optional("bridgingNetworkIds", .list(.uuid, minimum: 1, unique: true)),
          ]
        ), ("BLOCK", [filter]),
      ])
    return .variants(
      by: "mode", [("AUTO", []), ("CUSTOM", [.required("policies", .list(policy, minimum: 1, unique: false))])])
  }()
}
