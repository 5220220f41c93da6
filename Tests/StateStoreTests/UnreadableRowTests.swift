import CivilTime
import Policies
import Providers
import Planning
import Testing
import UniFi

@testable import StateStore

/// Rows that somebody has edited: what they say does not count, and the rows beside them do.
@Suite struct UnreadableRowTests {
  @Test("a time that no clock has shown is none", arguments: [Int64.min, -1, 253_402_300_800, .max])
  func impossibleTime(_ seconds: Int64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    for statement in [
      "INSERT INTO notes VALUES('heartbeat', '\(seconds)')", "INSERT INTO fuses VALUES('pihole', \(seconds))",
      "INSERT INTO retreats VALUES('pihole', 1, \(seconds), 'x', NULL)",
      "INSERT INTO overrides(target, state, begins, ends, made_by) VALUES('kids', 'on', \(seconds), \(seconds), 'me')",
      "INSERT INTO objects VALUES('pihole', 'blocking', '', '{\"setting\":{\"position\":\"active\"},\"at\":\(seconds)}')",
    ] { try store.database.run(statement) }
    #expect(try store.memory() == RecordedState())
    #expect(try store.heartbeat() == nil)
    #expect(try store.backoffs().isEmpty)
    #expect(try store.overrides().isEmpty)
    #expect(try store.record([Told.change("x")], before: RecordedState(), after: RecordedState(), at: Scratch.start))
  }

  /// What somebody has edited by hand, and what cannot be read then; the rows beside it count as ever.
  static let edits: [(sql: String, sorts: [StoredSort: Int])] = [
    ("UPDATE objects SET body = 'x' WHERE id = 'id-1'", [.objects: 1]),
    ("UPDATE objects SET body = 'x'", [.objects: 2]),
    ("UPDATE objects SET kind = 'Door 2' WHERE id = 'id-2'", [.objects: 1]),
    ("UPDATE objects SET id = x'00' WHERE id = 'id-2'", [.objects: 1]),
    ("UPDATE fuses SET ends = 'soon' WHERE system = 'a'", [.timers: 1]),
    ("UPDATE retreats SET failures = 0 WHERE system = 'b'", [.backoffs: 1]),
    ("UPDATE overrides SET state = 'side-ways' WHERE id = 2", [.overrides: 1]),
    ("UPDATE overrides SET ends = 'never'", [.overrides: 2]),
    ("UPDATE notes SET value = '{' WHERE name GLOB 'good-policy*'", [.lastGoodPolicy: 1]),
    (
      "UPDATE notes SET value = replace(value, '\"text\":\"two\"', '\"text\":2') WHERE name GLOB 'good-policy*'",
      [.lastGoodPolicy: 1]
    ),
    ("DELETE FROM overrides", [:]),
  ]

  @Test("what cannot be read is counted, and what runs write anew is forgotten", arguments: edits)
  func unreadable(_ sql: String, _ sorts: [StoredSort: Int]) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let other = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-2")
    let memory = RecordedState(
      policy: "p", objects: [Told.key: Told.seen(.enabled), other: Told.seen(.enabled)],
      failsafeTimers: [Name("a"): Scratch.start, Name("b"): Scratch.start])
    try store.record([], before: RecordedState(), after: memory, at: Scratch.start)
    let backoff = Backoff(failures: 1, until: Scratch.start, circumstances: "x", reason: nil)
    try store.keep([Name("a"): backoff, Name("b"): backoff])
    let files = ["one", "two"].map { GoodPolicy.File(name: $0 + ".yaml", bytes: Array($0.utf8)) }
    try store.keep(GoodPolicy(path: "p", files: files, at: Scratch.start))
    for _ in 1...2 {
      _ = try store.make(
        .on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 60, because: nil, by: "me")
    }
    try store.database.run(sql)

    func read() throws -> [StoredSort: Int] {
      let found = try store.memory()
      #expect(found.objects.count == 2 - (store.unreadable[.objects] ?? 0))
      #expect(found.failsafeTimers.count == 2 - (store.unreadable[.timers] ?? 0))
      #expect(try store.backoffs().count == 2 - (store.unreadable[.backoffs] ?? 0))
      let overrides = try store.overrides().count
      #expect(overrides == 2 - (store.unreadable[.overrides] ?? 0) || sorts.isEmpty && overrides == 0)
      #expect(try (store.lastGoodPolicies().first == nil) == (store.unreadable[.lastGoodPolicy] != nil))
      return store.unreadable
    }
    #expect(try read() == sorts)
    try store.forgetUnreadable()
    #expect(try store.database.rows("SELECT count(*) FROM objects") == [[.integer(2 - Int64(sorts[.objects] ?? 0))]])
    #expect(try store.database.rows("SELECT count(*) FROM fuses") == [[.integer(2 - Int64(sorts[.timers] ?? 0))]])
    let overrides = Int64(sql.hasPrefix("DELETE") ? 0 : 2)
    #expect(try store.database.rows("SELECT count(*) FROM overrides") == [[.integer(overrides)]])
    try store.record([], before: RecordedState(), after: memory, at: Scratch.start)
    try store.keep(GoodPolicy(path: "p", files: files, at: Scratch.start))
    #expect(try store.memory() == memory)
    #expect(try store.lastGoodPolicies().first?.files == files)
  }

  @Test("so many failures in a row were never counted", arguments: [Int64.min, -1, 0, .max])
  func impossibleCount(_ failures: Int64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.database.run("INSERT INTO retreats VALUES('pihole', \(failures), 1795204800, 'x', 'busy')")
    #expect(try store.backoffs().isEmpty)
  }

  @Test("behind the last number there is no other entry") func lastNumber() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.record([Told.change("x"), Told.change("y")])
    try store.database.run("UPDATE entries SET number = 9223372036854775807 WHERE number = 2")
    let error = #expect(throws: StateError.self) { try store.record([Told.change("z")]) }
    #expect(error?.kind == .damaged)
    #expect(try store.verify(head: nil) == .broken(number: .max))
  }
}
