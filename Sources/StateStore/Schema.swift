import CivilTime

/// The tables, and how an older file becomes a newer one.
enum Schema {
  /// Each step makes format n + 1 of format n; a new file is of format 0.
  private static let steps: [String] = [
    """
    CREATE TABLE entries(number INTEGER PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL, hash BLOB NOT NULL);
    CREATE INDEX entries_at ON entries(at);
    CREATE TABLE objects(
      system TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY(system, kind, id)
    ) WITHOUT ROWID;
    CREATE TABLE fuses(system TEXT PRIMARY KEY, ends INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE overrides(
      id INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, state TEXT NOT NULL, begins INTEGER NOT NULL,
      ends INTEGER NOT NULL, because TEXT, made_by TEXT NOT NULL
    );
    CREATE TABLE retreats(
      system TEXT PRIMARY KEY, failures INTEGER NOT NULL, until INTEGER NOT NULL, circumstances TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE notes(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    ALTER TABLE overrides ADD COLUMN made_at INTEGER;
    ALTER TABLE overrides ADD COLUMN kind TEXT;
    ALTER TABLE overrides ADD COLUMN policy TEXT;
    ALTER TABLE overrides ADD COLUMN owner TEXT;
    """,
    """
    ALTER TABLE retreats ADD COLUMN reason TEXT;
    """,
    """
    CREATE INDEX entries_that_keep ON entries(number) WHERE instr(body, '"keeps":') > 0;
    """,
    """
    CREATE TABLE approvals(name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    ALTER TABLE overrides ADD COLUMN named TEXT;
    ALTER TABLE overrides ADD COLUMN taken_back INTEGER;
    """,
  ]

  /// The format that this version writes.
  static var version: Int64 { Int64(steps.count) }

  /// Every column of the overrides in a file of `format`, in the order of reading; what an older one has not is NULL.
  static func overrideColumns(in format: Int64) -> String {
    let later = ["made_at", "kind", "policy", "owner"].map { format < 2 ? "NULL" : $0 }
    let latest = ["named", "taken_back"].map { format < 6 ? "NULL" : $0 }
    return (["id, target, state, begins, ends, because, made_by"] + later + latest).joined(separator: ", ")
  }

  /// Whether a file of `format` has no entries that say what is kept. A new one has no format yet.
  static func isOlderThanFingerprints(_ format: Int64) -> Bool { (1..<firstFingerprints).contains(format) }

  private static let firstFingerprints: Int64 = 4

  /// So many of them were there when overrides got fingerprints: of what came later only what is there belongs to one.
  static let firstOverrideColumns = 11

  /// The same of the systems that are left alone.
  static func backoffColumns(in format: Int64) -> String {
    "system, failures, until, circumstances, " + (format < 3 ? "NULL" : "reason")
  }

  /// Reads the objects, in the order of `StateStore.object`.
  static let objectRows = "SELECT system, kind, id, body FROM objects"
  /// Reads the failsafe timers, in the order of `StateStore.failsafeTimer`.
  static let timerRows = "SELECT system, ends FROM fuses"

  /// Every column that is read or written in a file of `format`; the number of one more says nothing.
  private static func columns(in format: Int64) -> [String] {
    [
      "number, at, body, hash FROM entries", "system, kind, id, body FROM objects", "system, ends FROM fuses",
      overrideColumns(in: format) + " FROM overrides", backoffColumns(in: format) + " FROM retreats",
      "name, value FROM notes",
    ] + (format < 5 ? [] : ["name, body FROM approvals"])
  }

  /// Brings the file from the format `found` to another one, that of this version unless given.
  static func migrate(_ database: Database, from found: Int64, to wanted: Int64 = version) throws(StateError) {
    guard found < wanted else { return }
    try database.atomically { () throws(StateError) in
      for step in steps[Int(found)..<Int(wanted)] { try database.run(step) }
      // At the time of the last entry, so that who only reads an older file comes to the same.
      if isOlderThanFingerprints(found), !isOlderThanFingerprints(wanted) {
        try database.sealOlder(at: try lastTime(database))
      }
      try database.run("PRAGMA user_version = \(wanted)")
    }
  }

  private static func lastTime(_ database: Database) throws(StateError) -> Instant {
    let last = try database.rows("SELECT at FROM entries ORDER BY number DESC LIMIT 1").first?[0].instant
    return last ?? Instant(secondsSinceEpoch: 0)
  }

  /// The format of the file; 0 where it is new. Throws `newer` where a later version has written it, and `damaged` where
  /// no version has: a new file has no tables, and every other one has all those of its format.
  static func format(of database: Database) throws(StateError) -> Int64 {
    let format = try database.rows("PRAGMA user_version").first?.first?.integer ?? 0
    guard format <= version else { throw Messages.newer(database.path, format) }
    guard format >= 0 else { throw Messages.damaged(database.path) }
    if format == 0, try !isEmpty(database) { throw Messages.damaged(database.path) }
    if format > 0 { try checkTables(database) }
    if format > 0 { for columns in columns(in: format) { try database.rows("SELECT \(columns) LIMIT 0") } }
    return format
  }

  /// Throws where a table or an index is made in other words than ours, whichever version made it: such as a view in place
  /// of a table, a trigger, or a column that is worked out.
  private static func checkTables(_ database: Database) throws(StateError) {
    for row in try database.rows("SELECT type, lower(tbl_name), sql FROM sqlite_master") {
      guard let type = row[0].text, let table = row[1].text else { throw Messages.damaged(database.path) }
      let isOurs = !tables.isDisjoint(with: [table])
      let isStrange = isOurs && !words(of: row[2].text ?? "").isSubset(of: ownWords)
      if isStrange || type == "view" || type == "trigger" { throw Messages.damaged(database.path) }
    }
  }

  private static let tables: Set = ["entries", "objects", "fuses", "overrides", "retreats", "notes", "approvals"]
  /// Every word that is in a step.
  private static let ownWords = words(of: steps.joined(separator: " "))

  private static func words(of sql: String) -> Set<[UInt8]> {
    let parts = sql.lowercased().utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): false
      default: byte < 0x80
      }
    }
    return Set(parts.map(Array.init))
  }

  /// Whether the file was never written. One that has lost the list of its tables still has their pages.
  private static func isEmpty(_ database: Database) throws(StateError) -> Bool {
    let pages = try database.rows("PRAGMA page_count").first?.first?.integer ?? 0
    let tables = try database.rows("SELECT name FROM sqlite_master LIMIT 1")
    return pages <= 1 && tables.isEmpty
  }
}
