import JSONTree
import Providers

/// A policy of the zone-based firewall, which the gateway enforces.
struct FirewallPolicy: SwitchedObject {
  let head: ObjectHead
  let action: ObjectAction

  /// Live consoles give some policies without an id, mostly ones from before the zone-based firewall.
  static let traits = ObjectTraits(
    kind: .firewallPolicy, path: "firewall/policies", refusedMembers: ["id", "index", "metadata"],
    decisiveMembers: [
      "action", "source", "destination", "ipProtocolScope", "connectionStateFilter", "ipsecFilter", "schedule",
    ],
    documentedMembers: [
      "enabled", "name", "description", "action", "source", "destination", "ipProtocolScope", "connectionStateFilter",
      "ipsecFilter", "loggingEnabled", "schedule",
    ],
    mayLackID: true)

  init(_ text: JSONText) throws(Malformed) {
    head = try ObjectHead(text, mayLackID: true)
    action =
      switch try head.actionWord(text["action"]?["type"]?.string, at: "action.type") {
      case "BLOCK": .block
      case "REJECT": .reject
      case "ALLOW": .allow
      case let spelling: .other(spelling)
      }
  }

  /// The policy works only inside it.
  var ownSchedule: String? {
    guard let schedule = head.text["schedule"], !schedule.isNothing else { return nil }
    return PolicySchedule(schedule).words
  }

  /// The zone that the traffic comes from and the one that it goes to, as UUIDs; nil where one of them is missing.
  var zones: (source: String, destination: String)? {
    guard let source = head.text["source"]?["zoneId"]?.string,
      let destination = head.text["destination"]?["zoneId"]?.string
    else { return nil }
    return (source, destination)
  }
}
