/// What a new file takes over of a damaged one: everything that runs go by, table by table, where it can still be read.
/// The entries stay behind: what holds them together is broken.
struct Salvage {
  /// Whether every override that was made before still counts.
  let hasOverrides: Bool

  /// Without its rows a table is as it would be in a new file. Notes that speak of the entries stay with them.
  private static let readings = [
    ("overrides", "SELECT * FROM overrides"), ("objects", "SELECT * FROM objects"), ("fuses", "SELECT * FROM fuses"),
    ("retreats", "SELECT * FROM retreats"), ("approvals", "SELECT * FROM approvals"),
    (
      "notes",
      """
      SELECT * FROM notes
      WHERE name IN ('policy', 'good-policy', 'lost', 'told-lost', 'told-stuck', 'addresses', 'zone', 'followed', 'accepted-secrets',
          'ended-actions', 'timers-by-boot')
        OR name GLOB 'good-policy:*'
      """
    ),
  ]

  /// Reads the file at `path` and writes into `database`, which is new. What fails is left out.
  init(of path: String, into database: Database) {
    let damaged = try? Database.committed(path)
    let saved = Self.readings.filter { table, reading in
      // An older format has fewer columns.
      let columns = try? damaged?.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]).compactMap {
        $0[0].text.map(Self.quoted)
      }
      guard let columns, let rows = try? damaged?.rows(reading) else { return false }
      return
        (try? database.atomically { () throws(StateError) in
          try Self.insert(rows, columns, of: table, database)
        }) != nil
    }
    hasOverrides = saved.contains { $0.0 == "overrides" }
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
      try database.rows("INSERT INTO \(table)(\(columns.joined(separator: ", "))) VALUES(\(places))", row)
    }
  }
}
