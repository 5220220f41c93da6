import CivilTime
import JSONTree
import Policies
import Providers
import Planning
import UniFi

/// A list of a console's site in which the suite makes an object of its own: out of force, and between two addresses
/// for documentation (RFC 5737) that nobody has.
struct ConsoleList: Sendable {
  /// What the provider calls its objects.
  var kind: ObjectKind
  /// The path of the list.
  var path: String
  /// A new object that is called so.
  var body: @Sendable (_ name: String) async throws(LiveFailure) -> JSON

  /// The site's ACL rules.
  static func rules(_ site: String, _ hand: ConsoleHand) -> ConsoleList {
    let path = site + "/acl-rules"
    return ConsoleList(kind: .aclRule, path: path) { (name) async throws(LiveFailure) in
      // 10.0 wants a place, which later versions ignore: behind all others.
      let place = try await hand.all(path).count
      return head(name).setting("type", to: .string("IPV4")).setting("index", to: .integer(place))
        .setting("action", to: .string("BLOCK"))
        .setting("sourceFilter", to: filter("192.0.2.1")).setting("destinationFilter", to: filter("198.51.100.1"))
    }
  }

  /// The site's firewall policies, those from the zone Internal to External.
  static func policies(_ site: String, _ hand: ConsoleHand) -> ConsoleList {
    ConsoleList(kind: .firewallPolicy, path: site + "/firewall/policies") { (name) async throws(LiveFailure) in
      let zones = try await hand.all(site + "/firewall/zones")
      return head(name).setting("action", to: .object([.init("type", .string("BLOCK"))]))
        .setting("source", to: try end(of: "Internal", zones, "192.0.2.1"))
        .setting("destination", to: try end(of: "External", zones, "198.51.100.1"))
        .setting("ipProtocolScope", to: .object([.init("ipVersion", .string("IPV4"))]))
        .setting("loggingEnabled", to: .bool(false))
    }
  }

  /// The story of an object of this list; with that no other of it has changed.
  func tell(on system: LiveSystem, _ hand: ConsoleHand) async throws(LiveFailure) -> String {
    try await sweep(hand)
    let before = try await foreign(hand)
    let name = LiveSystem.prefix + String(LiveSystem.now.secondsSinceEpoch, radix: 36)
    let story = SwitchStory(
      kind: kind, name: name,
      make: { () async throws(LiveFailure) in try await hand.post(path, try await body(name)) },
      remove: { () async throws(LiveFailure) in try await sweep(hand) })
    let words = try await story.tell(on: system)
    try demand(try await foreign(hand) == before, "every other \(SystemKind.unifi.one(of: kind)) as it was")
    return words + "; every other \(SystemKind.unifi.one(of: kind)) is as it was"
  }

  /// Removes every object of the suite, also what was made although the answer was lost, or by a run that was cut off.
  private func sweep(_ hand: ConsoleHand) async throws(LiveFailure) {
    for object in try await hand.all(path) where isOwn(object) {
      guard let id = object["id"]?.string else { continue }
      try await hand.delete("\(path)/\(id)")
    }
  }

  /// The objects that are not the suite's, but for their places: one of the suite stands among them for a while.
  private func foreign(_ hand: ConsoleHand) async throws(LiveFailure) -> [String] {
    try await hand.all(path).filter { !isOwn($0) }.map { $0.removing(["index"]).text }
  }

  private func isOwn(_ object: JSON) -> Bool { object["name"]?.string?.hasPrefix(LiveSystem.prefix) == true }
}

// MARK: Bodies

private func head(_ name: String) -> JSON {
  .object([
    .init("enabled", .bool(false)), .init("name", .string(name)),
    .init("description", .string("made by make test-live, may be removed")),
  ])
}

private func filter(_ address: String) -> JSON {
  .object([
    .init("type", .string("IP_ADDRESSES_OR_SUBNETS")), .init("ipAddressesOrSubnets", .array([.string(address)])),
  ])
}

private func end(of zone: String, _ zones: [JSON], _ address: String) throws(LiveFailure) -> JSON {
  guard let id = zones.first(where: { $0["name"]?.string == zone })?["id"]?.string else {
    throw LiveFailure("expected a firewall zone '\(zone)'")
  }
  let item = JSON.object([.init("type", .string("IP_ADDRESS")), .init("value", .string(address))])
  let addresses = JSON.object([
    .init("type", .string("IP_ADDRESSES")), .init("matchOpposite", .bool(false)), .init("items", .array([item])),
  ])
  return .object([
    .init("zoneId", .string(id)),
    .init(
      "trafficFilter", .object([.init("type", .string("IP_ADDRESS")), .init("ipAddressFilter", addresses)])),
  ])
}
