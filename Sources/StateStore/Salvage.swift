/// What a new file takes over of a damaged one: everything that runs go by, table by table, where it can still be read.
/// The entries stay behind. As long as they can be read, they say which of it was made: what is not as they say is taken over,
/// and does not count.
struct Salvage {
  /// Whether every override that was made before still counts.
  private(set) var hasOverrides: Bool
  /// What the entries of the damaged file say of what is kept; nil where no one can ask them: a broken page is in the way, or the
  /// file is older than such entries.
  private var told: Fingerprints?

  /// Without its rows a table is as it would be in a new file. A note that cannot be read takes no other with it.
  private static let readings =
    [
      ("overrides", "SELECT * FROM overrides"), ("objects", "SELECT * FROM objects"), ("fuses", "SELECT * FROM fuses"),
      ("retreats", "SELECT * FROM retreats"), ("approvals", "SELECT * FROM approvals"),
    ].map { table, sql in (table, sql, [Value]()) }
    + StateNote.allCases.filter(\.outlivesDamage).map { ("notes", $0.reading.sql, $0.reading.values) }

  /// Reads the file at `path` and writes into `database`, which is new. What cannot be read is left out, and what no table
  /// takes; throws where the new file cannot be written, or somebody keeps the damaged one from being read.
  init(of path: String, into database: Database) throws(StateError) {
    hasOverrides = false
    guard let damaged = try Self.opened(path) else { return }
    told = try Self.told(in: damaged)
    for (table, sql, values) in Self.readings {
      guard let (columns, rows) = try Self.rows(of: table, sql, values, damaged) else { continue }
      do throws(StateError) {
        try database.atomically { () throws(StateError) in try Self.insert(rows, columns, of: table, database) }
        if table == "overrides" { hasOverrides = true }
      } catch {
        guard error.kind == .damaged else { throw error }
      }
    }
  }

  /// The names of what `database`, the new file, keeps that was made before.
  func vouched(in database: Database) throws(StateError) -> Set<String> {
    let standing = try Fingerprints(standingIn: database)
    return Set(standing.byName.filter { name, fingerprint in told.map { $0[name] == fingerprint } ?? true }.keys)
  }

  /// The entries of a whole file are a table. A disk that loses one breaks pages, and what does not is somebody's work.
  private static func told(in damaged: Database) throws(StateError) -> Fingerprints? {
    do throws(StateError) {
      let tables = try damaged.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'entries'")
      if tables.isEmpty { return Fingerprints() }
      let format = try damaged.rows("PRAGMA user_version").first?.first?.integer ?? 0
      let told = try Fingerprints(toldIn: damaged)
      return told.byName.isEmpty && Schema.isOlderThanFingerprints(format) ? nil : told
    } catch {
      if error.kind == .busy { throw error }
      return nil
    }
  }

  /// The damaged file; nil where it cannot be read, now or later.
  private static func opened(_ path: String) throws(StateError) -> Database? {
    do throws(StateError) {
      return try Database.committed(path)
    } catch {
      if error.kind == .busy { throw error }
      return nil
    }
  }

  /// The columns of `table` and what `sql` with `values` finds in it; nil where it cannot be read.
  private static func rows(
    of table: String, _ sql: String, _ values: [Value], _ damaged: Database
  ) throws(StateError) -> (columns: [String], rows: [[Value]])? {
    do throws(StateError) {
      // An older format has fewer columns.
      let columns = try damaged.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
      return (columns.compactMap { $0[0].text.map(quoted) }, try damaged.rows(sql, values))
    } catch {
      if error.kind == .busy { throw error }
      return nil
    }
  }

  /// A column's name, which whoever damaged the file may have written.
  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  private static func insert(
    _ rows: [[Value]], _ columns: [String], of table: String, _ database: Database
  ) throws(StateError) {
    for row in rows {
      let places = Array(repeating: "?", count: row.count).joined(separator: ", ")
      do throws(StateError) {
        try database.rows("INSERT INTO \(table)(\(columns.joined(separator: ", "))) VALUES(\(places))", row)
      } catch {
        throw database.hasRefusedRow ? Messages.damaged(database.path) : error
      }
    }
  }
}
