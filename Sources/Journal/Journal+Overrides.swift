public import CivilTime
public import Policies
import Reconciliation

extension Journal {
  /// Every override that is remembered, the newest first. Those that ended stay for as long as entries do.
  public func overrides() throws(JournalError) -> [Override] {
    let rows = try database.rows(
      "SELECT id, target, state, begins, ends, because, made_by FROM overrides ORDER BY begins DESC, id DESC")
    return values(.overrides, rows, Self.override)
  }

  /// Makes an override and returns it with its number.
  public func make(
    _ state: TargetState, of target: Name, from: Instant, until: Instant, because: String?, by: String
  ) throws(JournalError) -> Override {
    try database.atomically { () throws(JournalError) in
      try database.rows(
        "INSERT INTO overrides(target, state, begins, ends, because, made_by) VALUES(?, ?, ?, ?, ?, ?)",
        [
          .text(target.text), .text(state.rawValue), .integer(from.secondsSinceEpoch),
          .integer(until.secondsSinceEpoch), Value(because), .text(by),
        ])
      let override = Override(
        id: String(database.lastRow), target: target, state: state, from: from, until: until, because: because, by: by)
      try append(Self.event(.overrideMade, override, at: from, by: by))
      return override
    }
  }

  /// Gives the override `id` another end, which may be now. Throws where there is none of that number.
  public func end(_ id: String, at until: Instant, now: Instant, by: String) throws(JournalError) -> Override {
    try database.atomically { () throws(JournalError) in
      guard var override = try overrides().first(where: { $0.id == id }), let number = Int64(id) else {
        throw Wording.noSuchOverride(id)
      }
      override.until = until
      try database.rows(
        "UPDATE overrides SET ends = ? WHERE id = ?", [.integer(until.secondsSinceEpoch), .integer(number)])
      let kind: Event.Kind = until <= now ? .overrideEnded : .overrideExtended
      try append(Self.event(kind, override, at: now, by: by))
      return override
    }
  }

  /// Forgets overrides that ended before `limit`.
  func pruneOverrides(before limit: Instant) throws(JournalError) {
    try database.rows("DELETE FROM overrides WHERE ends < ?", [.integer(limit.secondsSinceEpoch)])
  }

  private static func event(_ kind: Event.Kind, _ override: Override, at now: Instant, by: String) -> Event {
    Event(
      at: now, kind, by: by, target: override.target, id: override.id, state: override.state, until: override.until,
      message: override.because)
  }

  private static func override(_ row: [Value]) -> Override? {
    guard let id = row[0].integer, let target = row[1].text,
      let state = row[2].text.flatMap(TargetState.init(rawValue:)), let begins = row[3].instant,
      let ends = row[4].instant, let by = row[6].text
    else { return nil }
    return Override(
      id: String(id), target: Name(target), state: state, from: begins, until: ends, because: row[5].text, by: by)
  }
}
