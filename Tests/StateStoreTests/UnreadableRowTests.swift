import Approvals
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

  /// What is counted on from there would stop the program, and what is subtracted from it, too.
  @Test("so much was never counted", arguments: [Int.min, -1, 1_000_001, .max, 1_000_000]) func impossibleTries(
    _ count: Int
  ) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let (store, isPossible) = (try scratch.store(), count == 1_000_000)
    var seen = Told.seen(.enabled)
    seen.tries = RecordedObject.Tries(count: count, at: Scratch.start)
    try store.database.keep(seen, at: Told.key)
    if !isPossible { seen.tries = nil }
    #expect(try store.memory().objects == [Told.key: seen], "what else is known of it stays known")
    #expect(store.unreadable.isEmpty)
    let secret = AcceptedSecret(fingerprint: "ab", refusals: count)
    try store.keep(accepted: [Name("pihole"): secret])
    #expect(try store.acceptedSecrets() == (isPossible ? [Name("pihole"): secret] : [:]))
    let news = [NewsMark(.stuck, "pihole group a"): UntakenNews(tries: count, at: Scratch.start)]
    try store.keep(untaken: ["people": news])
    #expect(try store.untakenNews() == ["people": isPossible ? news : [:]])
    let end = CredentialEnd(code: "x", "the pass", .uses(count), remedy: "y")
    #expect(CredentialEnd(stored: end.stored) == (isPossible ? end : nil))
    var pin = PersonPIN(hash: "$argon2id$")
    for path in [\PersonPIN.wrong, \.waits] {
      pin[keyPath: path] = count
      try store.keep(pin, of: Name("anna"), telling: Event(at: Scratch.start, .pinSet))
      #expect(try store.pin(of: Name("anna")) == (isPossible ? pin : nil))
    }
  }

  private static let clock = ClockReading(wall: Scratch.start, boot: BootMoment(boot: "b \"1\"", seconds: 100))

  /// What is there instead of a part of a request, and whether there is a request then.
  static let requestEdits: [(from: String, to: String, isRead: Bool)] = [
    (#""wrongTries":2"#, #""wrongTries":1000000"#, true), (#""wrongTries":2"#, #""wrongTries":1000001"#, false),
    (#""wrongTries":2"#, #""wrongTries":-1"#, false), (#""wrongTries":2"#, #""wrongTries":"2""#, false),
    (#","wrongTries":2"#, "", true),
    (#""tries":3"#, #""tries":9223372036854775807"#, false), (#""asked":4"#, #""asked":-9223372036854775808"#, false),
    (#""bootSeconds":100"#, #""bootSeconds":-9223372036854775808"#, false),
    (#""bootSeconds":100"#, #""bootSeconds":-1"#, false),
    (#""bootSeconds":100"#, #""bootSeconds":253402300800"#, false),
    (#","bootSeconds":100"#, "", false), (#""bootSeconds":100"#, #""bootSeconds":0"#, true),
    (#","boot":"b \"1\"","bootSeconds":100"#, "", true), (#","boot":"b \"1\"""#, "", false),
    (#""seconds":5"#, #""seconds":9223372036854775807"#, false), (#""seconds":5"#, #""seconds":-1"#, false),
    (#""count":6"#, #""count":9223372036854775807"#, false),
  ]

  private static func edit(_ times: LooserTimes?) -> PolicyEdit {
    PolicyEdit(
      targets: [Name("kids")], version: "new", summary: "kids: freer",
      notes: [EditNote(Name("kids"), .freer, times: times)])
  }

  @Test("a request with a number that nothing counts up to is none", arguments: requestEdits)
  func impossibleRequest(_ from: String, _ to: String, _ isRead: Bool) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    var wanted = ApprovalRequest(
      id: "1", asker: "emma", deed: .edit(Self.edit(LooserTimes(count: 6, seconds: 5))), because: nil,
      made: Self.clock, expires: Scratch.start + 60, policy: nil,
      needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
    (wanted.wrongTries, wanted.codes[0].tries, wanted.codes[0].asked) = (2, 3, 4)
    let edited = wanted.stored.replacing(from, with: to)
    #expect(edited != wanted.stored)
    try store.keep([(ApprovalRow.request.name("1"), edited)], telling: [])
    let requests = try store.requests()
    let isOfNotes = from.contains("seconds") || from.contains("count")
    #expect(requests.count == (isRead || isOfNotes ? 1 : 0))
    #expect(store.unreadable[.requests] == (requests.isEmpty ? 1 : nil))
    if isOfNotes { #expect(requests.first?.deed == .edit(Self.edit(nil))) }
  }

  @Test("what was tried at a time that no machine was up for is not known") func impossibleReading() throws {
    for seconds in [Int64.min, -1, 253_402_300_800, .max] {
      var clock = Self.clock
      clock.boot?.seconds = seconds
      #expect(TryLimit(stored: TryLimit(wrong: [clock]).stored) == nil)
    }
    #expect(TryLimit(stored: TryLimit(wrong: [Self.clock]).stored) == TryLimit(wrong: [Self.clock]))
  }

  @Test("no request has a number that nobody counts up to", arguments: ["9223372036854775807", "9007199254740992"])
  func lastRequest(_ number: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let wanted = ApprovalRequest(
      id: number, asker: "emma", deed: .follow(Told.home), because: nil, made: Self.clock, expires: Scratch.start + 60,
      policy: nil, needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
    try store.setNote(.lastRequest, number)
    #expect(try store.make(wanted) { _ in [] }.id == "1")
    try store.keep([wanted])
    try store.setNote(.lastRequest, number)
    #expect(try store.make(wanted) { _ in [] }.id == "2")
    #expect(try store.requests().count == 3)
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
