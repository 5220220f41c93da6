import CivilTime
import HTTPTransport
import Policies
import Reconciliation
import Simulator
import TestSupport
import UniFi

/// The switch of an ACL rule, for the contract suite.
struct ACLRuleFixture: ContractFixture, CustomStringConvertible {
  let description: String
  let prepare: @Sendable (inout UniFiConsole) -> Void

  let kinds: Set<ResourceKind> = [.aclRule]
  let basePath = "/proxy/network/integration/v1"
  let secret = Console.key
  let ownKey = Console.bedtime

  init(_ description: String, _ prepare: @escaping @Sendable (inout UniFiConsole) -> Void = { _ in }) {
    self.description = description
    self.prepare = prepare
  }

  func makeSystem() -> UniFiConsole {
    var console = Console.household()
    prepare(&console)
    return console
  }

  func makeProvider(
    read: any ReadDoor, write: any WriteDoor, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let observer = UniFiObserver(Console.settings(), read: read, sleep: sleep)
    return (observer, UniFiApplier(after: observer, write: write))
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? { change(observation, to: .enabled) }

  func changeBack(seeing observation: Observation, at now: Instant) -> Change? { change(observation, to: .disabled) }

  private func change(_ observation: Observation, to position: Setting.Position) -> Change? {
    guard let rule = observation.objects.first(where: { $0.id == ownKey }), rule.setting.position != position else {
      return nil
    }
    return Change(
      target: Name("kids"), system: observation.system, kind: rule.kind, id: rule.id, name: rule.name,
      from: rule.setting, to: Setting(position))
  }

  func isDone(_ console: UniFiConsole, at now: Double) -> Bool { console.bedtime?.isEnabled == true }

  func snapshot(_ console: UniFiConsole) -> [String: String] {
    Dictionary(
      console.sites.flatMap { site in
        site.aclRules.map { ($0.id, "\($0.origin) \(String(decoding: $0.settings.encoded, as: UTF8.self))") }
      }
    ) { first, _ in first }
  }

  func interfere(_ console: inout UniFiConsole) { console.bedtime?.isEnabled = true }

  func remove(_ console: inout UniFiConsole) -> Bool {
    console.bedtime = nil
    return true
  }

  func refuseCredentials(_ console: inout UniFiConsole) { console.keys = [] }
}

/// A pretend console that most tests of this module begin with.
enum Console {
  static let key = "not-a-real-key-5f2c"
  static let site = "88f7af54-98f8-306a-a1c7-c9349722b1f6"
  static let bedtime = "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a60"
  static let kidsNetwork = "5b1e6b0e-2f3c-4c3a-9a53-0c6a4a1d9f01"
  static let rack = "0d5a3a54-3f7b-4f53-9a0e-8f6c6a0a7a10"

  static func settings(site: String? = nil) -> UniFiSettings {
    UniFiSettings(system: Name("gateway"), apiKey: Secret(key), site: site)
  }

  /// One site with a rule to move and five that are foreign to it.
  static func household() -> UniFiConsole {
    var console = UniFiConsole()
    console.keys = [UniFiKey(key)]
    console.sites = [
      Simulator.UniFiSite(aclRules: rules, networkIDs: [kidsNetwork], deviceIDs: [rack])
    ]
    return console
  }

  private static var rules: [Simulator.ACLRule] {
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
  }

  static func rule(_ id: String, _ settings: String, origin: String = "USER_DEFINED") -> Simulator.ACLRule {
    Simulator.ACLRule(id: id, origin: origin, settings: JSONValue.parsing(settings) ?? .null)
  }
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
}
