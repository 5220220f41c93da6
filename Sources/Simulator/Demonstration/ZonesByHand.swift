/// Zones, networks, clients and applications changed behind the console's back.
extension UniFiConsole {
  static let homeCommands = [
    "POST /simulator/zones/NAME/rename/N call a zone something else", "POST /simulator/zones/NAME/delete  remove it",
    "POST /simulator/zones/NAME/add      make one", "POST /simulator/networks/NAME/move/ZONE put a network into a zone",
    "POST /simulator/clients/NAME/leave  let a client go; also come, and be-in/NETWORK",
    "POST /simulator/applications/NAME/rename/N call an application something else",
    "GET  /simulator                     says of each client whether it has internet, by the clock of the console",
  ]

  /// `zones|networks|clients|applications NAME VERB [MORE]`; nil where there is no such thing or verb.
  mutating func changeHome(_ words: [String]) -> String? {
    guard words.count >= 3 else { return nil }
    let (name, verb, more) = (words[1], words[2], words.count == 4 ? words[3] : nil)
    if words[0] == "applications", verb == "rename", let more {
      return catalogue.rename(application: name, to: more) ? "'\(name)' is called '\(more)'" : nil
    }
    for place in sites.indices {
      if let done = sites[place].changeHome(words[0], name, verb, more) { return done }
    }
    return nil
  }
}

extension UniFiSite {
  fileprivate mutating func changeHome(_ kind: String, _ name: String, _ verb: String, _ more: String?) -> String? {
    switch kind {
    case "zones": return changeZone(name, verb, more)
    case "networks":
      guard verb == "move", let more, let zone = zoneFirewall?.zoneID(more),
        let network = networks.first(where: { $0.name == name })
      else { return nil }
      zoneFirewall?.move(network: network.id, to: zone)
      return "'\(name)' is in '\(more)'"
    case "clients": return changeClient(name, verb, more)
    default: return nil
    }
  }

  private mutating func changeZone(_ name: String, _ verb: String, _ more: String?) -> String? {
    let zone = zoneFirewall?.zoneID(name)
    switch (verb, zone, more) {
    case ("rename", let zone?, let more?):
      zoneFirewall?.rename(zone: zone, to: more)
      return "'\(name)' is called '\(more)'"
    case ("delete", let zone?, nil):
      zoneFirewall?.remove(zone: zone)
      return "'\(name)' deleted"
    case ("add", nil, nil): return zoneFirewall?.addZone(name) == nil ? nil : "'\(name)' added"
    default: return nil
    }
  }

  private mutating func changeClient(_ name: String, _ verb: String, _ more: String?) -> String? {
    guard let place = clients.firstIndex(where: { $0.name == name }) else { return nil }
    switch (verb, more) {
    case ("come", nil), ("leave", nil):
      clients[place].isConnected = verb == "come"
      return "'\(name)' \(verb == "come" ? "is there" : "has left")"
    case ("be-in", let more?):
      guard let network = networks.first(where: { $0.name == more }) else { return nil }
      clients[place].network = network.id
      return "'\(name)' is in '\(more)'"
    default: return nil
    }
  }
}
