/// A home to try things on: one console with what a family might have set up on it, one Pi-hole.
public enum Household {
  /// The key that the console takes unless told otherwise.
  public static let apiKey = "demonstration-key"
  /// The password of the Pi-hole unless told otherwise.
  public static let password = "demonstration-password"

  static let homeNetwork = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f00"
  /// The network of the children's rooms.
  static let kidsNetwork = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01"
  static let guestNetwork = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f02"
  static let hallSwitch = "0d5a3a54-3f7b-4f53-9a0e-8f6c6a0a7a10"

  /// A console with one site; `furtherRules` and `furtherPolicies` add so many ACL rules and firewall policies that no
  /// reconcile policy names, to fill pages.
  public static func console(
    apiKey: String = Household.apiKey, furtherRules: Int = 0, furtherPolicies: Int = 0
  ) -> UniFiConsole {
    let rules = [kidsRoom, iPad, printer, isolation].compactMap { $0 } + furtherRule(upTo: furtherRules)
    let site = UniFiSite(
      aclRules: rules, deviceIDs: [hallSwitch], zoneFirewall: firewall(furtherPolicies: furtherPolicies),
      networks: networks, wiFis: wiFis, clients: clients)
    return UniFiConsole(keys: [UniFiKey(apiKey)], sites: [site])
  }

  /// A Pi-hole that blocks and was started an hour before `now`, in seconds since 1970, with a few groups, clients,
  /// domains and lists; `furtherDomains` and `furtherGroups` add so many that no policy names.
  ///
  /// Its logins take as long as on a desktop machine, so that three of them in a row are not throttled.
  public static func piHole(
    password: String? = Household.password, furtherDomains: Int = 0, furtherGroups: Int = 0, at now: Double
  ) -> PiHole {
    var piHole = PiHole(password: password, startedAt: now - 3600)
    piHole.gravity = gravity(furtherDomains: furtherDomains, furtherGroups: furtherGroups, at: now - 86_400)
    piHole.loginMilliseconds = 350
    return piHole
  }

  /// Members in no particular order and a number in an unusual spelling, which a careful client hands back as they are.
  private static let kidsRoom = rule(
    "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a60",
    """
    {"type": "IPV4", "protocolFilter": ["TCP", "UDP"], "name": "Downtime-KidsRoom", "enabled": false,
     "destinationFilter": {"ipAddressesOrSubnets": ["192.168.1.10", "10.0.0.0/8"], "portFilter": [445, 5.0e3],
     "type": "IP_ADDRESSES_OR_SUBNETS"},
     "enforcingDeviceFilter": {"deviceIds": ["\(hallSwitch)"], "type": "DEVICES"},
     "sourceFilter": {"type": "NETWORKS", "networkIds": ["\(kidsNetwork)"]},
     "description": "no games server after nine \\u2013 made by hand", "action": "BLOCK"}
    """)

  private static let iPad = rule(
    "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a61",
    """
    {"type": "MAC", "enabled": true, "name": "Downtime-iPad", "action": "BLOCK",
     "networkIdFilter": "\(kidsNetwork)",
     "sourceFilter": {"type": "MAC_ADDRESSES", "macAddresses": ["02:00:00:AA:bb:01"], "prefixLength": 48}}
    """)

  private static let printer = rule(
    "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a62",
    """
    {"type": "IPV4", "enabled": true, "name": "Allow-Printer", "action": "ALLOW",
     "destinationFilter": {"type": "IP_ADDRESSES_OR_SUBNETS", "ipAddressesOrSubnets": ["192.168.1.30"]}}
    """)

  private static let isolation = rule(
    "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a63", origin: "DERIVED",
    """
    {"type": "IPV4", "enabled": true, "name": "Isolated Network", "action": "BLOCK",
     "sourceFilter": {"type": "NETWORKS", "networkIds": ["\(guestNetwork)"]}}
    """)

  private static func furtherRule(upTo count: Int) -> [ACLRule] {
    var randomness = Randomness(seed: 2)
    return (0..<max(0, count)).map { number in
      ACLRule(
        id: randomness.uuid(),
        settings: [
          "type": "IPV4", "enabled": .bool(number % 2 == 0), "name": .string("Rule-\(number + 1)"), "action": "BLOCK",
          "sourceFilter": [
            "type": "IP_ADDRESSES_OR_SUBNETS",
            "ipAddressesOrSubnets": [.string("10.1.\(number / 250).\(number % 250)")],
          ],
        ])
    }
  }

  private static func rule(_ id: String, origin: String = "USER_DEFINED", _ settings: String) -> ACLRule? {
    JSONValue.parsing(settings).map { ACLRule(id: id, origin: origin, settings: $0) }
  }
}
