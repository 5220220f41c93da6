/// How a WiFi is secured.
enum WiFiSecurity {
  static let schema = BodySchema.variants(
    by: "type",
    [
      (
        "OPEN",
        [
          .optional("radiusConfiguration", radius(isEnterprise: false)),
          .optional("encryption", .choice(["ENHANCED_OPEN", "ENHANCED_OPEN_WITH_TRANSITION"])),
        ]
      ),
      (
        "WPA2_PERSONAL",
        personal + [
          .optional("passphrase", passphrase), .optional("pmfMode", protection),
          .optional("presharedKeys", .list(presharedKey, minimum: 1, unique: false)),
        ]
      ),
      ("WPA3_PERSONAL", personal + [.required("passphrase", passphrase), .required("saeConfiguration", sae)]),
      (
        "WPA2_WPA3_PERSONAL",
        personal + [.required("passphrase", passphrase), .required("saeConfiguration", sae)] + mixed
      ),
      ("WPA2_ENTERPRISE", enterprise + [.optional("pmfMode", protection)]),
      (
        "WPA3_ENTERPRISE", enterprise + [.required("securityMode", .choice(["DEFAULT", "HIGH_SECURITY_192_BIT"]))]
      ), ("WPA2_WPA3_ENTERPRISE", enterprise + mixed),
    ])

  private static let passphrase = BodySchema.text(minimumLength: 8, maximumLength: 63)
  private static let protection = BodySchema.choice(["REQUIRED", "OPTIONAL"])
  private static let seconds = BodySchema.whole(1...60)
  private static let sae = BodySchema.object([
    .required("anticloggingThresholdSeconds", seconds), .required("syncTimeSeconds", seconds),
  ])
  private static let presharedKey = BodySchema.object([
    .required("network", WiFiBroadcast.network), .required("passphrase", .text(minimumLength: 0)),
  ])

  private static let both: [BodySchema.Member] = [
    .optional("groupRekeyIntervalSeconds", .whole(1...86_400)), .optional("fastRoamingEnabled", .flag),
  ]
  private static let personal = both + [.optional("radiusConfiguration", radius(isEnterprise: false))]
  private static let enterprise =
    both + [.required("coaEnabled", .flag), .required("radiusConfiguration", radius(isEnterprise: true))]
  private static let mixed: [BodySchema.Member] = [
    .required("pmfMode", protection), .required("wpa3FastRoamingEnabled", .flag),
  ]

  private static func radius(isEnterprise: Bool) -> BodySchema {
    let forms = ["UPPERCASE", "LOWERCASE"].flatMap { letters in
      ["NOT", "DASH", "COLON"].map { "\(letters)_\($0)_SEPARATED" }
    }
    let addresses = BodySchema.object([.required("macAddressFormat", .choice(forms))])
    let sources = ["DEVICE_MAC_ADDRESS", "DEVICE_NAME", "SITE_NAME", "BSSID"]
    let nas = BodySchema.variants(
      by: "type",
      [
        ("DERIVED", [.required("source", .choice(sources))]),
        ("USER_DEFINED", [.required("value", .text(minimumLength: 0))]),
      ])
    return .object([
      .required("profileId", .uuid), .required("nasId", nas),
      BodySchema.Member(name: "macAuthenticationConfiguration", schema: addresses, isRequired: !isEnterprise),
    ])
  }
}
