public import Policies

extension ObjectKind {
  /// An ACL rule of UniFi Network.
  public static let aclRule = ObjectKind("acl-rule")
  /// A zone firewall policy.
  public static let firewallPolicy = ObjectKind("firewall-policy")
  /// A WiFi broadcast: an SSID.
  public static let wifi = ObjectKind("wifi")
}

extension SystemKind {
  /// A UniFi console, or UniFi OS Server.
  public static let unifi = SystemKind(
    name: "unifi", title: "UniFi console", noun: "console",
    settings: [
      SystemSetting(
        "api-key", .secret(isRequired: true, example: "{credential: unifi-api-key}"),
        KeyHelp("API key", "Where the console's API key is found.")),
      SystemSetting(
        "site", .text,
        KeyHelp(
          "Site", "The site's name, internal reference or UUID. Left out where there is only one.",
          examples: [.text("Default"), .text("default")])),
    ],
    selectors: [
      SelectorKind(
        "acl-rules", .aclRule, one: "ACL rule", .names(.init()), blocks: true,
        help: KeyHelp(
          "ACL rules", "ACL rules of a UniFi console: names, patterns with * and ?, or id:UUID.",
          examples: [.list(["Downtime-*"])])),
      SelectorKind(
        "firewall-policies", .firewallPolicy, one: "firewall policy", .names(.init()), blocks: true,
        help: KeyHelp(
          "Firewall policies", "Zone firewall policies of a UniFi console: names, patterns, or id:UUID.",
          examples: [.list(["Guest internet"])])),
      SelectorKind(
        "wifi", .wifi, one: "WiFi network", .names(.init()),
        help: KeyHelp(
          "WiFi", "WiFi networks (SSIDs) of a UniFi console: names, patterns, or id:UUID.", examples: [.list(["Kids"])])
      ),
    ],
    plaintext: .refused(because: "every console speaks https"))
}
