/// Groups, clients, domains and lists, changed as on the web page.
extension PiHole {
  static var rowCommands: [String] {
    [
      "POST /simulator/groups/NAME/VERB    VERB: enable, disable, toggle, add, delete",
      "POST /simulator/clients/NAME/VERB   VERB: add, delete, join/GROUP, leave/GROUP",
      "POST /simulator/domains/allow/exact/NAME/VERB",
      "                                    and deny, and regex; VERB: all of these",
      "POST /simulator/lists/block/NAME/VERB  and allow; a slash in NAME is %2F",
    ]
  }

  /// A line a row, of long tables only the beginning.
  func describeRows() -> [String] {
    let groups = gravity.groups
    let names = Dictionary(groups.map { ($0.id, $0.name) }) { $1 }
    return [groups, gravity.clients, gravity.domains, gravity.lists].flatMap { rows in
      let further = rows.count - Self.shownRows
      return rows.prefix(Self.shownRows).map { Self.describe($0, names) } + (further > 0 ? ["and \(further) more"] : [])
    }
  }

  private static let shownRows = 100

  private static func describe(_ row: GravityRow, _ names: [Int: String]) -> String {
    let groups = row.groups.map { "'\(plain(names[$0] ?? String($0)))'" }.joined(separator: ", ")
    let state = row.place == .client ? "" : row.isEnabled ? " enabled" : " disabled"
    let membership = row.place == .group ? "" : groups.isEmpty ? ", in no group" : ", in \(groups)"
    return "\(words(row.place).joined(separator: " ")) '\(plain(row.name))'\(state)\(membership)"
  }

  /// The text without what a terminal might obey.
  private static func plain(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
      default: String(scalar)
      }
    }.joined()
  }

  private static func words(_ place: GravityPlace) -> [String] {
    switch place {
    case .group: ["group"]
    case .client: ["client"]
    case .domain(let type, let kind): ["domain", type.rawValue, kind.rawValue]
    case .list(let type): ["list", type.rawValue]
    }
  }

  /// False where the words are not known, or there is no such row.
  mutating func performRow(_ words: [String], at now: Double) -> Bool {
    guard let (place, rest) = Self.place(words), let name = rest.first else { return false }
    do throws(Gravity.Refusal) {
      switch (rest.count, rest[1...].first) {
      case (2, "add"): try gravity.insert(name, in: place, at: now)
      case (2, "delete"): return gravity.delete([(name, place)], at: now) > 0
      case (2, let verb?): return try flip(name, place, verb, at: now)
      case (3, let verb?): return try regroup(name, place, verb, rest[2])
      default: return false
      }
      return true
    } catch {
      return false
    }
  }

  private static func place(_ words: [String]) -> (GravityPlace, [String])? {
    switch (words.first, words.count) {
    case ("groups", 3...): return (.group, Array(words.dropFirst()))
    case ("clients", 3...): return (.client, Array(words.dropFirst()))
    case ("domains", 5...): return GravityPlace.domain(words[1], words[2]).map { ($0, Array(words.dropFirst(3))) }
    case ("lists", 4...):
      return GravityPlace.ListType(rawValue: words[1]).map { (.list($0), Array(words.dropFirst(2))) }
    default: return nil
    }
  }

  private mutating func flip(
    _ name: String, _ place: GravityPlace, _ verb: String, at now: Double
  ) throws(Gravity.Refusal) -> Bool {
    guard let row = gravity.row(name, in: place), place != .client else { return false }
    let wanted: Bool? =
      switch verb {
      case "enable": true
      case "disable": false
      case "toggle": !row.isEnabled
      default: nil
      }
    guard let wanted else { return false }
    try gravity.upsert(name, in: place, comment: row.comment, isEnabled: wanted, at: now)
    return true
  }

  private mutating func regroup(
    _ name: String, _ place: GravityPlace, _ verb: String, _ group: String
  ) throws(Gravity.Refusal) -> Bool {
    guard let row = gravity.row(name, in: place), let id = gravity.row(group, in: .group)?.id, place != .group else {
      return false
    }
    switch verb {
    case "join": try gravity.setGroups(row.groups + [id], of: name, in: place)
    case "leave": try gravity.setGroups(row.groups.filter { $0 != id }, of: name, in: place)
    default: return false
    }
    return true
  }
}
