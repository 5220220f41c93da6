public import CivilTime
public import Policies
import Reconciliation

extension Journal {
  /// Every override that is remembered, the newest first. Those that ended stay for as long as entries do.
  public func overrides() throws(JournalError) -> [Override] {
    let columns = Schema.overrideColumns(in: Schema.version)
    return values(
      .overrides, try database.rows("SELECT \(columns) FROM overrides ORDER BY id DESC"), Self.override)
  }

  /// Makes an override and returns it with its number.
  public func make(
    _ state: TargetState, of target: Name, from: Instant, until: Instant, because: String?, by: String
  ) throws(JournalError) -> Override {
    try make([Override(id: "", target: target, state: state, from: from, until: until, because: because, by: by)])[0]
  }

  /// Makes these overrides, all of them or none, and returns them with their numbers.
  public func make(_ wanted: [Override]) throws(JournalError) -> [Override] {
    try database.atomically { () throws(JournalError) in
      var made: [Override] = []
      for var override in wanted {
        try database.rows(
          """
          INSERT INTO overrides(target, state, begins, ends, because, made_by, made_at, kind, policy, owner)
          VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, override.columns)
        override.id = String(database.lastRow)
        try append(Self.event(.overrideMade, override, at: override.madeAt, by: override.by))
        made.append(override)
      }
      return made
    }
  }

  /// Gives the override `id` another end, which may be now. Throws where there is none of that number.
  public func end(_ id: String, at until: Instant, now: Instant, by: String) throws(JournalError) -> Override {
    try end([id], at: until, now: now, by: by)[0]
  }

  /// Gives these overrides another end, all of them or none.
  public func end(_ ids: [String], at until: Instant, now: Instant, by: String) throws(JournalError) -> [Override] {
    try database.atomically { () throws(JournalError) in
      let all = try overrides()
      var ended: [Override] = []
      for id in ids {
        guard var override = all.first(where: { $0.id == id }), let number = Int64(id) else {
          throw Wording.noSuchOverride(id)
        }
        override.until = until
        try database.rows(
          "UPDATE overrides SET ends = ? WHERE id = ?", [.integer(until.secondsSinceEpoch), .integer(number)])
        try append(Self.event(until <= now ? .overrideEnded : .overrideExtended, override, at: now, by: by))
        ended.append(override)
      }
      return ended
    }
  }

  /// Forgets overrides that ended before `limit`.
  func pruneOverrides(before limit: Instant) throws(JournalError) {
    try database.rows("DELETE FROM overrides WHERE ends < ?", [.integer(limit.secondsSinceEpoch)])
  }

  private static func event(_ kind: Event.Kind, _ override: Override, at now: Instant, by: String) -> Event {
    Event(
      at: now, kind, by: by, target: override.target, id: override.id, state: override.state, until: override.until,
      message: override.because, begins: override.from > override.madeAt ? override.from : nil,
      override: override.kind == .override ? nil : override.kind)
  }

  /// What a row holds. What a later version may have made of it is an override like any other.
  private static func override(_ row: [Value]) -> Override? {
    guard let id = row[0].integer, let target = row[1].text,
      let state = row[2].text.flatMap(TargetState.init(rawValue:)), let begins = row[3].instant,
      let ends = row[4].instant, let by = row[6].text
    else { return nil }
    return Override(
      id: String(id), target: Name(target), state: state, from: begins, until: ends, because: row[5].text, by: by,
      madeAt: row[7].instant, kind: row[8].text.flatMap(Override.Kind.init(rawValue:)) ?? .override,
      policy: row[9].text.map { PolicyFile(path: $0, owner: row[10].text ?? "") })
  }
}

extension Override {
  /// What is written of it, but for its number.
  fileprivate var columns: [Value] {
    [
      .text(target.text), .text(state.rawValue), .integer(from.secondsSinceEpoch), .integer(until.secondsSinceEpoch),
      Value(because), .text(by), .integer(madeAt.secondsSinceEpoch), .text(kind.rawValue), Value(policy?.path),
      Value(policy?.owner),
    ]
  }
}
