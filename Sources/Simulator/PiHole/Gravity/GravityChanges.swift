/// What the API's statements do to the database. Times are in seconds since 1970.
extension Gravity {
  /// `INSERT`. A new row other than a group belongs to group 0.
  public mutating func insert(
    _ name: String, in place: GravityPlace, comment: String? = nil, isEnabled: Bool = true, at now: Double
  ) throws(Refusal) {
    let table = place.table
    guard self[table][GravityKey(place, name)] == nil else {
      throw Refusal(text: "UNIQUE constraint failed: \(table.uniqueColumns)")
    }
    guard table == .groups || self[.groups][0] != nil else { throw Self.noSuchGroup }
    let second = Int(now.rounded(.down))
    let row = GravityRow(
      id: self[table].takeID(), place: place, name: name, comment: comment, isEnabled: isEnabled,
      groups: table == .groups ? [] : [0], dateAdded: second, dateModified: second)
    self[table].put(row)
  }

  /// `INSERT … ON CONFLICT DO UPDATE`: replaces comment and switch; groups stay.
  ///
  /// With `new`, a row that is found moves there. One that is not found is made at the old place: the statement says
  /// so.
  public mutating func upsert(
    _ name: String, in place: GravityPlace, becoming new: GravityPlace? = nil, comment: String? = nil,
    isEnabled: Bool = true, at now: Double
  ) throws(Refusal) {
    let table = place.table
    let old = GravityKey(place, name)
    guard var row = self[table][old] else {
      return try insert(name, in: place, comment: comment, isEnabled: isEnabled, at: now)
    }
    row.place = new ?? place
    guard row.key == old || self[table][row.key] == nil else {
      throw Refusal(text: "UNIQUE constraint failed: \(table.uniqueColumns)")
    }
    _ = self[table].takeID()
    update(row, comment: comment, isEnabled: isEnabled, at: now)
  }

  /// `UPDATE` of a group, which may give it another name. A group that is not there is no mistake.
  public mutating func rename(
    group name: String, to other: String, comment: String? = nil, isEnabled: Bool = true, at now: Double
  ) throws(Refusal) {
    guard var row = self[.groups][GravityKey(.group, name)] else { return }
    row.name = other
    guard other == name || self[.groups][row.key] == nil else {
      throw Refusal(text: "UNIQUE constraint failed: \(GravityTable.Name.groups.uniqueColumns)")
    }
    update(row, comment: comment, isEnabled: isEnabled, at: now)
  }

  /// The old membership is wiped first, then the groups are added one by one until one is refused.
  public mutating func setGroups(_ ids: [Int], of name: String, in place: GravityPlace) throws(Refusal) {
    guard var row = row(name, in: place) else { throw Refusal(text: "not an error") }
    row.groups = []
    var refusal: Refusal?
    for id in ids {
      refusal = refuses(id, for: row)
      if refusal != nil { break }
      row.groups.insert(id, at: row.groups.firstIndex { $0 > id } ?? row.groups.endIndex)
    }
    self[place.table].put(row)
    if let refusal { throw refusal }
  }

  /// `DELETE`; answers how many rows there were. Groups leave no membership behind, and group 0 comes back at once.
  @discardableResult
  public mutating func delete(_ rows: [(name: String, place: GravityPlace)], at now: Double) -> Int {
    let gone = rows.compactMap { self[$0.place.table].remove(GravityKey($0.place, $0.name)) }
    let groups = Set(gone.filter { $0.place == .group }.map(\.id))
    if !groups.isEmpty { forget(groups, at: now) }
    return gone.count
  }

  private static let noSuchGroup = Refusal(text: "FOREIGN KEY constraint failed")

  private func refuses(_ id: Int, for row: GravityRow) -> Refusal? {
    if row.groups.contains(id) {
      return Refusal(text: "UNIQUE constraint failed: \(row.place.table.membershipColumns)")
    }
    return self[.groups][id] == nil ? Self.noSuchGroup : nil
  }

  private mutating func update(_ row: GravityRow, comment: String?, isEnabled: Bool, at now: Double) {
    var row = row
    row.comment = comment
    if row.place != .client { row.isEnabled = isEnabled }
    self[row.place.table].put(row)
    touch(row, at: now)
  }

  /// The trigger for domains goes by the name, whatever the type.
  private mutating func touch(_ row: GravityRow, at now: Double) {
    let places = GravityPlace.domains.contains(row.place) ? GravityPlace.domains : [row.place]
    for place in places {
      guard var same = self[place.table][GravityKey(place, row.name)] else { continue }
      same.dateModified = Int(now.rounded(.down))
      self[place.table].put(same)
    }
  }

  private mutating func forget(_ groups: Set<Int>, at now: Double) {
    for table in [GravityTable.Name.clients, .domains, .lists] { self[table].strip(groups) }
    guard self[.groups][0] == nil, row("Default", in: .group) == nil else { return }
    self[.groups].put(Self.defaultGroup(comment: nil, Int(now.rounded(.down))))
  }
}
