import CivilTime
import JSONTree
public import Policies
import Providers
import Planning

extension StateStore {
  /// The systems that are left alone, and until when.
  public func backoffs() throws(StateError) -> [Name: Backoff] {
    let rows = try database.rows("SELECT \(Schema.backoffColumns(in: Schema.version)) FROM retreats")
    var backoffs = Dictionary(values(.backoffs, rows, Self.backoff), uniquingKeysWith: { $1 })
    if backoffs.isEmpty { return [:] }
    for (system, refusal) in try said(in: .refusals) { backoffs[system]?.refusal = refusal }
    for (system, words) in try said(in: .busy) { backoffs[system]?.busy = words }
    return backoffs
  }

  static func backoff(_ row: [Value]) -> (Name, Backoff)? {
    guard let system = row[0].text, let failures = row[1].integer.flatMap({ Int(storedCount: Int($0)) }), failures > 0,
      let until = row[2].instant, let circumstances = row[3].text
    else { return nil }
    let reason = row[4].text.flatMap(Backoff.Reason.init)
    return (
      Name(system), Backoff(failures: failures, until: until, circumstances: circumstances, reason: reason)
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
      try keep(backoffs.compactMapValues(\.refusal), in: .refusals)
      try keep(backoffs.compactMapValues(\.busy), in: .busy)
    }
  }

  /// What systems said that are left alone: beside the table, which is older.
  private func said(in note: StateNote) throws(StateError) -> [Name: Backoff.Refusal] {
    let members = try self.note(note).flatMap { try? JSON(parsing: Array($0.utf8)) }?.members ?? []
    let pairs = members.compactMap { member -> (Name, Backoff.Refusal)? in
      let words = (member.value.elements ?? []).compactMap(\.string)
      return words.first.map { (Name(member.name), Backoff.Refusal(text: $0, hint: words.dropFirst().first)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func keep(_ said: [Name: Backoff.Refusal], in note: StateNote) throws(StateError) {
    guard try self.said(in: note) != said else { return }
    let members = said.sorted { $0.key < $1.key }.map { name, words in
      JSON.Member(name.text, .array([words.text, words.hint].compactMap(\.self).map { .string($0) }))
    }
    try setNote(note, JSON.object(members).text)
  }
}
