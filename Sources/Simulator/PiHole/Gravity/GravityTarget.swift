/// What a path below `/api/groups`, `clients`, `domains` or `lists` names.
struct GravityTarget {
  var table: GravityTable.Name
  /// Where to look; a change needs exactly one place.
  var places: [GravityPlace]
  /// The part of the path that names the list, as sent.
  var path: String
  /// What follows, decoded once; empty for none. A literal `/` belongs to it, and a plus sign is a space.
  var item: String

  init(_ table: GravityTable.Name, _ target: RequestTarget) {
    let base = "/api/" + table.word
    let rest = target.path.dropFirst(base.utf8.count)
    let list = Self.lists(table).first { rest == $0.path || rest.hasPrefix($0.path + "/") }
    self.table = table
    places = list?.places ?? []
    path = base + (list?.path ?? "")
    // The server goes on with a C string, which a NUL ends.
    item = String(RequestTarget.decoded(rest.dropFirst((list?.path.utf8.count ?? 0) + 1)).prefix { $0 != "\0" })
  }

  /// A word that is no type or kind is taken for the beginning of an item.
  private static func lists(_ table: GravityTable.Name) -> [(path: String, places: [GravityPlace])] {
    switch table {
    case .groups: [("", [.group])]
    case .clients: [("", [.client])]
    case .lists: [("", GravityPlace.lists)]
    case .domains: domains
    }
  }

  private static let domains: [(path: String, places: [GravityPlace])] = [
    ("/allow/exact", [.domain(.allow, .exact)]), ("/allow/regex", [.domain(.allow, .regex)]),
    ("/allow", [.domain(.allow, .exact), .domain(.allow, .regex)]), ("/deny/exact", [.domain(.deny, .exact)]),
    ("/deny/regex", [.domain(.deny, .regex)]), ("/deny", [.domain(.deny, .exact), .domain(.deny, .regex)]),
    ("/exact", [.domain(.allow, .exact), .domain(.deny, .exact)]),
    ("/regex", [.domain(.allow, .regex), .domain(.deny, .regex)]), ("", GravityPlace.domains),
  ]
}

extension Gravity {
  /// The rows at `places`: all by id, or, with `item`, those of that name by place.
  func rows(at places: [GravityPlace], _ item: String?) -> [GravityRow] {
    if let item, !item.isEmpty { return places.compactMap { row(item, in: $0) } }
    let table = places.first?.table
    return table.map { self[$0].inOrder.filter { places.contains($0.place) } } ?? []
  }
}
