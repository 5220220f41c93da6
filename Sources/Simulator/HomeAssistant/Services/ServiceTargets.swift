/// Which entities a service call means.
struct NamedEntities {
  /// Those that were named, and the members of groups that were.
  var explicit: [String] = []
  /// Those that are meant because of where they are, or because all are.
  var others: [String] = []

  var all: [String] { (explicit + others).unique }
}

extension HomeAssistant {
  func entities(_ call: PendingCall) -> NamedEntities {
    let places = entities(areas: Set(call.body.areas), labels: Set(call.body.labels))
    switch call.body.named {
    case .nothing where call.rule.verb == .run: return NamedEntities(explicit: [call.name.text])
    case .nothing: return NamedEntities(others: places)
    case .all: return NamedEntities(others: board.all.filter { $0.domain == call.name.domain }.map(\.id))
    case .ids(let ids): return NamedEntities(explicit: expanded(ids), others: places)
    }
  }

  private func entities(areas: Set<String>, labels: Set<String>) -> [String] {
    guard !areas.isEmpty || !labels.isEmpty else { return [] }
    return board.all.filter { entity in
      entity.area.map(areas.contains) ?? false || !labels.isDisjoint(with: entity.labels)
    }.map(\.id)
  }

  /// The members beside their groups.
  private func expanded(_ ids: [String], below groups: Set<String> = []) -> [String] {
    ids.flatMap { id -> [String] in
      guard let entity = board[id], entity.isGroup, entity.isThere, let members = entity.members else { return [id] }
      return groups.contains(id) ? [] : [id] + expanded(members, below: groups.union([id]))
    }.unique
  }
}

extension Array where Element: Hashable {
  /// The elements in order, each once.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
