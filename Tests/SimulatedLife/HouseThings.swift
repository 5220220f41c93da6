import Simulator
import TestSupport

/// Rules, policies and WiFis as a family makes them.
enum HouseThings {
  static func uuid(_ numbers: inout SplitMix64) -> String {
    let digits = (0..<32).map { _ in String(numbers.int(in: 0..<16), radix: 16) }.joined()
    var parts: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }

  static func rule(_ name: String, _ numbers: inout SplitMix64) -> ACLRule {
    var settings: JSONValue = [
      "type": "IPV4", "enabled": .bool(numbers.oneIn(2)), "name": .string(name),
      "action": numbers.oneIn(4) ? "ALLOW" : "BLOCK",
    ]
    if !numbers.oneIn(6) {
      settings["sourceFilter"] = [
        "type": "IP_ADDRESSES_OR_SUBNETS",
        "ipAddressesOrSubnets": [.string("10.1.1.\(numbers.int(in: 1..<250))")],
      ]
    }
    if numbers.oneIn(3) { settings["description"] = "by hand \u{2013} leave it" }
    return ACLRule(
      id: uuid(&numbers), origin: numbers.oneIn(8) ? "DERIVED" : "USER_DEFINED", settings: settings)
  }

  static func policy(_ name: String, _ zones: [String], _ numbers: inout SplitMix64) -> FirewallPolicy {
    let pair = numbers.shuffled(zones)
    // Answers are let through by a policy of their own only where nothing else does it.
    let action: JSONValue =
      pair == [zones[1], zones[0], zones[2]]
      ? ["type": "ALLOW", "allowReturnTraffic": true]
      : numbers.pick([
        ["type": "BLOCK"], ["type": "BLOCK"], ["type": "REJECT"], ["type": "ALLOW", "allowReturnTraffic": false],
      ])
    var settings: JSONValue = [
      "enabled": .bool(numbers.oneIn(2)), "name": .string(name), "action": action,
      "source": ["zoneId": .string(pair[0])], "destination": ["zoneId": .string(pair[1])],
      "ipProtocolScope": ["ipVersion": "IPV4"], "loggingEnabled": .bool(numbers.oneIn(2)),
    ]
    if numbers.oneIn(4) {
      settings["schedule"] = [
        "mode": "EVERY_DAY", "timeFilter": ["startTime": "22:00", "stopTime": "06:00"],
      ]
    }
    return FirewallPolicy(id: uuid(&numbers), settings: settings)
  }

  static func wifi(_ name: String, like other: WiFiBroadcast?, _ numbers: inout SplitMix64) -> [WiFiBroadcast] {
    guard var made = other, !numbers.oneIn(4) else { return [] }
    made.id = uuid(&numbers)
    made.settings["name"] = .string(name)
    made.settings["enabled"] = .bool(numbers.oneIn(2))
    return [made]
  }
}
