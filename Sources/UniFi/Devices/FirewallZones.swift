import JSONTree

/// A zone of the firewall, as the console lists it.
struct ListedZone: Hashable, Sendable {
  /// A UUID, in lower case.
  let id: String
  /// What the console calls it. Nothing is decided by names unless the policy gives them.
  let name: String
  /// The networks that are in it, in lower case; of the zone towards the internet these are WAN interfaces.
  let networks: Set<String>

  /// Nil where `text` has no UUID or no name.
  init?(_ text: JSONText) {
    guard let id = text.uuid, let name = text["name"]?.string else { return nil }
    self.id = id.lowercased()
    self.name = name
    networks = Set((text["networkIds"]?.elements ?? []).compactMap { $0.string?.lowercased() })
  }
}

/// Which zones of a console are those of the home's own networks, and which one leads to the internet.
///
/// The zone to the internet is the one whose networks no list of networks has: they are WAN interfaces (measured). The
/// home's zones are those with networks of that list. The policy may name both.
struct FirewallZones: Hashable, Sendable {
  /// In the console's order, never empty.
  let home: [ListedZone]
  /// Where the internet is.
  let internet: ListedZone

  /// What the policy says of zones.
  struct Named: Hashable, Sendable {
    /// The names of the home's zones; empty where they are to be found.
    var home: [String] = []
    /// The name of the zone to the internet; nil where it is to be found.
    var internet: String?

    /// Whether the list of networks is needed to tell them.
    var needsNetworks: Bool { home.isEmpty || internet == nil }
  }

  /// Among `zones`, where `networks` are all of the home; throws the words for what cannot be told.
  init(_ zones: [ListedZone], networks: Set<String>, named: Named) throws(Untold) {
    if let name = named.internet {
      internet = try Self.zone(name, "internet-zone", among: zones)
    } else {
      let outside = zones.filter { !$0.networks.isEmpty && $0.networks.isDisjoint(with: networks) }
      guard outside.count == 1, let only = outside.first else { throw .internet(outside, among: zones) }
      internet = only
    }
    if named.home.isEmpty {
      let internet = internet
      home = zones.filter { $0.id != internet.id && !$0.networks.isDisjoint(with: networks) }
    } else {
      var home: [ListedZone] = []
      for name in named.home {
        let zone = try Self.zone(name, "lan-zones", among: zones)
        // Named twice, as with other capitals, it is still one zone.
        if !home.contains(zone) { home.append(zone) }
      }
      self.home = home
    }
    guard !home.isEmpty else { throw .noHome(zones) }
    guard !home.contains(internet) else { throw .both(internet) }
  }

  private static func zone(_ name: String, _ key: String, among zones: [ListedZone]) throws(Untold) -> ListedZone {
    let found = zones.filter { $0.name.lowercased() == name.lowercased() }
    guard found.count == 1, let zone = found.first else { throw .name(name, key, found.count, zones) }
    return zone
  }

  /// Why zones cannot be told.
  enum Untold: Error, Hashable {
    /// None or several could be the one to the internet.
    case internet([ListedZone], among: [ListedZone])
    /// None has a network of the home.
    case noHome([ListedZone])
    /// One is to be both.
    case both(ListedZone)
    /// The policy names one behind a key, of which there is not exactly one.
    case name(String, String, Int, [ListedZone])
  }
}
