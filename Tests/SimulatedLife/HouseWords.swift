/// The two states of a target, as the family calls them.
struct HouseWords: Hashable, Sendable {
  var on: String
  var off: String

  static let switches = HouseWords(on: "on", off: "off")
  static let blocking = HouseWords(on: "active", off: "paused")
  static let locks = HouseWords(on: "unlocked", off: "locked")
  static let covers = HouseWords(on: "open", off: "closed")
  static let services = HouseWords(on: "running", off: "stopped")
}

extension HouseTarget {
  var words: HouseWords {
    switch kind {
    case .blocking: return .blocking
    case .capsules: return .services
    case .entities: return HouseDoor.words(names.first ?? "") ?? .switches
    case .rules, .policies, .wifi, .groups, .lists, .domains, .several, .action: return .switches
    }
  }

  /// Whether it may let somebody in: nothing opens it because something was not said.
  var isDoor: Bool { [.locks, .covers].contains(words) }

  /// Whether the family lets it be `state`: a door comes open only where that is written.
  func permits(_ state: String) -> Bool { !isDoor || mayOpen || state != words.on }
}

/// What lets people in.
enum HouseDoor {
  /// Nil where the entity `id` is no door.
  static func words(_ id: String) -> HouseWords? {
    id.hasPrefix("lock.") ? .locks : id.hasPrefix("cover.") ? .covers : nil
  }
}
