import HTTPTransport
import PiHole
import Policies
import Providers
import Planning
import Simulator
import UniFi

/// A pretend console that most tests of this module begin with.
enum Console {
  static let key = "not-a-real-key-5f2c"
  static let site = "88f7af54-98f8-306a-a1c7-c9349722b1f6"
  static let bedtime = "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a60"
  static let kidsNetwork = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01"
  static let rack = "0d5a3a54-3f7b-4f53-9a0e-8f6c6a0a7a10"

  /// A switch that tests move.
  struct Switch: Hashable, Sendable {
    var kind: ObjectKind
    var id: String
    var name: String

    static let rule = Switch(kind: .aclRule, id: bedtime, name: "Downtime-KidsRoom")
    static let policy = Switch(
      kind: .firewallPolicy, id: "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e31", name: "Kids bedtime")
    static let wifi = Switch(kind: .wifi, id: "3c1d5c0a-9b53-4d0c-8b1c-0d6c3c4b5a01", name: "Kids")
  }

  static func settings(site: String? = nil) -> UniFiSettings {
    UniFiSettings(system: Name("gateway"), apiKey: Secret(key), site: site)
  }

  /// One site with a rule, a policy and a WiFi to move, and many that are foreign to them.
  static func household() -> UniFiConsole {
    var console = UniFiConsole()
    console.keys = [UniFiKey(key)]
    console.sites = [
      Simulator.UniFiSite(
        aclRules: rules, networkIDs: [kidsNetwork], deviceIDs: [rack], zoneFirewall: firewall, wiFis: wifi)
    ]
    return console
  }

  private static let rules: [Simulator.ACLRule] =
    [
      rule(
        bedtime,
        #"""
        {"type":"MAC","enabled":false,"name":"Downtime-KidsRoom","action":"BLOCK","description":"bis 7\u00a0Uhr",
        "sourceFilter":{"macAddresses":["02:00:00:AA:bb:01","02:00:00:aa:bb:02"],"type":"MAC_ADDRESSES",
        "prefixLength":48},"networkIdFilter":"5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01"}
        """#),
      rule(
        "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a61",
        #"""
        {"name":"kids-no-nas","type":"IPV4","action":"BLOCK","enabled":true,"protocolFilter":["TCP"],
        "enforcingDeviceFilter":{"type":"DEVICES","deviceIds":["0d5a3a54-3f7b-4f53-9a0e-8f6c6a0a7a10"]},
        "destinationFilter":{"type":"IP_ADDRESSES_OR_SUBNETS","ipAddressesOrSubnets":["192.168.1.10"],
        "portFilter":[445,5000]}}
        """#),
      rule(
        "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a62",
        #"{"type":"IPV4","enabled":true,"name":"Hausaufgaben","action":"ALLOW"}"#),
      rule(
        "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a63",
        #"{"type":"IPV4","enabled":false,"name":"everything","action":"BLOCK"}"#),
      rule(
        "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a64",
        #"{"type":"IPV4","enabled":true,"name":"isolation","action":"BLOCK","protocolFilter":["UDP"]}"#,
        origin: "DERIVED"),
      rule(
        "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a65",
        #"{"type":"IPV4","enabled":false,"name":"Downtime-KidsRoom 2","action":"BLOCK","protocolFilter":["UDP"]}"#),
    ]

  static func rule(_ id: String, _ settings: String, origin: String = "USER_DEFINED") -> Simulator.ACLRule {
    Simulator.ACLRule(id: id, origin: origin, settings: JSONValue.parsing(settings) ?? .null)
  }
}

// MARK: Firewall and WiFi

extension Console {
  static let zones = ZoneFirewall.fresh(networks: ["Internal": [kidsNetwork]])

  static func zone(_ name: String) -> String { zones.zoneID(name) ?? "" }

  private static let firewall: ZoneFirewall = {
    var firewall = zones
    firewall.add(policy(Switch.policy.id, bedtimePolicy))
    firewall.add(
      policy("9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e32", plain("Homework", "ALLOW", from: "Internal", to: "Dmz")))
    firewall.add(policy("9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e33", plain("Guest internet", "REJECT", from: "Hotspot")))
    var old = policy("9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e34", plain("Old rule", "BLOCK", from: "Internal"))
    old.hasID = false
    firewall.add(old)
    return firewall
  }()

  static let bedtimePolicy = #"""
    {"name":"Kids bedtime","enabled":false,"description":"bis 7\u00a0Uhr","action":{"type":"BLOCK"},
    "destination":{"zoneId":"EXTERNAL"},"source":{"trafficFilter":{"type":"MAC_ADDRESS","macAddressFilter":
    {"macAddresses":["02:00:00:AA:bb:01","02:00:00:aa:bb:02"]}},"zoneId":"INTERNAL"},
    "ipProtocolScope":{"ipVersion":"IPV4_AND_IPV6","protocolFilter":{"type":"PRESET","preset":{"name":"TCP_UDP"}}},
    "connectionStateFilter":["NEW","ESTABLISHED"],"loggingEnabled":false,"schedule":{"mode":"EVERY_WEEK",
    "repeatOnDays":["SUNDAY","MONDAY"],"timeFilter":{"startTime":"21:00","stopTime":"07:00"}}}
    """#

  private static func plain(_ name: String, _ action: String, from source: String, to destination: String = "External")
    -> String
  {
    let actions = ["ALLOW": #"{"type":"ALLOW","allowReturnTraffic":true}"#]
    return """
      {"name":"\(name)","enabled":true,"action":\(actions[action] ?? #"{"type":"\#(action)"}"#),"loggingEnabled":false,
      "source":{"zoneId":"\(zone(source))"},"destination":{"zoneId":"\(zone(destination))"},
      "ipProtocolScope":{"ipVersion":"IPV4_AND_IPV6"}}
      """
  }

  /// A policy between the zones of the household, which are in capitals in `settings`.
  static func policy(_ id: String, _ settings: String, origin: String = "USER_DEFINED") -> Simulator.FirewallPolicy {
    let settings = settings.replacing("INTERNAL", with: zone("Internal")).replacing("EXTERNAL", with: zone("External"))
    return Simulator.FirewallPolicy(id: id, origin: origin, settings: JSONValue.parsing(settings) ?? .null)
  }

  private static let wifi: [Simulator.WiFiBroadcast] =
    [
      Simulator.WiFiBroadcast(id: Switch.wifi.id, settings: JSONValue.parsing(kidsWiFi) ?? .null),
      Simulator.WiFiBroadcast(
        id: "3c1d5c0a-9b53-4d0c-8b1c-0d6c3c4b5a02",
        settings: JSONValue.parsing(
          kidsWiFi.replacing(#""Kids""#, with: #""Guests""#).replacing(#"correct \"horse\" battery"#, with: "correct"))
          ?? .null),
      Simulator.WiFiBroadcast(
        id: "3c1d5c0a-9b53-4d0c-8b1c-0d6c3c4b5a03", origin: "ORCHESTRATED",
        settings: JSONValue.parsing(kidsWiFi.replacing(#""Kids""#, with: #""Fabric""#)) ?? .null),
    ]

  static let kidsWiFi = #"""
    {"type":"STANDARD","name":"Kids","enabled":false,"network":{"type":"SPECIFIC","networkId":"\#(kidsNetwork)"},
    "securityConfiguration":{"type":"WPA2_PERSONAL","passphrase":"correct \"horse\" battery","fastRoamingEnabled":false,
    "presharedKeys":[{"network":{"type":"NATIVE"},"passphrase":"staple-correct-horse"}]},
    "broadcastingFrequenciesGHz":[2.4,5],"multicastToUnicastConversionEnabled":false,"clientIsolationEnabled":false,
    "hideName":false,"uapsdEnabled":true,"channel2gLockedTo6":false,"dtimPeriod2gLockedTo3":false,
    "arpProxyEnabled":false,"bssTransitionEnabled":true,"advertiseDeviceName":false,"clientFilteringPolicy":
    {"action":"BLOCK","macAddressFilter":["02:00:00:aa:bb:0C"]}}
    """#
}

extension UniFiConsole {
  /// The rule that tests move; nil once it is deleted.
  var bedtime: Simulator.ACLRule? {
    get { sites[0].aclRules.first { $0.id == Console.bedtime } }
    set {
      guard let place = sites[0].aclRules.firstIndex(where: { $0.id == Console.bedtime }) else { return }
      if let newValue { sites[0].aclRules[place] = newValue } else { sites[0].aclRules.remove(at: place) }
    }
  }

  /// The settings of what `own` moves; nil once it is deleted.
  subscript(own: Console.Switch) -> JSONValue? {
    get {
      switch own.kind {
      case .aclRule: bedtime?.settings
      case .firewallPolicy: sites[0].zoneFirewall?.policies.first { $0.id == own.id }?.settings
      case .wifi: sites[0].wiFis.first { $0.id == own.id }?.settings
      default: nil
      }
    }
    set {
      switch own.kind {
      case .aclRule: if let newValue { bedtime?.settings = newValue } else { bedtime = nil }
      case .firewallPolicy: setPolicy(own.id, newValue)
      case .wifi: setWiFi(own.id, newValue)
      default: break
      }
    }
  }

  /// Makes somebody else the origin of what `own` moves.
  mutating func hand(_ own: Console.Switch, to origin: String) {
    switch own.kind {
    case .aclRule: bedtime?.origin = origin
    case .firewallPolicy:
      guard let place = sites[0].zoneFirewall?.policies.firstIndex(where: { $0.id == own.id }) else { return }
      sites[0].zoneFirewall?.policies[place].origin = origin
    case .wifi:
      guard let place = sites[0].wiFis.firstIndex(where: { $0.id == own.id }) else { return }
      sites[0].wiFis[place].origin = origin
    default: break
    }
  }

  private mutating func setPolicy(_ id: String, _ settings: JSONValue?) {
    guard let place = sites[0].zoneFirewall?.policies.firstIndex(where: { $0.id == id }) else { return }
    if let settings {
      sites[0].zoneFirewall?.edit(at: place) { $0.settings = settings }
    } else {
      sites[0].zoneFirewall?.remove(at: place)
    }
  }

  private mutating func setWiFi(_ id: String, _ settings: JSONValue?) {
    guard let place = sites[0].wiFis.firstIndex(where: { $0.id == id }) else { return }
    if let settings { sites[0].wiFis[place].settings = settings } else { sites[0].wiFis.remove(at: place) }
  }
}
