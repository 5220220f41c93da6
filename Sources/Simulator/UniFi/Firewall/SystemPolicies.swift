/// What every site has once it has been moved to zones.
extension ZoneFirewall {
  /// The six zones of the system and the policies between them: more than a page, with names that repeat.
  ///
  /// `networks` are the ids of the networks in a zone, by its name. The ids are the same in every run.
  public static func fresh(networks: [String: [String]] = [:]) -> ZoneFirewall {
    var randomness = Randomness(seed: 4)
    let zones = names.map {
      FirewallZone(id: randomness.uuid(), name: $0, networkIDs: networks[$0] ?? uplinks($0, &randomness))
    }
    var policies: [FirewallPolicy] = []
    for source in zones {
      for destination in zones { policies += between(source, destination, &randomness) }
    }
    return ZoneFirewall(zones: zones, policies: policies)
  }

  /// The id of the zone with this name; nil if there is none.
  public func zoneID(_ name: String) -> String? { zones.first { $0.name == name }?.id }

  /// The id of the first zone of this kind, whatever it is called; nil if there is none.
  public func zoneID(_ kind: FirewallZone.Kind) -> String? { zones.first { $0.kind == kind }?.id }

  private static let names = ["Internal", "External", "Gateway", "Vpn", "Hotspot", "Dmz"]

  /// The External zone lists uplinks, whose ids nothing else explains.
  private static func uplinks(_ name: String, _ randomness: inout Randomness) -> [String] {
    name == "External" ? [randomness.uuid()] : []
  }

  static func between(
    _ source: FirewallZone, _ destination: FirewallZone, _ randomness: inout Randomness
  ) -> [FirewallPolicy] {
    let isOpen =
      [.inside, .gateway, .vpn].contains(source.kind)
      || ([.hotspot, .dmz, .custom].contains(source.kind) && destination.kind == .outside)
    var made: [FirewallPolicy] = []
    func add(_ name: String, _ action: String, _ origin: String, index: Int, states: [JSONValue] = []) {
      let settings = settings(name, action, source.id, destination.id, states)
      made.append(FirewallPolicy(id: randomness.uuid(), origin: origin, index: index, settings: settings))
    }
    if source.kind == .outside { add("Block Invalid Traffic", "BLOCK", "DERIVED", index: 0, states: ["INVALID"]) }
    if !isOpen { add("Allow Return Traffic", "ALLOW", "DERIVED", index: 0, states: ["ESTABLISHED", "RELATED"]) }
    if !isOpen, source.kind != .outside, destination.kind == .gateway {
      for name in ["Allow DHCP", "Allow DNS", "Allow mDNS"] { add(name, "ALLOW", "DERIVED", index: 0) }
    }
    add(
      isOpen ? "Allow All Traffic" : "Block All Traffic", isOpen ? "ALLOW" : "BLOCK", "SYSTEM_DEFINED",
      index: lastIndex)
    return made
  }

  private static func settings(
    _ name: String, _ action: String, _ source: String, _ destination: String, _ states: [JSONValue]
  ) -> JSONValue {
    var settings: JSONValue = [
      "enabled": true, "name": .string(name),
      "action": action == "ALLOW" ? ["type": "ALLOW", "allowReturnTraffic": false] : ["type": .string(action)],
      "source": ["zoneId": .string(source)], "destination": ["zoneId": .string(destination)],
      "ipProtocolScope": ["ipVersion": "IPV4_AND_IPV6"], "loggingEnabled": false,
    ]
    if !states.isEmpty { settings["connectionStateFilter"] = .array(states) }
    return settings
  }
}
