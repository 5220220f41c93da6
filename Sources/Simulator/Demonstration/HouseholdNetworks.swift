/// The networks of the home, and what is broadcast.
extension Household {
  /// The passphrases of the WiFis, by name.
  public static let passphrases = ["Home": "simulated-home-passphrase", "Kids": "simulated-kids-passphrase"]

  static let networks = [
    UniFiNetwork(id: homeNetwork, name: "Default", vlanID: 1), UniFiNetwork(id: kidsNetwork, name: "Kids", vlanID: 40),
    UniFiNetwork(id: guestNetwork, name: "Guests", vlanID: 50),
  ]

  static var wiFis: [WiFiBroadcast] { [home, kids].compactMap { $0 } }

  private static let home = wiFi(
    "6b8a9a52-0c3e-4d5b-8a54-7b2d9e1f4c01",
    """
    {"type": "STANDARD", "name": "Home", "enabled": true, "network": {"type": "NATIVE"},
     "securityConfiguration": {"type": "WPA2_WPA3_PERSONAL", "passphrase": "\(passphrases["Home"] ?? "")",
       "pmfMode": "OPTIONAL", "wpa3FastRoamingEnabled": false, "groupRekeyIntervalSeconds": 3600,
       "saeConfiguration": {"anticloggingThresholdSeconds": 5, "syncTimeSeconds": 5}},
     "broadcastingFrequenciesGHz": [2.4, 5, 6], \(switches), "mloEnabled": false, "bandSteeringEnabled": true,
     "dtimPeriodByFrequencyGHzOverride": {"2.4": 1, "5": 3, "6": 3}}
    """)

  /// Off at night by a schedule of its own, and with members in no particular order.
  private static let kids = wiFi(
    "6b8a9a52-0c3e-4d5b-8a54-7b2d9e1f4c02",
    """
    {"type": "STANDARD", "enabled": true, "name": "Kids", \(switches),
     "network": {"networkId": "\(kidsNetwork)", "type": "SPECIFIC"}, "broadcastingFrequenciesGHz": [2.4, 5.0],
     "clientFilteringPolicy": {"action": "BLOCK", "macAddressFilter": ["02:00:00:aa:bb:99"]},
     "blackoutScheduleConfiguration": {"days": [{"type": "ALL_DAY", "day": "SUN"},
       {"type": "TIME_RANGE", "day": "MON", "timeRanges": [{"startTime": "00:00", "endTime": "07:00"},
         {"startTime": "21:00", "endTime": "23:59"}]}]},
     "securityConfiguration": {"passphrase": "\(passphrases["Kids"] ?? "")", "type": "WPA2_PERSONAL",
       "fastRoamingEnabled": false}}
    """)

  private static let switches = """
    "multicastToUnicastConversionEnabled": false, "clientIsolationEnabled": false, "hideName": false, \
    "uapsdEnabled": false, "channel2gLockedTo6": false, "dtimPeriod2gLockedTo3": false, "arpProxyEnabled": false, \
    "bssTransitionEnabled": true, "advertiseDeviceName": false
    """

  private static func wiFi(_ id: String, _ settings: String) -> WiFiBroadcast? {
    JSONValue.parsing(settings).map { WiFiBroadcast(id: id, settings: $0) }
  }
}
