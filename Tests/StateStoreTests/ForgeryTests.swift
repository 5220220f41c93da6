import CivilTime
import Foundation
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// Overrides, the last good policy and which policy is followed are what the history says, or they do not count.
@Suite struct ForgeryTests {
  private static func state(_ scratch: Scratch) throws -> StateStore {
    let store = try scratch.store()
    _ = try store.make((1...3).map { Self.wish($0) })
    try store.keep(Self.policy("one"))
    try store.follow(PolicyFile(path: "/etc/a.yaml", owner: "home"), isSame: true, at: Scratch.start)
    _ = try store.end("2", at: Scratch.start + 90, now: Scratch.start + 60, by: "me")
    return store
  }

  private static func wish(_ number: Int) -> Override {
    Override(
      id: "", target: Name("kids"), state: .off, from: Scratch.start, until: Scratch.start + 9000, because: "\(number)",
      by: "anna", kind: number == 1 ? .lock : .override)
  }

  private static func policy(_ text: String) -> GoodPolicy {
    GoodPolicy(path: "p", files: [.init(name: "a.yaml", bytes: Array(text.utf8))], at: Scratch.start)
  }

  struct Forgery: CustomTestStringConvertible, Sendable {
    var sql: String
    var differences: [Difference]
    /// The overrides that still count.
    var overrides = ["3", "2", "1"]
    var hasPolicy = true
    var isFollowed = true
    var testDescription: String { sql }
  }

  private static let insertion = """
    INSERT INTO overrides(target, state, begins, ends, made_by, made_at, kind, policy, owner)
      SELECT target, 'on', begins, ends, made_by, made_at, kind, policy, owner FROM overrides WHERE id = 1
    """

  static let forgeries = [
    Forgery(sql: insertion, differences: [.init(.override("4"), .unknown)]),
    Forgery(
      sql: insertion + ";" + insertion,
      differences: [.init(.override("4"), .unknown), .init(.override("5"), .unknown)]),
    Forgery(
      sql: "DELETE FROM overrides WHERE id = 1", differences: [.init(.override("1"), .missing)],
      overrides: ["3", "2"]),
    Forgery(
      sql: "UPDATE overrides SET ends = ends + 1 WHERE id = 2", differences: [.init(.override("2"), .changed)],
      overrides: ["3", "1"]),
    Forgery(
      sql: "UPDATE overrides SET policy = '/etc/b.yaml'",
      differences: ["1", "2", "3"].map { .init(.override($0), .changed) }, overrides: []),
    Forgery(
      sql: "UPDATE overrides SET id = 9 WHERE id = 1",
      differences: [.init(.override("1"), .missing), .init(.override("9"), .unknown)], overrides: ["3", "2"]),
    Forgery(
      sql: "UPDATE notes SET value = replace(value, 'one', 'two') WHERE name GLOB 'good-policy*'",
      differences: [.init(.lastGoodPolicy, .changed)], hasPolicy: false),
    Forgery(
      sql: "DELETE FROM notes WHERE name GLOB 'good-policy*'", differences: [.init(.lastGoodPolicy, .missing)],
      hasPolicy: false),
    Forgery(
      sql: "UPDATE notes SET value = replace(value, '/etc/a', '/etc/b') WHERE name = 'followed'",
      differences: [.init(.followedPolicy, .changed)], isFollowed: false),
    Forgery(sql: "UPDATE objects SET body = ''; DELETE FROM fuses", differences: []),
  ]

  @Test(arguments: forgeries) func isNamedAndDoesNotCount(_ forgery: Forgery) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let before = try Self.state(scratch)
    let count = try before.entries(since: Scratch.start).count
    #expect(try before.verify(head: nil) == .holds(entries: count))
    try scratch.edit(forgery.sql)
    let expected: ChainCheck = forgery.differences.isEmpty ? .holds(entries: count) : .differs(forgery.differences)
    for store in [
      try #require(try StateStore(reading: scratch.folder)), try scratch.store(), try scratch.store(),
    ] {
      #expect(try store.verify(head: try store.head()) == expected)
      #expect(try store.overrides().map(\.id) == forgery.overrides)
      #expect(try (store.lastGoodPolicies().first != nil) == forgery.hasPolicy)
      #expect(try (store.followedPolicy() != nil) == forgery.isFollowed)
    }
  }

  /// A file that is damaged as well is set aside, and its history still says what was made. One page of a disk that breaks may be
  /// the history's: then no one knows, and locks have to go on.
  @Test(
    arguments: forgeries, ["CREATE VIEW z AS SELECT 1", "ALTER TABLE fuses ADD COLUMN other", "DROP TABLE entries"])
  func damageDoesNotMakeItTrue(_ forgery: Forgery, _ damage: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try Self.state(scratch)
    try scratch.edit(forgery.sql + ";" + damage)
    let hasHistory = !damage.hasPrefix("DROP")
    let forged = forgery.differences.filter { $0.kind != .missing }.map(\.kept)
    for second in 1...2 as ClosedRange<Int64> {
      let store = try scratch.store(at: Scratch.start + second)
      #expect((store.setAside != nil) == (second == 1))
      #expect(try store.overrides().map(\.id) == (hasHistory ? forgery.overrides : []))
      #expect(try (store.lastGoodPolicies().first != nil) == (hasHistory && forgery.hasPolicy))
      let differences = try store.differences()
      #expect(differences.allSatisfy { $0.kind == .unknown })
      #expect(!hasHistory || differences.map(\.kept) == forged)
    }
  }

  /// What runs do beside a forgery does not make it true; what a run writes again is what counts.
  @Test(arguments: forgeries) func isNotLearned(_ forgery: Forgery) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try Self.state(scratch)
    try scratch.edit(forgery.sql)
    let store = try scratch.store()
    let overrides = try store.differences().filter { if case .override = $0.kept { true } else { false } }
    for step in 1...2 as ClosedRange<Int64> {
      try store.keep(Self.policy("\(step)"))
      #expect(try store.lastGoodPolicies().first == Self.policy("\(step)"))
      let policy = PolicyFile(path: "/etc/\(step).yaml", owner: "home")
      try store.follow(policy, isSame: true, at: Scratch.start + step)
      #expect(try store.followedPolicy() == policy)
      let made = try store.make([Self.wish(7)])[0]
      #expect(try store.overrides().first == made)
      for day in 0...2 as ClosedRange<Int64> {
        let memory = try store.memory()
        try store.record([], before: memory, after: memory, at: Scratch.start + day * 90_000)
      }
      #expect(try store.differences() == overrides)
    }
    // Who ends one by its number decides about it.
    for difference in overrides where difference.kind != .missing {
      guard case .override(let id) = difference.kept else { continue }
      _ = try store.end(id, at: Scratch.start, now: Scratch.start, by: "me")
      #expect(try store.overrides().contains { $0.id == id })
    }
    #expect(try store.differences() == overrides.filter { $0.kind == .missing })
  }

  /// An entry that somebody has put into the past, with whatever hash, makes no override.
  @Test func anEntryThatDoesNotFitSaysNothing() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try Self.state(scratch)
    try scratch.edit(Self.insertion)
    let fingerprint = try #require(try Fingerprints.fingerprint(ofOverride: "4", in: store.database))
    let body = #"{"at":1795204800,"kind":"override-made","keeps":{"4":"\#(fingerprint)"}}"#
    for number in ["1", "2"] {
      try scratch.edit("UPDATE entries SET body = '\(body)' WHERE number = \(number)")
      #expect(try !store.overrides().contains { $0.id == "4" })
    }
    // Words that somebody wrote are no such member.
    _ = try store.make([
      Override(
        id: "", target: Name("kids"), state: .on, from: Scratch.start, until: Scratch.start + 9,
        because: #"","keeps":{"4":"\#(fingerprint)"}}"#, by: "mallory")
    ])
    #expect(try !store.overrides().contains { $0.id == "4" })
  }

  /// A file of an older format is taken as it is; nothing is missing or unknown in it, and later forgeries are.
  @Test(arguments: Told.olderFormats) func anOlderStateIsTakenAsItIs(_ format: Int64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.database(format: format, overrides: 1...1).run(
      #"INSERT INTO notes VALUES('followed', '{"path":"/etc/a.yaml","owner":"home"}')"#)
    for store in [
      try #require(try StateStore(reading: scratch.folder)), try scratch.store(), try scratch.store(),
    ] {
      #expect(try store.verify(head: nil) == .holds(entries: 2))
      #expect(try store.overrides().map(\.id) == ["1"])
      #expect(try store.followedPolicy()?.path == "/etc/a.yaml")
    }
    try scratch.edit(Self.insertion)
    #expect(try scratch.store().verify(head: nil) == .differs([.init(.override("2"), .unknown)]))
    let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start)
    #expect(try fresh.verify(head: nil) == .differs([.init(.override("2"), .unknown)]))
    #expect(try fresh.overrides().map(\.id) == ["1"])
  }

  /// One that is damaged before a run brought it to this format has a history that says nothing of what is kept.
  @Test(arguments: Told.olderFormats) func anOlderStateThatIsDamagedIsTakenAsItIs(_ format: Int64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.database(format: format, overrides: 1...2).run("CREATE VIEW z AS SELECT 1")
    for second in 1...2 as ClosedRange<Int64> {
      let store = try scratch.store(at: Scratch.start + second)
      #expect((store.setAside != nil) == (second == 1))
      #expect(try store.overrides().map(\.id) == ["2", "1"] && store.differences().isEmpty)
    }
  }

  static let olderForgeries: [(edit: String, counts: [String], follows: Bool)] = [
    ("SELECT 1", ["2", "1"], true), ("UPDATE overrides SET ends = ends + 1 WHERE id = 2", ["1"], true),
    ("UPDATE overrides SET begins = begins + 1 WHERE id = 1", ["2"], true),
    ("UPDATE overrides SET state = 'off' WHERE id = 2", ["1"], true),
    ("UPDATE overrides SET target = 'tv' WHERE id = 2", ["1"], true),
    ("UPDATE overrides SET made_by = 'me' WHERE id = 1", ["2"], true),
    ("UPDATE overrides SET id = 3 WHERE id = 1", ["2"], true),
    (
      "INSERT INTO overrides SELECT 9, target, state, begins, ends, because, made_by FROM overrides WHERE id = 1",
      ["2", "1"], true
    ),
    ("DELETE FROM entries", [], false), ("DELETE FROM entries WHERE number = 1", [], false),
    ("UPDATE entries SET body = replace(body, 'kids', 'tv') WHERE number = 2", [], false),
  ]

  /// In a file of an older format, what its history does not tell of does not count; without one nothing does.
  @Test(arguments: olderForgeries) func anOlderStateIsHeldAgainstItsHistory(
    _ given: (edit: String, counts: [String], follows: Bool)
  ) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.database(format: 1, overrides: 1...2).run(
      #"INSERT INTO notes VALUES('followed', '{"path":"/etc/a.yaml","owner":"home"}')"#)
    try scratch.edit(given.edit)
    for store in [
      try #require(try StateStore(reading: scratch.folder)), try scratch.store(), try scratch.store(),
    ] {
      #expect(try store.overrides().map(\.id) == given.counts)
      #expect(try (store.followedPolicy() != nil) == given.follows)
    }
  }

  /// The end that counts is the last one that was given, and an override may have been made for later.
  @Test func anOlderHistoryTellsOfItsLastEnd() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let old = try scratch.database(format: 2, overrides: 1...2)
    try old.append(
      Event(
        at: Scratch.start + 5, .overrideExtended, by: "ben", target: Name("kids"), id: "1", state: .on,
        until: Scratch.start + 600))
    try old.append(
      Event(
        at: Scratch.start + 6, .overrideMade, by: "anna", target: Name("tv"), id: "3", state: .off,
        until: Scratch.start + 900, begins: Scratch.start + 300, override: .lock))
    try old.run(
      """
      UPDATE overrides SET ends = 1795205400 WHERE id = 1;
      INSERT INTO overrides(target, state, begins, ends, made_by, made_at, kind)
        VALUES('tv', 'off', 1795205100, 1795205700, 'anna', 1795204806, 'lock');
      """)
    #expect(try scratch.store().overrides().map(\.id) == ["3", "2", "1"])
    let later = try Scratch()
    defer { later.remove() }
    try later.database(format: 2, overrides: 1...1).run("UPDATE overrides SET ends = 1795205400")
    #expect(try later.store().overrides() == [])
  }

  /// What is in a file whose oldest entries are gone, and which overrides count in it: what was said as one was extended tells
  /// of it then.
  static let pruned: [(edit: String, counts: [String])] = [
    ("SELECT 1", ["1"]), ("UPDATE overrides SET ends = ends + 1", []), ("UPDATE overrides SET state = 'off'", []),
    ("UPDATE overrides SET target = 'tv'", []), ("DELETE FROM notes WHERE name = 'anchor'", []),
  ]

  @Test(arguments: pruned) func anOverrideOutlastsTheEntryOfItsMaking(_ given: (edit: String, counts: [String])) throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let old = try scratch.database(format: 1, overrides: 1...2)
    try old.append(
      Event(
        at: Scratch.start + 5, .overrideExtended, by: "ben", target: Name("kids"), id: "1", state: .on,
        until: Scratch.start + 600))
    let anchor = try #require(try old.rows("SELECT hash FROM entries WHERE number = 2").first?[0].blob)
    try old.run(
      """
      UPDATE overrides SET ends = 1795205400 WHERE id = 1; DELETE FROM entries WHERE number < 3;
      INSERT INTO notes VALUES('anchor', '\(Chain.text(anchor))'), ('anchor-number', '2');
      \(given.edit)
      """)
    for store in [
      try #require(try StateStore(reading: scratch.folder)), try scratch.store(), try scratch.store(),
    ] {
      #expect(try store.overrides().map(\.id) == given.counts)
    }
  }

  /// A file that says it is of an older format, but has entries of this one, is not taken as it is.
  @Test func aStateThatPretendsToBeOlder() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try Self.state(scratch)
    try scratch.edit(
      Self.insertion
        + "; DROP INDEX entries_that_keep; DROP TABLE approvals; ALTER TABLE overrides DROP COLUMN named; ALTER TABLE overrides DROP COLUMN taken_back; PRAGMA user_version = 3"
    )
    for store in [
      try #require(try StateStore(reading: scratch.folder)), try scratch.store(), try scratch.store(),
    ] {
      #expect(try store.verify(head: nil) == .differs([.init(.override("4"), .unknown)]))
      #expect(try store.overrides().map(\.id) == ["3", "2", "1"])
    }
  }

  /// What its entries of the older kind do not tell of (why, for which policy, the text of one) is believed no more.
  @Test(arguments: [
    "UPDATE overrides SET because = 'mine' WHERE id = 1", "UPDATE overrides SET policy = '/etc/b.yaml' WHERE id = 1",
    "UPDATE notes SET value = replace(value, 'one', 'two') WHERE name GLOB 'good-policy*'",
    "UPDATE notes SET value = replace(value, '/etc/a', '/etc/b') WHERE name = 'followed'",
  ]) func whatAPretendedAgeHides(_ edit: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let before = try Self.state(scratch)
    let (policy, followed) = try (before.lastGoodPolicies().first, before.followedPolicy())
    try scratch.edit(
      edit
        + "; DROP INDEX entries_that_keep; DROP TABLE approvals; ALTER TABLE overrides DROP COLUMN named; ALTER TABLE overrides DROP COLUMN taken_back; PRAGMA user_version = 3"
    )
    for store in [
      try #require(try StateStore(reading: scratch.folder)), try scratch.store(), try scratch.store(),
    ] {
      #expect(try store.differences().map(\.kind) == [.changed])
      #expect(try store.overrides().map(\.id) == (edit.contains("overrides") ? ["3", "2"] : ["3", "2", "1"]))
      #expect(try store.lastGoodPolicies().first == (edit.contains("good-policy") ? nil : policy))
      #expect(try store.followedPolicy() == (edit.contains("followed") ? nil : followed))
    }
  }

  @Test func theLastEntryMayLoseItsHash() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try Self.state(scratch)
    let count = try store.entries(since: Scratch.start).count
    try scratch.edit("UPDATE entries SET hash = 'x' WHERE number = \(count)")
    for step in 1...2 {
      _ = try store.make([Self.wish(7)])
      #expect(try store.entries(since: Scratch.start).count == count + step)
    }
    #expect(try store.verify(head: nil) == .broken(number: Int64(count)))
  }

  /// The entries that told of it go after 400 days; what goes on is told again before, each time.
  @Test func pruningForgetsNothingThatGoesOn() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try Self.state(scratch)
    let years = Scratch.start + 5 * 366 * 86_400
    _ = try store.end("3", at: years, now: Scratch.start + 99, by: "me")
    let memory = RecordedState(policy: "p")
    for day in stride(from: Int64(0), through: 1300, by: 5) {
      let now = Scratch.start + day * 86_400
      if day == 100 { _ = try store.make([Self.wish(4)]) }
      try store.record([Told.change("x", at: day * 86_400)], before: memory, after: memory, at: now)
      #expect(try store.differences() == [], "day \(day)")
    }
    #expect(try store.overrides().map(\.id) == ["3"])
    #expect(try store.lastGoodPolicies().first != nil && store.followedPolicy() != nil)
    let sealed = try store.entries(since: Scratch.start).filter { $0.event?.kind == .sealed }
    #expect(sealed.count <= 4, "\(sealed.count)")
    #expect(try store.verify(head: nil) == .holds(entries: store.entries(since: Scratch.start).count))
  }
}
