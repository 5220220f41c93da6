/// The policies that a console derives so that answers come through.
extension FirewallPolicy {
  /// What the console adds for the answers; nil unless this allows traffic and its return. The id is still empty.
  var forAnswers: FirewallPolicy? {
    guard origin == "USER_DEFINED", settings["action"]?["allowReturnTraffic"] == true else { return nil }
    var derived = FirewallPolicy(id: "", origin: "DERIVED", settings: mirroredSettings)
    derived.parent = id
    return derived
  }

  private var mirroredSettings: JSONValue {
    var mirrored: JSONValue = [
      "enabled": settings["enabled"] ?? false, "name": .string("\(name) (Return)"),
      "action": ["type": "ALLOW", "allowReturnTraffic": false],
      "source": Self.turned(settings["destination"] ?? [:]), "destination": Self.turned(settings["source"] ?? [:]),
      "ipProtocolScope": settings["ipProtocolScope"] ?? ["ipVersion": "IPV4_AND_IPV6"],
      "connectionStateFilter": ["ESTABLISHED", "RELATED"], "loggingEnabled": settings["loggingEnabled"] ?? false,
    ]
    mirrored["schedule"] = settings["schedule"]
    return mirrored
  }

  /// One end as the other: what only one of them can hold is left out.
  private static func turned(_ end: JSONValue) -> JSONValue {
    var turned = end
    turned["trafficFilter"]?["macAddressFilter"] = nil
    let oneSided = ["MAC_ADDRESS", "DOMAIN", "APPLICATION", "APPLICATION_CATEGORY"]
    if oneSided.contains(end["trafficFilter"]?["type"]?.text ?? "") { turned["trafficFilter"] = nil }
    return turned
  }
}
