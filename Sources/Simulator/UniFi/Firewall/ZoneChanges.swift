/// Changes to zones as an administrator makes them on the web page.
extension ZoneFirewall {
  /// Puts a network into the zone with this id, and takes it from where it was; nil leaves it in none.
  public mutating func move(network: String, to zone: String?) {
    for place in zones.indices {
      zones[place].networkIDs.removeAll { $0 == network }
      if zones[place].id == zone { zones[place].networkIDs.append(network) }
    }
  }

  /// Calls the zone with this id something else; what it is for stays.
  public mutating func rename(zone id: String, to name: String) {
    guard let place = zones.firstIndex(where: { $0.id == id }) else { return }
    zones[place].name = name
  }

  /// Removes the zone with this id. That its policies go with it, and that its networks are in no zone afterwards, is a
  /// guess: a real console may ask for both first.
  public mutating func remove(zone id: String) {
    zones.removeAll { $0.id == id }
    while let place = policies.firstIndex(where: { $0.pair.source == id || $0.pair.destination == id }) {
      remove(at: place)
    }
  }

  /// Makes a zone as an administrator does, takes the networks from where they were, and gives it its system policies.
  /// That these let it reach the outside and nothing else is a guess. The answer is its id.
  public mutating func addZone(_ name: String, networks: [String] = []) -> String {
    let zone = FirewallZone(id: randomness.uuid(), name: name, origin: "USER_DEFINED")
    var made = zones.flatMap {
      Self.between($0, zone, &randomness) + Self.between(zone, $0, &randomness)
    }
    made += Self.between(zone, zone, &randomness)
    zones.append(zone)
    for policy in made { add(policy) }
    for network in networks { move(network: network, to: zone.id) }
    return zone.id
  }
}
