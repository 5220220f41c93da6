public import CivilTime
public import Policies
import Providers
import Planning

extension StateStore {
  /// Every override that is remembered, the newest first, but for those that the history does not know as they are
  /// there. Those that ended stay for as long as entries do.
  public func overrides() throws(StateError) -> [Override] {
    let told = try Fingerprints(toldIn: database)
    return try rows { told[$0.id] == Fingerprints.fingerprint(ofOverride: $1) }
  }

  /// The same with those that the history does not know as they are there.
  public func allOverrides() throws(StateError) -> [Override] { try rows { _, _ in true } }

  private func rows(_ counts: (Override, [Value]) -> Bool) throws(StateError) -> [Override] {
    let columns = Schema.overrideColumns(in: Schema.version)
    let rows = try database.rows("SELECT \(columns) FROM overrides ORDER BY id DESC")
    let found = values(.overrides, rows) { row in Override(row: row).map { (override: $0, row: row) } }
    return found.filter(counts).map(\.override)
  }

  /// Makes an override and returns it with its number.
  public func make(
    _ state: TargetState, of target: Name, from: Instant, until: Instant, because: String?, by: String
  ) throws(StateError) -> Override {
    try make([Override(id: "", target: target, state: state, from: from, until: until, because: because, by: by)])[0]
  }

  /// Makes these overrides, all of them or none, and returns them with their numbers.
  public func make(_ wanted: [Override]) throws(StateError) -> [Override] {
    try database.atomically { () throws(StateError) in
      var made: [Override] = []
      for var override in wanted {
        try database.rows(
          """
          INSERT INTO overrides(id, target, state, begins, ends, because, made_by, made_at, kind, policy, owner, named)
          VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, [nextNumber()] + override.columns)
        override.id = String(database.lastRow)
        try append(Self.event(.overrideMade, override, at: override.madeAt, by: override.by), keeping: [override.id])
        made.append(override)
      }
      return made
    }
  }

  /// The number that the next override gets; null for the one after the last. The table has none left after what somebody has put
  /// into the file: then the history counts, which knows nothing of that.
  private func nextNumber() throws(StateError) -> Value {
    let last = try database.rows(
      """
      SELECT max(
        coalesce((SELECT max(CAST(seq AS INTEGER)) FROM sqlite_sequence WHERE name = 'overrides'), 0),
        coalesce((SELECT max(id) FROM overrides), 0))
      """)
    guard let last = last.first?[0].integer, last >= Self.beyondCounting else { return .null }
    let told = try Fingerprints(toldIn: database).byName.keys.compactMap { Int64($0) }
    let standing = try database.rows(
      "SELECT max(id) FROM overrides WHERE id < ?", [.integer(Self.beyondCounting)]
    ).first?[0].integer
    return .integer(max(0, standing ?? 0, told.filter { $0 < Self.beyondCounting }.max() ?? 0) + 1)
  }

  /// Nobody makes so many.
  static let beyondCounting: Int64 = 1 << 53

  /// Gives the override `id` another end, which may be now, and tells the history of it as it is then, also where that
  /// did not know it. Throws if there is none of that number.
  public func end(_ id: String, at until: Instant, now: Instant, by: String) throws(StateError) -> Override {
    try end([id], at: until, now: now, by: by)[0]
  }

  /// Gives these overrides another end, all of them or none.
  public func end(_ ids: [String], at until: Instant, now: Instant, by: String) throws(StateError) -> [Override] {
    try database.atomically { () throws(StateError) in
      let all = try allOverrides()
      var ended: [Override] = []
      for id in ids {
        guard var override = all.first(where: { $0.id == id }), let number = Int64(id) else {
          throw Messages.noSuchOverride(id)
        }
        (override.until, override.isTakenBack) = (until, until <= now)
        try database.rows(
          "UPDATE overrides SET ends = ?, taken_back = ? WHERE id = ?",
          [.integer(until.secondsSinceEpoch), override.isTakenBack ? .integer(1) : .null, .integer(number)])
        let kind = override.isTakenBack ? Event.Kind.overrideEnded : .overrideExtended
        try append(Self.event(kind, override, at: now, by: by), keeping: [id])
        ended.append(override)
      }
      return ended
    }
  }

  private func append(_ event: Event, keeping ids: [String]) throws(StateError) {
    var keeps: [String: String?] = [:]
    for id in ids { keeps[id] = try Fingerprints.fingerprint(ofOverride: id, in: database) }
    try append(event, keeping: keeps)
  }

  /// Forgets overrides that ended before `limit`.
  func pruneOverrides(before limit: Instant) throws(StateError) {
    try database.rows("DELETE FROM overrides WHERE ends < ?", [.integer(limit.secondsSinceEpoch)])
  }

  private static func event(_ kind: Event.Kind, _ override: Override, at now: Instant, by: String) -> Event {
    Event(
      at: now, kind, by: by, target: override.target, id: override.id, state: override.state, until: override.until,
      message: override.because, begins: override.from > override.madeAt ? override.from : nil,
      override: override.kind == .override ? nil : override.kind)
  }
}

extension Override {
  /// What a row holds. What a later version may have made of it is an override like any other.
  init?(row: [Value]) {
    guard let id = row[0].integer, let target = row[1].text,
      let state = row[2].text.flatMap(TargetState.init(rawValue:)), let begins = row[3].instant,
      let ends = row[4].instant, let by = row[6].text
    else { return nil }
    self.init(
      id: String(id), target: Name(target), state: state, from: begins, until: ends, because: row[5].text, by: by,
      madeAt: row[7].instant, kind: row[8].text.flatMap(Override.Kind.init(rawValue:)) ?? .override,
      policy: row[9].text.map { PolicyFile(path: $0, owner: row[10].text ?? "") })
    isUnasked = policy != nil && row[10].text == nil
    named = row[11].text.map { Name($0) }
    isTakenBack = row[12].integer == 1
  }

  /// What is written of it, but for its number. The owner of a policy that was not followed is not: nothing goes by it, and
  /// an earlier version reads the row as ever.
  fileprivate var columns: [Value] {
    [
      .text(target.text), .text(state.rawValue), .integer(from.secondsSinceEpoch), .integer(until.secondsSinceEpoch),
      Value(because), .text(by), .integer(madeAt.secondsSinceEpoch), .text(kind.rawValue), Value(policy?.path),
      Value(isUnasked ? nil : policy?.owner), Value(named?.text),
    ]
  }
}
