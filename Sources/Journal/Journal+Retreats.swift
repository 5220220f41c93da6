public import Policies
import CivilTime
import Providers
public import Reconciliation

extension Journal {
  /// The systems that are left alone, and until when.
  public func retreats() throws(JournalError) -> [Name: Retreat] {
    let rows = try database.rows("SELECT \(Schema.retreatColumns(in: Schema.version)) FROM retreats")
    return Dictionary(values(.retreats, rows, Self.retreat), uniquingKeysWith: { $1 })
  }

  static func retreat(_ row: [Value]) -> (Name, Retreat)? {
    guard let system = row[0].text, let failures = row[1].integer.flatMap(Int32.init(exactly:)), failures > 0,
      let until = row[2].instant, let circumstances = row[3].text
    else { return nil }
    let reason = row[4].text.flatMap(Retreat.Reason.init)
    return (
      Name(system), Retreat(failures: Int(failures), until: until, circumstances: circumstances, reason: reason)
    )
  }

  /// Replaces them by `retreats`; writes nothing where they are the same.
  public func keep(_ retreats: [Name: Retreat]) throws(JournalError) {
    guard try self.retreats() != retreats else { return }
    try database.atomically { () throws(JournalError) in
      try database.rows("DELETE FROM retreats")
      for (system, retreat) in retreats.sorted(by: { $0.key < $1.key }) {
        try database.rows(
          "INSERT INTO retreats(system, failures, until, circumstances, reason) VALUES(?, ?, ?, ?, ?)",
          [
            .text(system.text), .integer(Int64(retreat.failures)), .integer(retreat.until.secondsSinceEpoch),
            .text(retreat.circumstances), retreat.reason.map { .text($0.rawValue) } ?? .null,
          ])
      }
    }
  }
}
