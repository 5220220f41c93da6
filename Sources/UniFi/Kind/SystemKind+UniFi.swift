public import Policies

extension ObjectKind {
  /// An ACL rule of UniFi Network.
  public static let aclRule = ObjectKind("acl-rule")
  /// A zone firewall policy.
  public static let firewallPolicy = ObjectKind("firewall-policy")
  /// A firewall policy that a file makes, owns and keeps for devices.
  public static let devicePolicy = ObjectKind("device-policy")
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
        KeyHelp("API key", "Where the console's API key is.")),
      SystemSetting(
        "site", .text,
        KeyHelp(
          "Site", "The site's name, internal reference or UUID. Not needed if there is only one.",
          examples: [.text("Default"), .text("default")]), isOfAddress: true),
      SystemSetting(
        "prune", .flag(needsOwner: true),
        KeyHelp("Prune", "Removes what this file created for targets that it no longer has.")),
      SystemSetting(
        "lan-zones", .texts,
        KeyHelp(
          "LAN zones", "The firewall zones that devices are in. Unless given, those with networks of the site.",
          examples: [.list(["Internal"])])),
      SystemSetting(
        "internet-zone", .text,
        KeyHelp(
          "Internet zone", "The firewall zone to the internet. Unless given, the one with the WAN interfaces.",
          examples: [.text("External")])),
      SystemSetting(
        "console-timezone", .text,
        KeyHelp(
          "Console time zone",
          "The time zone that the console itself is set to. If it is that of the policy, the console keeps the hours.",
          examples: [.text("Europe/Berlin")])),
    ],
    selectors: [
      SelectorKind(
        "devices", .devicePolicy, one: "firewall policy", .devices(prune: "prune", clock: "console-timezone"),
        blocks: true, listedWith: .firewallPolicy,
        help: KeyHelp(
          "Devices", "Devices that have no internet while the target is off; reconcile creates the rules for that.",
          examples: [.list(["emma-ipad"])])),
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
    plaintext: .refused(because: "every console speaks https"), isOneOfItsHost: true)
}
