/// What a group shows, worked out from its members.
struct EntityGroup {
  var domain: String
  var isAllMode: Bool
  /// Those that the server has, in order.
  var members: [HomeAssistantEntity]

  init(_ group: HomeAssistantEntity, _ members: [HomeAssistantEntity]) {
    domain = group.domain
    isAllMode = group.isAllMode
    self.members = members
  }

  var state: String {
    switch domain {
    case "group": plain
    case "lock": lock
    case "cover", "valve": cover
    default: switches
    }
  }

  /// Members that are missing or without a definite state are left out. In all mode they are not on, so that a group of
  /// locks of which one is open, or one cannot be reached, is `locked`.
  private var plain: String {
    let known = members.filter { !Self.isIndefinite($0) }
    guard !known.isEmpty else { return "unknown" }
    let words = Set(known.map { GroupWords($0) })
    let word = words.count == 1 ? words.first ?? .switches : .switches
    let isOn = isAllMode ? members.allSatisfy(Self.isOn) : members.contains(where: Self.isOn)
    return isOn ? word.on : word.off
  }

  private static func isOn(_ member: HomeAssistantEntity) -> Bool {
    !isIndefinite(member) && GroupWords.isOn(member)
  }

  private static func isIndefinite(_ member: HomeAssistantEntity) -> Bool {
    ["unavailable", "unknown"].contains(member.state)
  }

  /// One that moves, or is stuck, is shown; otherwise it is locked if all are.
  private var lock: String {
    if let missing = incomplete { return missing }
    let shown = ["jammed", "opening", "locking", "open", "unlocking"].first(where: has)
    return shown ?? (members.allSatisfy { $0.state == "locked" } ? "locked" : "unlocked")
  }

  private var cover: String {
    let known = members.filter { !Self.isIndefinite($0) }
    guard !known.isEmpty else { return nothing }
    let shown = ["opening", "closing"].first(where: has)
    return shown ?? (known.allSatisfy { $0.state == "closed" } ? "closed" : "open")
  }

  private var switches: String {
    if isAllMode, let missing = incomplete { return missing }
    let known = members.filter { !Self.isIndefinite($0) }
    guard !known.isEmpty else { return nothing }
    let isOn = isAllMode ? known.allSatisfy(GroupWords.isOn) : known.contains(where: GroupWords.isOn)
    return isOn ? "on" : "off"
  }

  private var nothing: String { has("unknown") || members.isEmpty ? "unknown" : "unavailable" }

  /// What one member without a definite state makes of all.
  private var incomplete: String? {
    if members.allSatisfy({ $0.state == "unavailable" }) { return members.isEmpty ? "unknown" : "unavailable" }
    return members.contains(where: Self.isIndefinite) ? "unknown" : nil
  }

  private func has(_ state: String) -> Bool { members.contains { $0.state == state } }

  /// The mean of the positions that are known.
  var position: Double? {
    let known = members.compactMap { $0.attributes["current_position"]?.double }
    return known.isEmpty ? nil : (known.reduce(0, +) / Double(known.count)).rounded()
  }
}

/// What a group of one kind calls on and off.
struct GroupWords: Hashable {
  var on: String
  var off: String

  static let switches = GroupWords(on: "on", off: "off")
  static let locks = GroupWords(on: "unlocked", off: "locked")
  static let covers = GroupWords(on: "open", off: "closed")

  /// The words for `member`; a nested group has those it uses itself.
  init(_ member: HomeAssistantEntity) {
    switch member.domain {
    case "lock": self = .locks
    case "cover", "valve": self = .covers
    case "group": self = [.locks, .covers].first { [$0.on, $0.off].contains(member.state) } ?? .switches
    default: self = .switches
    }
  }

  private init(on: String, off: String) {
    self.on = on
    self.off = off
  }

  /// Whether a group counts `member` as on. A jammed lock is not.
  static func isOn(_ member: HomeAssistantEntity) -> Bool {
    switch member.domain {
    case "lock": ["unlocked", "open", "locking", "unlocking", "opening"].contains(member.state)
    case "cover", "valve": member.state == "open"
    case "media_player": !["off", "standby"].contains(member.state)
    case "climate", "water_heater": member.state != "off"
    case "group": ["on", "unlocked", "open"].contains(member.state)
    default: member.state == "on"
    }
  }
}
