/// A table of the gravity database: rows by id, and by what is unique. Ids are counted and never given twice.
struct GravityTable: Sendable {
  private var rows: [Int: GravityRow] = [:]
  private var ids: [GravityKey: Int] = [:]
  private var lastID = 0

  /// The tables that are modelled.
  enum Name: Hashable, Sendable {
    case groups, clients, domains, lists
  }

  /// Rows by id.
  var inOrder: [GravityRow] { rows.keys.sorted().compactMap { rows[$0] } }
  var count: Int { rows.count }

  subscript(id: Int) -> GravityRow? { rows[id] }
  subscript(key: GravityKey) -> GravityRow? { ids[key].flatMap { rows[$0] } }

  /// The next id. Counting goes on where a row is given up again, as with an upsert that finds one.
  mutating func takeID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds the row, or puts it instead of the one with its id.
  mutating func put(_ row: GravityRow) {
    if let old = rows[row.id] { ids[old.key] = nil }
    rows[row.id] = row
    ids[row.key] = row.id
  }

  mutating func remove(_ key: GravityKey) -> GravityRow? {
    guard let id = ids.removeValue(forKey: key) else { return nil }
    return rows.removeValue(forKey: id)
  }

  /// Takes the groups out of every row.
  mutating func strip(_ groups: Set<Int>) {
    for (id, row) in rows where row.groups.contains(where: groups.contains) {
      rows[id]?.groups.removeAll(where: groups.contains)
    }
  }
}

extension GravityTable.Name {
  /// The columns that are unique together, as SQLite names them.
  var uniqueColumns: String {
    switch self {
    case .groups: "group.name"
    case .clients: "client.ip"
    case .domains: "domainlist.domain, domainlist.type"
    case .lists: "adlist.address, adlist.type"
    }
  }

  /// The columns of a membership, as SQLite names them.
  var membershipColumns: String {
    let name =
      switch self {
      case .groups: "group"
      case .clients: "client"
      case .domains: "domainlist"
      case .lists: "adlist"
      }
    return "\(name)_by_group.\(name)_id, \(name)_by_group.group_id"
  }

  /// What the rows are called in an answer.
  var word: String {
    switch self {
    case .groups: "groups"
    case .clients: "clients"
    case .domains: "domains"
    case .lists: "lists"
    }
  }

  /// What a row's name is called in a request.
  var item: String {
    switch self {
    case .groups: "name"
    case .clients: "client"
    case .domains: "domain"
    case .lists: "address"
    }
  }
}
