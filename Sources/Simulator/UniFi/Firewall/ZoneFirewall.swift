/// The firewall of a site that has been moved to zones.
public struct ZoneFirewall: Sendable {
  /// In the order they are listed.
  public var zones: [FirewallZone]
  /// In order of evaluation.
  public var policies: [FirewallPolicy] = []
  private var given: [Series: Int] = [:]
  var randomness = Randomness(seed: 3)

  /// A row of numbers that belongs to one pair of zones.
  private struct Series: Hashable, Sendable {
    var pair: ZonePair
    var first: Int
  }

  /// A firewall from its zones and policies; those without an index get the next of their pair of zones.
  public init(zones: [FirewallZone] = [], policies: [FirewallPolicy] = []) {
    self.zones = zones
    for policy in policies { add(policy) }
  }

  /// The number of what holds where nothing else does.
  static let lastIndex = Int(Int32.max)
  private static let firstOfUsers = 10_000
  private static let firstDerived = 30_000
  /// Of what users put behind the policies of the system; the number itself is a guess.
  static let firstBehindSystem = 40_000

  /// What lists have.
  var listed: [FirewallPolicy] { policies.filter { $0.listing != .missing } }

  /// Puts `policy` after the others of its kind in its pair of zones, with a policy for the answers where it wants one.
  public mutating func add(_ policy: FirewallPolicy) {
    put(policy)
    renewReturn(of: policy, hadOne: false)
  }

  /// Replaces the settings of the policy at `place`; between other zones it goes last there.
  mutating func replace(at place: Int, with settings: JSONValue) {
    var policy = policies[place]
    let before = policy.pair
    policy.settings = settings
    if policy.pair == before {
      policies[place] = policy
    } else {
      policies.remove(at: place)
      policy.index = 0
      put(policy)
    }
    renewReturn(of: policy, hadOne: true)
  }

  /// Removes the policy at `place`, and the one for its answers with it.
  public mutating func remove(at place: Int) {
    let id = policies.remove(at: place).id
    policies.removeAll { $0.parent == id }
  }

  /// Changes the policy at `place` as its administrator would on the web page; the one for its answers follows.
  public mutating func edit(at place: Int, _ change: (inout FirewallPolicy) -> Void) {
    var policy = policies[place]
    change(&policy)
    (policies[place].hasID, policies[place].listing) = (policy.hasID, policy.listing)
    replace(at: place, with: policy.settings)
  }

  /// Puts the policies of users between two zones into this order, in front of what the system made and behind it.
  mutating func order(_ pair: ZonePair, before: [String], after: [String]) {
    let known = Dictionary(policies.map { ($0.id, $0) }) { first, _ in first }
    let moved = Set(before + after)
    policies.removeAll { moved.contains($0.id) }
    for (ids, first) in [(before, Self.firstOfUsers), (after, Self.firstBehindSystem)] {
      for (offset, id) in ids.enumerated() {
        guard var policy = known[id] else { continue }
        policy.index = first + offset
        put(policy)
      }
    }
    given[Series(pair: pair, first: Self.firstOfUsers)] = Self.firstOfUsers + before.count
  }

  /// An id that nothing has.
  mutating func unusedID() -> String { randomness.uuid() }

  private mutating func put(_ policy: FirewallPolicy) {
    var policy = policy
    if policy.index == 0 {
      let first = policy.origin == "USER_DEFINED" ? Self.firstOfUsers : Self.firstDerived
      let series = Series(pair: policy.pair, first: first)
      policy.index = given[series] ?? first
      given[series] = policy.index + 1
    }
    policies.insert(policy, at: place(after: policy.index))
  }

  /// The first place behind all policies with this or a lower index.
  private func place(after index: Int) -> Int {
    var (low, high) = (0, policies.count)
    while low < high {
      let middle = (low + high) / 2
      if policies[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func renewReturn(of policy: FirewallPolicy, hadOne: Bool) {
    let old = hadOne ? policies.firstIndex { $0.parent == policy.id } : nil
    guard var made = policy.forAnswers else {
      if let old { policies.remove(at: old) }
      return
    }
    if let old, policies[old].pair == made.pair {
      policies[old].settings = made.settings
    } else {
      if let old { policies.remove(at: old) }
      made.id = randomness.uuid()
      put(made)
    }
  }
}
