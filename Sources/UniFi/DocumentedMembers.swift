/// The members that the API's description of an update has, at every level. Such a member is never left out: without it
/// the object would be another one.
///
/// Lists have the members of their elements.
struct DocumentedMembers: Sendable {
  private let inner: [String: DocumentedMembers]

  /// The names in `names`, which are separated by spaces, and members that have some of their own.
  private init(_ names: String, _ inner: [String: DocumentedMembers] = [:]) {
    let plain = names.split(separator: " ").map { (String($0), DocumentedMembers(inner: [:])) }
    self.inner = inner.merging(plain) { known, _ in known }
  }

  private init(inner: [String: DocumentedMembers]) { self.inner = inner }

  /// Whether the member that `names` lead to, from the outermost inwards, is one of them.
  func contain(_ names: some Collection<String>) -> Bool {
    guard let first = names.first else { return true }
    return inner[first]?.contain(names.dropFirst()) ?? false
  }
}

// MARK: ACL rules

extension DocumentedMembers {
  static let aclRule = DocumentedMembers(
    "type enabled name description action index protocolFilter networkIdFilter",
    [
      "enforcingDeviceFilter": DocumentedMembers("type deviceIds"),
      "sourceFilter": aclEndpoint, "destinationFilter": aclEndpoint,
    ])

  private static let aclEndpoint = DocumentedMembers(
    "type ipAddressesOrSubnets networkIds macAddresses portFilter prefixLength")
}

// MARK: Firewall policies

extension DocumentedMembers {
  static let firewallPolicy = DocumentedMembers(
    "enabled name description connectionStateFilter ipsecFilter loggingEnabled",
    [
      "action": DocumentedMembers("type allowReturnTraffic"),
      "source": firewallEndpoint, "destination": firewallEndpoint,
      "ipProtocolScope": DocumentedMembers("ipVersion", ["protocolFilter": protocolFilter]),
      "schedule": DocumentedMembers(
        "mode date startDate stopDate repeatOnDays", ["timeFilter": DocumentedMembers("startTime stopTime")]),
    ])

  private static let firewallEndpoint = DocumentedMembers("zoneId", ["trafficFilter": trafficFilter])

  /// A source and a destination do not have the same filters; a member of the other's would be refused as what it is.
  private static let trafficFilter = DocumentedMembers(
    "type",
    [
      "applicationCategoryFilter": DocumentedMembers("applicationCategoryIds"),
      "applicationFilter": DocumentedMembers("applicationIds"),
      "domainFilter": DocumentedMembers("type domains"),
      "ipAddressFilter": matching, "portFilter": matching,
      "ipv6IidFilter": DocumentedMembers("ipv6Iid matchOpposite"),
      "macAddressFilter": DocumentedMembers("macAddresses"),
      "networkFilter": DocumentedMembers("networkIds matchOpposite"),
      "regionFilter": DocumentedMembers("regions"),
      "siteToSiteVpnTunnelFilter": DocumentedMembers("siteToSiteVpnTunnelId"),
      "vpnServerFilter": DocumentedMembers("vpnServerIds matchOpposite"),
    ])

  private static let matching = DocumentedMembers(
    "type matchOpposite trafficMatchingListId", ["items": DocumentedMembers("type value start stop")])

  private static let protocolFilter = DocumentedMembers(
    "type protocolNumber matchOpposite",
    ["preset": DocumentedMembers("name"), "protocol": DocumentedMembers("name typenameFilter")])
}

// MARK: WiFi broadcasts

extension DocumentedMembers {
  static let wifiBroadcast = DocumentedMembers(
    """
    type name enabled multicastToUnicastConversionEnabled clientIsolationEnabled hideName uapsdEnabled \
    channel2gLockedTo6 dtimPeriod2gLockedTo3 broadcastingFrequenciesGHz arpProxyEnabled bssTransitionEnabled \
    advertiseDeviceName mloEnabled bandSteeringEnabled
    """,
    [
      "basicDataRateKbpsByFrequencyGHz": frequencies, "dtimPeriodByFrequencyGHzOverride": frequencies,
      "blackoutScheduleConfiguration": DocumentedMembers(
        "", ["days": DocumentedMembers("type day", ["timeRanges": DocumentedMembers("startTime endTime")])]),
      "broadcastingDeviceFilter": devices,
      "clientFilteringPolicy": DocumentedMembers("action macAddressFilter"),
      "dnsAssistanceConfiguration": DocumentedMembers("mode servers"),
      "handoffSuggestionsConfiguration": DocumentedMembers("band5GHzRssiThreshold band6GHzRssiThreshold"),
      "hotspotConfiguration": DocumentedMembers("type"),
      "mdnsProxyConfiguration": DocumentedMembers("mode", ["policies": mdnsPolicy]),
      "multicastFilteringPolicy": DocumentedMembers("action sourceMacAddressFilter"),
      "network": network, "securityConfiguration": security,
    ])

  /// A path is cut at every dot, also at the one in `2.4`.
  private static let frequencies = DocumentedMembers("5 6", ["2": DocumentedMembers("4")])

  private static let devices = DocumentedMembers("type deviceIds deviceTagIds")
  private static let network = DocumentedMembers("type networkId")

  private static let mdnsPolicy = DocumentedMembers(
    "action bridgingNetworkIds",
    ["deviceFilter": devices, "serviceFilter": DocumentedMembers("type name typeDomain")])

  private static let security = DocumentedMembers(
    """
    type passphrase encryption coaEnabled fastRoamingEnabled wpa3FastRoamingEnabled groupRekeyIntervalSeconds pmfMode \
    securityMode
    """,
    [
      "presharedKeys": DocumentedMembers("passphrase", ["network": network]),
      "radiusConfiguration": DocumentedMembers(
        "profileId",
        [
          "nasId": DocumentedMembers("type source value"),
          "macAuthenticationConfiguration": DocumentedMembers("macAddressFormat"),
        ]),
      "saeConfiguration": DocumentedMembers("anticloggingThresholdSeconds syncTimeSeconds"),
    ])
}
