import Simulator

/// The objects of a household by system, kind and id, such as `gateway-0 rules 7f6c…`.
struct Things {
  /// What the objects of one system were made of.
  enum Origin: Equatable {
    case console([ACLRule], [FirewallPolicy], [WiFiBroadcast])
    case piHole([[GravityRow]])
    /// By id.
    case devices([String: String])
  }

  private struct Part {
    var origin: Origin
    var things: [String: Snapshot.Thing]
    /// Where the switches stand, by what the program knows their objects by.
    var switches: [String: Bool]

    init(_ origin: Origin, _ all: [Snapshot.Thing]) {
      self.origin = origin
      things = Dictionary(all.map { ($0.key, $0) }) { $1 }
      switches = Dictionary(all.map { ($0.identity, $0.isEnabled) }) { $1 }
    }
  }

  /// By system.
  private var parts: [String: Part] = [:]

  /// Adds the objects of the system called `name`: those of `earlier` where they were made of the same.
  mutating func add(_ name: String, _ origin: Origin, _ earlier: Things?, _ make: () -> [Snapshot.Thing]) {
    if let known = earlier?.parts[name], known.origin == origin {
      parts[name] = known
    } else {
      parts[name] = Part(origin, make())
    }
  }

  subscript(key: String) -> Snapshot.Thing? { part(key)?.things[key] }

  /// Where the switch stands of what the program knows by `identity`; nil where there is no such object.
  func isEnabled(_ identity: String) -> Bool? { part(identity)?.switches[identity] }

  /// Keys and identities begin with the system's name.
  private func part(_ text: String) -> Part? { parts[String(text.prefix { $0 != " " })] }

  /// Those of the system called `name`.
  func of(_ name: String) -> [Snapshot.Thing] { parts[name].map { Array($0.things.values) } ?? [] }

  /// What is not in `later` what it is here, by key and in its order; nil is what is not there.
  func changes(to later: Things) -> [(key: String, old: Snapshot.Thing?, new: Snapshot.Thing?)] {
    var changes: [(key: String, old: Snapshot.Thing?, new: Snapshot.Thing?)] = []
    for name in Set(parts.keys).union(later.parts.keys) {
      let (own, other) = (parts[name], later.parts[name])
      if let own, let other, own.origin == other.origin { continue }
      let (old, new) = (own?.things ?? [:], other?.things ?? [:])
      for key in Set(old.keys).union(new.keys) where old[key] != new[key] { changes.append((key, old[key], new[key])) }
    }
    return changes.sorted { $0.key < $1.key }
  }
}
