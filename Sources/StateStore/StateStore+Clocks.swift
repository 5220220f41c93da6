public import CivilTime
import JSONTree
public import Policies

/// A time zone that runs go by, and the one that they went by before.
public struct KeptClock: Hashable, Sendable {
  /// Its name.
  public var zone: String
  /// That of the one before; nil where none is known, or where the move was taken back.
  public var before: String?
  /// When a run first went by the later one; nil where no earlier one is known.
  public var since: Instant?

  /// A zone, and the one before it.
  public init(zone: String, before: String? = nil, since: Instant? = nil) {
    (self.zone, self.before, self.since) = (zone, before, since)
  }
}

/// The time zones that the policy named which the last run followed.
public struct KeptClocks: Hashable, Sendable {
  /// That of the policy; nil before the first run.
  public var policy: KeptClock?
  /// Those of the clocks of systems, as far as it said them.
  public var systems: [Name: KeptClock]

  /// No run has followed any.
  public init(policy: KeptClock? = nil, systems: [Name: KeptClock] = [:]) {
    (self.policy, self.systems) = (policy, systems)
  }
}

extension StateStore {
  /// The zones that the last run went by.
  public func clocks() throws(StateError) -> KeptClocks {
    let tree = try note(.clocks).flatMap { try? JSON(parsing: Array($0.utf8)) }
    let systems = tree?["systems"]?.members?.compactMap { member in
      KeptClock(stored: member.value).map { (Name(member.name), $0) }
    }
    let policy = tree?["policy"].flatMap(KeptClock.init(stored:))
    // An earlier version has kept the name alone, and writes it beside this.
    let zone = try zone()
    let isOfNow = zone == nil || policy?.zone == zone
    return KeptClocks(
      policy: isOfNow ? policy : zone.map { KeptClock(zone: $0) },
      systems: Dictionary(systems ?? []) { first, _ in first })
  }

  /// Replaces them by `clocks`; writes nothing where they are the same.
  public func keep(_ clocks: KeptClocks) throws(StateError) {
    if let policy = clocks.policy { try keep(zone: policy.zone) }
    let members = clocks.systems.sorted { $0.key < $1.key }.map { JSON.Member($0.key.text, $0.value.stored) }
    var kept: [JSON.Member] = clocks.policy.map { [JSON.Member("policy", $0.stored)] } ?? []
    kept.append(JSON.Member("systems", .object(members)))
    let text = JSON.object(kept).text
    if try note(.clocks) != text { try setNote(.clocks, text) }
  }
}

extension KeptClock {
  fileprivate var stored: JSON {
    var members = StoredMembers()
    members.add("zone", zone)
    members.add("before", before)
    members.add("since", since)
    return members.json
  }

  fileprivate init?(stored tree: JSON) {
    guard let zone = tree["zone"]?.string else { return nil }
    self.init(zone: zone, before: tree["before"]?.string, since: tree.instant("since"))
  }
}
