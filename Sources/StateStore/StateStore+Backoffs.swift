import CivilTime
public import Policies
import Providers
import Planning

extension StateStore {
  /// The systems that are left alone, and until when.
  public func backoffs() throws(StateError) -> [Name: Backoff] {
    let rows = try database.rows("SELECT \(Schema.backoffColumns(in: Schema.version)) FROM retreats")
    return Dictionary(values(.backoffs, rows, Self.backoff), uniquingKeysWith: { $1 })
  }

  static func backoff(_ row: [Value]) -> (Name, Backoff)? {
    guard let system = row[0].text, let failures = row[1].integer.flatMap(Int32.init(exactly:)), failures > 0,
      let until = row[2].instant, let circumstances = row[3].text
    else { return nil }
    let reason = row[4].text.flatMap(Backoff.Reason.init)
    return (
      Name(system), Backoff(failures: Int(failures), until: until, circumstances: circumstances, reason: reason)
    )
  }

  /// Replaces them by `backoffs`; writes nothing where they are the same.
  public func keep(_ backoffs: [Name: Backoff]) throws(StateError) {
    guard try self.backoffs() != backoffs else { return }
    try database.atomically { () throws(StateError) in
      try database.rows("DELETE FROM retreats")
      for (system, backoff) in backoffs.sorted(by: { $0.key < $1.key }) {
        try database.rows(
          "INSERT INTO retreats(system, failures, until, circumstances, reason) VALUES(?, ?, ?, ?, ?)",
          [
            .text(system.text), .integer(Int64(backoff.failures)), .integer(backoff.until.secondsSinceEpoch),
            .text(backoff.circumstances), backoff.reason.map { .text($0.rawValue) } ?? .null,
          ])
      }
    }
  }
}
