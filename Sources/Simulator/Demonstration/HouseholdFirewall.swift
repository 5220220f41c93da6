/// The firewall of the home: what the system made, and what a family would add.
extension Household {
  static func firewall(furtherPolicies: Int) -> ZoneFirewall {
    var firewall = ZoneFirewall.fresh(networks: [
      "Internal": [homeNetwork, kidsNetwork], "Hotspot": [guestNetwork],
    ])
    let zones = Zones(
      inside: firewall.zoneID("Internal") ?? "", outside: firewall.zoneID("External") ?? "",
      guests: firewall.zoneID("Hotspot") ?? "")
    for policy in family(zones) + furtherPolicy(upTo: furtherPolicies, zones) { firewall.add(policy) }
    return firewall
  }

  private struct Zones {
    var inside: String
    var outside: String
    var guests: String
  }

  private static func family(_ zones: Zones) -> [FirewallPolicy] {
    [guestInternet(zones), kidsBedtime(zones), noGames(zones), guestPrinter(zones)].compactMap { $0 }
  }

  private static func guestInternet(_ zones: Zones) -> FirewallPolicy? {
    policy(
      "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e30",
      """
      {"enabled": false, "name": "Guest internet", "action": {"type": "BLOCK"},
       "source": {"zoneId": "\(zones.guests)"}, "destination": {"zoneId": "\(zones.outside)"},
       "ipProtocolScope": {"ipVersion": "IPV4_AND_IPV6"}, "loggingEnabled": false}
      """)
  }

  /// With a schedule of its own, which the console keeps whether or not anybody reconciles.
  private static func kidsBedtime(_ zones: Zones) -> FirewallPolicy? {
    policy(
      "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e31",
      """
      {"loggingEnabled": true, "name": "Kids bedtime", "description": "tablets \\u2013 ask Mum", "enabled": true,
       "action": {"type": "BLOCK"},
       "source": {"trafficFilter": {"type": "MAC_ADDRESS",
         "macAddressFilter": {"macAddresses": ["02:00:00:aa:bb:01", "02:00:00:AA:BB:02"]}},
         "zoneId": "\(zones.inside)"},
       "destination": {"zoneId": "\(zones.outside)"}, "ipProtocolScope": {"ipVersion": "IPV4_AND_IPV6"},
       "schedule": {"mode": "EVERY_WEEK", "repeatOnDays": ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY"],
         "timeFilter": {"startTime": "21:00", "stopTime": "07:00"}}}
      """)
  }

  private static func noGames(_ zones: Zones) -> FirewallPolicy? {
    policy(
      "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e32",
      """
      {"enabled": true, "name": "Kids no games", "action": {"type": "REJECT"},
       "source": {"zoneId": "\(zones.inside)", "trafficFilter": {"type": "NETWORK",
         "networkFilter": {"networkIds": ["\(kidsNetwork)"], "matchOpposite": false}}},
       "destination": {"zoneId": "\(zones.outside)", "trafficFilter": {"type": "APPLICATION",
         "applicationFilter": {"applicationIds": [262392, 262.1e3]}}},
       "ipProtocolScope": {"ipVersion": "IPV4_AND_IPV6"}, "connectionStateFilter": ["NEW"], "loggingEnabled": false}
      """)
  }

  private static func guestPrinter(_ zones: Zones) -> FirewallPolicy? {
    policy(
      "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e33",
      """
      {"enabled": true, "name": "Guest printer", "action": {"type": "ALLOW", "allowReturnTraffic": true},
       "source": {"zoneId": "\(zones.guests)"},
       "destination": {"zoneId": "\(zones.inside)", "trafficFilter": {"type": "IP_ADDRESS",
         "ipAddressFilter": {"type": "IP_ADDRESSES", "matchOpposite": false,
           "items": [{"type": "IP_ADDRESS", "value": "192.168.1.30"}]},
         "portFilter": {"type": "PORTS", "matchOpposite": false,
           "items": [{"type": "PORT_NUMBER", "value": 631}, {"type": "PORT_NUMBER_RANGE", "start": 9100, "stop": 9102}]}}},
       "ipProtocolScope": {"ipVersion": "IPV4",
         "protocolFilter": {"type": "NAMED_PROTOCOL", "protocol": {"name": "TCP"}, "matchOpposite": false}},
       "loggingEnabled": false}
      """)
  }

  private static func furtherPolicy(upTo count: Int, _ zones: Zones) -> [FirewallPolicy] {
    var randomness = Randomness(seed: 5)
    return (0..<max(0, count)).map { number in
      FirewallPolicy(
        id: randomness.uuid(),
        settings: [
          "enabled": .bool(number % 2 == 0), "name": .string("Policy-\(number + 1)"), "action": ["type": "BLOCK"],
          "source": [
            "zoneId": .string(zones.inside),
            "trafficFilter": [
              "type": "IP_ADDRESS",
              "ipAddressFilter": [
                "type": "IP_ADDRESSES", "matchOpposite": false,
                "items": [["type": "IP_ADDRESS", "value": .string("10.2.\(number / 250).\(number % 250)")]],
              ],
            ],
          ],
          "destination": ["zoneId": .string(zones.outside)], "ipProtocolScope": ["ipVersion": "IPV4"],
          "loggingEnabled": false,
        ])
    }
  }

  private static func policy(_ id: String, _ settings: String) -> FirewallPolicy? {
    JSONValue.parsing(settings).map { FirewallPolicy(id: id, settings: $0) }
  }
}
