import CSQLite
import CivilTime
import Foundation
import PiHole
import Policies
import Providers
import Reconciliation
import Testing
import UniFi

@testable import Journal

@Suite struct JournalTests {
  @Test("what is written is read again, by a writer and by a reader") func roundTrip() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var memory = Memory(policy: "abc", fuses: [Name("pihole"): Scratch.start + 600])
    memory.objects[Told.key] = Seen(
      setting: Setting(.paused, ends: Scratch.start + 60), at: Scratch.start, wanted: Setting(.active), override: "3",
      inPlaceAt: Scratch.start + -5, hasBeenInPlace: true, cause: .contended, movedAt: [Scratch.start + -9],
      found: Setting(.paused), isDoubtful: true)
    memory.objects[ObjectKey(system: Name("pihole"), kind: .blocking, id: nil)] = Told.seen(.active)
    let events = [
      Told.change("Downtime \"x\"\n\u{1B}[31m"),
      Event(
        at: Scratch.start, .overrideMade, by: "me", target: Name("kids"), state: .on, until: Scratch.start + 60,
        message: "film night"),
      Event(at: Scratch.start, .systemLost, system: Name("pihole"), message: "no route to host"),
    ]
    try scratch.journal().record(events, before: Memory(), after: memory, at: Scratch.start)

    for journal in [try scratch.journal(), try #require(try Journal(reading: scratch.folder))] {
      #expect(try journal.memory() == memory)
      #expect(try journal.entries(since: Scratch.start).map(\.event) == events)
      #expect(try journal.entries(since: Scratch.start + 1).isEmpty)
      #expect(try journal.verify(head: try journal.head()) == .holds(entries: 3))
    }
  }

  @Test("folder and file are closed to everybody else") func modes() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try scratch.journal()
    #expect(try scratch.mode(scratch.folder) == 0o700)
    #expect(try scratch.mode(scratch.file) == 0o600)
    #expect(scratch.names == ["journal.db"])
  }

  @Test("what keeps a state from being read is no missing state", arguments: ["file", "file/state", "loop"])
  func unreachable(_ name: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/file"))
    try FileManager.default.createSymbolicLink(atPath: scratch.path + "/loop", withDestinationPath: "loop")
    let error = #expect(throws: JournalError.self) { try Journal(reading: scratch.path + "/" + name) }
    #expect(error?.kind == .failed)
    #expect(error?.message.contains(scratch.path + "/" + name) == true)
  }

  @Test("a state of an older format is read as it will be", arguments: 1..<Schema.version)
  func olderFormat(_ format: Int64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.database(format: format, overrides: 1...1).run("INSERT INTO notes VALUES('policy', 'abc')")
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    let read = try #require(try Journal(reading: scratch.folder))
    #expect(try read.memory().policy == "abc")
    #expect(try read.overrides().map(\.because) == ["film night"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == before)
    #expect(try read.overrides() == (try scratch.journal().overrides()))
    let salvaged = try Journal(replacing: scratch.folder, now: Scratch.start)
    #expect(salvaged.setAside?.hasSuffix("but overrides go on") == true)
    #expect(try read.overrides() == (try salvaged.overrides()))
  }

  /// Rows of overrides that somebody has edited in a file of any format, each way of opening it, and what still counts.
  static let oldRows: [(edit: String, counts: [String], unreadable: Int?)] = [
    ("SELECT 1", ["2", "1"], nil), ("UPDATE overrides SET state = 'side-ways' WHERE id = 1", ["2"], 1),
    ("UPDATE overrides SET made_by = x'00' WHERE id = 2", ["1"], 1), ("UPDATE overrides SET ends = 'never'", [], 2),
  ]

  @Test("rows that cannot be read do not spoil a file of an older format", arguments: 1..<Schema.version, oldRows)
  func olderRows(_ format: Int64, _ rows: (edit: String, counts: [String], unreadable: Int?)) throws {
    for way in ["reading", "writing", "replacing", "replacing twice"] {
      let scratch = try Scratch()
      defer { scratch.remove() }
      try scratch.database(format: format, overrides: 1...2).run(
        """
        INSERT INTO notes VALUES('followed', '{"path":"/etc/a.yaml","owner":"home"}'), ('zone', 'Europe/Berlin');
        \(rows.edit)
        """)
      let before = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
      let journal: Journal
      switch way {
      case "reading": journal = try #require(try Journal(reading: scratch.folder))
      case "writing": journal = try scratch.journal()
      case "replacing": journal = try Journal(replacing: scratch.folder, now: Scratch.start)
      default:
        _ = try Journal(replacing: scratch.folder, now: Scratch.start)
        journal = try Journal(replacing: scratch.folder, now: Scratch.start + 1)
      }
      for _ in 1...2 {
        let overrides = try journal.overrides()
        #expect(overrides.map(\.id) == rows.counts, "\(way)")
        #expect(overrides.allSatisfy { $0.kind == .override && $0.policy == nil && $0.madeAt == $0.from })
        #expect(journal.unreadable == (rows.unreadable.map { [.overrides: $0] } ?? [:]), "\(way)")
      }
      #expect(try journal.followedPolicy() == PolicyFile(path: "/etc/a.yaml", owner: "home"))
      #expect(try journal.zone() == "Europe/Berlin")
      guard way != "reading" else {
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == before)
        continue
      }
      #expect(try journal.make([Self.film])[0].id == "3", "no number is given twice")
      try journal.follow(PolicyFile(path: "/etc/b.yaml", owner: "home"), isSame: true, at: Scratch.start)
      #expect(try journal.overrides().map(\.id) == ["3"] + rows.counts)
      #expect(try journal.overrides().allSatisfy { $0.policy?.path == "/etc/b.yaml" })
      #expect(try journal.database.rows("SELECT count(*) FROM overrides") == [[.integer(3)]], "none is thrown away")
    }
  }

  private static let film = Override(
    id: "", target: Name("kids"), state: .on, from: Scratch.start, until: Scratch.start + 60, because: nil, by: "me")

  @Test("reading makes nothing, and what is not there is no error") func readingMakesNothing() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    #expect(try Journal(reading: scratch.folder) == nil)
    #expect(scratch.names.isEmpty)
    _ = try scratch.journal()
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    _ = try Journal(reading: scratch.folder)?.memory()
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == before)
    #expect(scratch.names == ["journal.db"])
  }

  /// What a journal says of the file as it was, and how large the file and the journal themselves are.
  static let cutOffWrites: [(pages: UInt32, file: Int?, journal: Int?, isUndone: Bool)] = [
    (16_384, nil, nil, true), (16_385, nil, nil, false), (.max, nil, nil, false),
    (16_384, 64 << 20, nil, true), (16_384, 64 << 20 + 1, nil, false), (16_384, nil, 64 << 20, true),
    (16_384, nil, 64 << 20 + 1, false),
  ]

  @Test("a cut-off write is undone in memory where the file has 64 MiB at most", arguments: cutOffWrites)
  func hugeCutOffWrite(_ write: (pages: UInt32, file: Int?, journal: Int?, isUndone: Bool)) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.journal().record([Told.change("x")])
    let journal = scratch.file + "-journal"
    // Nothing to put back: no pages follow. Sectors have 512 bytes, pages 4096.
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let header = magic + [0, 0, write.pages, 512, 4096].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
    try Data(header + Array(repeating: 0, count: 512 - header.count)).write(to: URL(fileURLWithPath: journal))
    for (path, size) in [(scratch.file, write.file), (journal, write.journal)] {
      if let size { #expect(truncate(path, size) == 0) }
    }
    let names = scratch.names
    for _ in 1...2 {
      if write.isUndone {
        #expect(try Journal(reading: scratch.folder)?.entries(since: Scratch.start).count == 1)
      } else {
        let error = #expect(throws: JournalError.self) { try Journal(reading: scratch.folder) }
        #expect(error?.kind == .unfinished)
        #expect(error?.message.contains("'\(scratch.file)'") == true && error?.message.contains("64 MiB") == true)
        #expect(error?.hint == "the next apply undoes it in the file itself")
      }
      #expect(scratch.names == names, "reading changes nothing")
    }
  }

  @Test("no link is followed to the file") func link() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/other"))
    try FileManager.default.createSymbolicLink(atPath: scratch.file, withDestinationPath: scratch.path + "/other")
    let error = #expect(throws: JournalError.self) { try scratch.journal() }
    #expect(error?.kind == .forbidden)
    #expect(try String(contentsOfFile: scratch.path + "/other", encoding: .utf8) == "mine")
  }

  @Test("a folder that is a link is the folder it leads to") func linkedFolder() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.path + "/private", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: scratch.folder, withDestinationPath: scratch.path + "/private")
    try scratch.journal().record([Told.change("x")])
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/private/journal.db"))
  }

  @Test("a damaged file is set aside and a new one begun", arguments: [0, 20, 5000])
  func damaged(from place: Int) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.journal().record((0..<40).map { Told.change("rule \($0)") })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    bytes.replaceSubrange(place..<bytes.count, with: Data(repeating: 0x2A, count: bytes.count - place))
    try bytes.write(to: URL(fileURLWithPath: scratch.file))

    let journal = try scratch.journal(at: Scratch.start + 7)
    let kept = "journal.db.damaged-\(Scratch.start.secondsSinceEpoch + 7)"
    #expect(journal.setAside?.contains(kept) == true)
    #expect(try journal.entries(since: Scratch.start).isEmpty)
    #expect(scratch.names == ["journal.db", kept])
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.folder + "/" + kept)) == bytes)
  }

  @Test("the last five damaged files are kept") func fiveDamagedFiles() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for number in 0..<9 as Range<Int64> {
      _ = try scratch.journal()
      _ = try Journal(replacing: scratch.folder, now: Scratch.start + number)
      let kept = (max(0, number - 4)...number).map { "journal.db.damaged-\((Scratch.start + $0).secondsSinceEpoch)" }
      #expect(scratch.names == ["journal.db"] + kept)
    }
  }

  @Test("a damaged page that nothing needs yet is found with the heartbeat") func rot() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.journal().record((0..<40).map { Told.change("rule \($0)") })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    // The second page, where the entries begin.
    bytes.replaceSubrange(4096..<8192, with: Data(repeating: 0x2A, count: 4096))
    try bytes.write(to: URL(fileURLWithPath: scratch.file))
    #expect(try scratch.journal().setAside != nil)
  }

  @Test("a file of a later version is left as it is") func newer() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.journal().database.run("PRAGMA user_version = 99")
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    #expect(throws: JournalError.self) { try scratch.journal() }
    let error = #expect(throws: JournalError.self) { try Journal(reading: scratch.folder) }
    #expect(error?.kind == .newer)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == before)
  }

  @Test(
    "a file that no version has written is set aside, and is no empty one to a reader",
    arguments: [
      "PRAGMA user_version = -1", "PRAGMA user_version = 0", "DROP TABLE overrides",
      "ALTER TABLE notes RENAME COLUMN value TO other",
    ])
  func neverWritten(_ edit: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.journal().record([Told.change("x")])
    try scratch.journal().database.run(edit)
    let error = #expect(throws: JournalError.self) { try Journal(reading: scratch.folder) }
    #expect(error?.kind == .damaged)
    #expect(try scratch.journal().setAside != nil)
    #expect(scratch.names.count == 2)
  }

  /// What somebody may put in place of a table, or onto one, so that reading or writing it does something else.
  static let traps = [
    "ALTER TABLE entries RENAME TO kept; CREATE VIEW entries AS SELECT * FROM kept",
    """
    DROP TABLE objects; CREATE VIEW objects AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c)
      SELECT x AS system, x AS kind, x AS id, x AS body FROM c
    """,
    "CREATE VIEW other AS SELECT * FROM overrides",
    "CREATE TRIGGER t AFTER INSERT ON entries BEGIN UPDATE overrides SET ends = 9; END",
    "DROP TABLE fuses; CREATE TABLE fuses(system TEXT PRIMARY KEY, ends INTEGER CHECK(length(zeroblob(ends)))) WITHOUT ROWID",
    "DROP TABLE notes; CREATE TABLE notes(name TEXT PRIMARY KEY, v TEXT, value TEXT AS (hex(v)))",
    "DROP TABLE notes; CREATE VIRTUAL TABLE notes USING fts5(name, value)",
    "CREATE INDEX i ON entries(abs(number))",
  ]

  @Test("only tables of our own words are read; a file with anything else is damaged", arguments: traps)
  func trap(_ sql: String) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.journal().record([Told.change("x")])
    try scratch.edit(sql)
    let error = #expect(throws: JournalError.self) { try Journal(reading: scratch.folder) }
    #expect(error?.kind == .damaged)
    let journal = try scratch.journal()
    #expect(journal.setAside != nil)
    try journal.record([Told.change("y")])
    #expect(try scratch.journal().setAside == nil)
  }

  @Test("no statement goes on for ever, and no row takes all memory") func endless() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let database = try scratch.journal().database
    for sql in [
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT count(*) FROM c", "SELECT zeroblob(17000000)",
    ] {
      let error = #expect(throws: JournalError.self) { try database.rows(sql) }
      #expect(error?.kind == .damaged)
    }
    #expect(try database.rows("SELECT count(*) FROM entries") == [[.integer(0)]], "the next one begins anew")
  }

  @Test("a time that no clock has shown is none", arguments: [Int64.min, -1, 253_402_300_800, .max])
  func impossibleTime(_ seconds: Int64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    for statement in [
      "INSERT INTO notes VALUES('heartbeat', '\(seconds)')", "INSERT INTO fuses VALUES('pihole', \(seconds))",
      "INSERT INTO retreats VALUES('pihole', 1, \(seconds), 'x', NULL)",
      "INSERT INTO overrides(target, state, begins, ends, made_by) VALUES('kids', 'on', \(seconds), \(seconds), 'me')",
      "INSERT INTO objects VALUES('pihole', 'blocking', '', '{\"setting\":{\"position\":\"active\"},\"at\":\(seconds)}')",
    ] { try journal.database.run(statement) }
    #expect(try journal.memory() == Memory())
    #expect(try journal.heartbeat() == nil)
    #expect(try journal.retreats().isEmpty)
    #expect(try journal.overrides().isEmpty)
    #expect(try journal.record([Told.change("x")], before: Memory(), after: Memory(), at: Scratch.start))
  }

  /// What somebody has edited by hand, and what cannot be read then; the rows beside it count as ever.
  static let edits: [(sql: String, sorts: [StoredSort: Int])] = [
    ("UPDATE objects SET body = 'x' WHERE id = 'id-1'", [.objects: 1]),
    ("UPDATE objects SET body = 'x'", [.objects: 2]),
    ("UPDATE objects SET kind = 'Door 2' WHERE id = 'id-2'", [.objects: 1]),
    ("UPDATE objects SET id = x'00' WHERE id = 'id-2'", [.objects: 1]),
    ("UPDATE fuses SET ends = 'soon' WHERE system = 'a'", [.timers: 1]),
    ("UPDATE retreats SET failures = 0 WHERE system = 'b'", [.retreats: 1]),
    ("UPDATE overrides SET state = 'side-ways' WHERE id = 2", [.overrides: 1]),
    ("UPDATE overrides SET ends = 'never'", [.overrides: 2]),
    ("UPDATE notes SET value = '{' WHERE name = 'good-policy'", [.lastGoodPolicy: 1]),
    (
      "UPDATE notes SET value = replace(value, '\"text\":\"two\"', '\"text\":2') WHERE name = 'good-policy'",
      [.lastGoodPolicy: 1]
    ),
    ("DELETE FROM overrides", [:]),
  ]

  @Test("what cannot be read is counted, and what runs write anew is forgotten", arguments: edits)
  func unreadable(_ sql: String, _ sorts: [StoredSort: Int]) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    let other = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-2")
    let memory = Memory(
      policy: "p", objects: [Told.key: Told.seen(.enabled), other: Told.seen(.enabled)],
      fuses: [Name("a"): Scratch.start, Name("b"): Scratch.start])
    try journal.record([], before: Memory(), after: memory, at: Scratch.start)
    let retreat = Retreat(failures: 1, until: Scratch.start, circumstances: "x", reason: nil)
    try journal.keep([Name("a"): retreat, Name("b"): retreat])
    let files = ["one", "two"].map { GoodPolicy.File(name: $0 + ".yaml", bytes: Array($0.utf8)) }
    try journal.keep(GoodPolicy(path: "p", files: files, at: Scratch.start))
    for _ in 1...2 {
      _ = try journal.make(
        .on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 60, because: nil, by: "me")
    }
    try journal.database.run(sql)

    func read() throws -> [StoredSort: Int] {
      let found = try journal.memory()
      #expect(found.objects.count == 2 - (journal.unreadable[.objects] ?? 0))
      #expect(found.fuses.count == 2 - (journal.unreadable[.timers] ?? 0))
      #expect(try journal.retreats().count == 2 - (journal.unreadable[.retreats] ?? 0))
      let overrides = try journal.overrides().count
      #expect(overrides == 2 - (journal.unreadable[.overrides] ?? 0) || sorts.isEmpty && overrides == 0)
      #expect(try (journal.lastGoodPolicy() == nil) == (journal.unreadable[.lastGoodPolicy] != nil))
      return journal.unreadable
    }
    #expect(try read() == sorts)
    try journal.forgetUnreadable()
    #expect(try journal.database.rows("SELECT count(*) FROM objects") == [[.integer(2 - Int64(sorts[.objects] ?? 0))]])
    #expect(try journal.database.rows("SELECT count(*) FROM fuses") == [[.integer(2 - Int64(sorts[.timers] ?? 0))]])
    let overrides = Int64(sql.hasPrefix("DELETE") ? 0 : 2)
    #expect(try journal.database.rows("SELECT count(*) FROM overrides") == [[.integer(overrides)]])
    try journal.record([], before: Memory(), after: memory, at: Scratch.start)
    try journal.keep(GoodPolicy(path: "p", files: files, at: Scratch.start))
    #expect(try journal.memory() == memory)
    #expect(try journal.lastGoodPolicy()?.files == files)
  }

  @Test("an entry without a hash is told of like any that was edited") func entryWithoutHash() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    try journal.record([Told.change("x"), Told.change("y")])
    try journal.database.run("UPDATE entries SET hash = 'none' WHERE number = 1")
    #expect(try journal.entries(since: Scratch.start).map(\.number) == [1, 2])
    #expect(try journal.verify(head: nil) == .broken(number: 1))
  }

  @Test("so many failures in a row were never counted", arguments: [Int64.min, -1, 0, .max])
  func impossibleCount(_ failures: Int64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    try journal.database.run("INSERT INTO retreats VALUES('pihole', \(failures), 1795204800, 'x', 'busy')")
    #expect(try journal.retreats().isEmpty)
  }

  @Test("behind the last number there is no other entry") func lastNumber() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    try journal.record([Told.change("x"), Told.change("y")])
    try journal.database.run("UPDATE entries SET number = 9223372036854775807 WHERE number = 2")
    let error = #expect(throws: JournalError.self) { try journal.record([Told.change("z")]) }
    #expect(error?.kind == .damaged)
    #expect(try journal.verify(head: nil) == .broken(number: .max))
  }

  @Test("what fails half-way is not there at all") func atomic() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    try journal.record([Told.change("first")])
    let pages = try #require(try journal.database.rows("PRAGMA page_count")[0][0].integer)
    try journal.database.run("PRAGMA max_page_count = \(pages)")
    var after = Memory()
    for number in 0..<100 {
      after.objects[ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-\(number)")] = Told.seen(.enabled)
    }
    #expect(throws: JournalError.self) {
      try journal.record([Told.change("second")], before: Memory(), after: after, at: Scratch.start)
    }
    #expect(try journal.entries(since: Scratch.start).map { $0.event?.name } == ["first"])
    #expect(try journal.memory().objects.isEmpty)
    #expect(try journal.verify(head: nil) == .holds(entries: 1))
  }
}

@Suite struct ChainTests {
  /// Edits by hand that an auditor must see.
  static let edits: [(sql: String, found: ChainCheck)] = [
    ("UPDATE entries SET body = replace(body, 'rule 2', 'rule 9') WHERE number = 3", .broken(number: 3)),
    ("DELETE FROM entries WHERE number = 2", .broken(number: 3)),
    ("DELETE FROM entries WHERE number = 1", .broken(number: 2)),
    ("UPDATE entries SET at = at + 1 WHERE number = 4", .broken(number: 4)),
    ("UPDATE entries SET hash = zeroblob(32) WHERE number = 5", .broken(number: 5)),
    ("UPDATE entries SET number = 9 WHERE number = 5", .broken(number: 9)),
    ("DELETE FROM entries WHERE number = 5", .headMissing),
    ("DELETE FROM entries", .headMissing),
  ]

  @Test("an edited or cut-off past shows", arguments: edits) func edit(_ sql: String, _ found: ChainCheck) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    try journal.record((0..<5).map { Told.change("rule \($0)", at: Int64($0)) })
    let head = try journal.head()
    #expect(try journal.verify(head: head) == .holds(entries: 5))
    try journal.database.run(sql)
    #expect(try journal.verify(head: head) == found)
  }

  @Test("an earlier head is found again, a strange one is not") func heads() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    let root = try journal.head()
    try journal.record([Told.change("a")])
    let early = try journal.head()
    try journal.record([Told.change("b")])
    #expect(early != root)
    #expect(try journal.verify(head: early) == .holds(entries: 2))
    #expect(try journal.verify(head: root) == .holds(entries: 2))
    #expect(try journal.verify(head: String(repeating: "a", count: 64)) == .headMissing)
  }

  @Test("pruning keeps the chain") func pruning() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    let memory = Memory(policy: "p")
    for day in 0..<500 {
      let at = Int64(day) * 86_400
      try journal.record(
        [Told.change("rule \(day)", at: at)], before: memory, after: memory, at: Scratch.start + at)
    }
    let entries = try journal.entries(since: Scratch.start)
    #expect(entries.count == 401)
    #expect(entries.first?.number == 100)
    #expect(try journal.verify(head: try journal.head()) == .holds(entries: 401))
  }

  @Test("a run adds so many bytes and no more, and says how many entries it left out") func boundOfARun() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    journal.bounds.run = 4000
    for round in 1...2 as ClosedRange<Int64> {
      let events = (0..<40).map { Told.change("rule \($0)", at: round) }
      let after = Memory(
        policy: "\(round)", objects: [Told.key: Told.seen(round == 1 ? .enabled : .disabled, at: round)])
      try journal.record(events, before: try journal.memory(), after: after, at: Scratch.start + round)
      let told = try journal.entries(since: Scratch.start + round).compactMap(\.event)
      #expect(told.dropLast() == events[..<(told.count - 1)])
      #expect((8...20).contains(told.count) && journal.leftOut == 41 - told.count)
      #expect(told.last?.kind == .leftOut && told.last?.message == "\(journal.leftOut)")
      #expect(try journal.memory() == after, "what causes and fuses are known by is kept")
      #expect(
        try journal.make(.on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 9, because: nil, by: "me")
          .id == "\(round)")
    }
    #expect(try journal.verify(head: nil) == .holds(entries: journal.entries(since: Scratch.start).count))
    #expect(Journal.Bounds().run == 8 << 20 && Journal.Bounds().state == 32 << 20)
  }

  @Test("beyond so many bytes the oldest entries go, again and again, and nothing else does") func boundOfTheState()
    throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    journal.bounds.state = 400_000
    let made = try journal.make(
      .on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 9, because: nil, by: "me")
    var sizes: [Int] = []
    var first: Int64 = 1
    var moves = 0
    for round in 0..<60 as Range<Int64> {
      let events = (0..<20).map { Told.change(String(repeating: "x", count: 800) + "\($0)", at: round) }
      let memory = try journal.memory()
      try journal.record(events, before: memory, after: memory, at: Scratch.start + round)
      sizes.append(scratch.size)
      let numbers = try journal.entries(since: Scratch.start).map(\.number)
      #expect(Array(numbers) == Array(numbers[0]..<numbers[0] + Int64(numbers.count)))
      if numbers[0] > first { moves += 1 }
      first = numbers[0]
      #expect(try journal.verify(head: try journal.head()) == .holds(entries: numbers.count))
      #expect(try journal.overrides() == [made])
    }
    #expect((2...30).contains(moves), "\(moves) times, not in every run")
    #expect(sizes.allSatisfy { $0 < 500_000 } && sizes.last == sizes.max(), "\(sizes.max() ?? 0)")
  }

  @Test("numbers go on where everything was pruned, each time") func pruningEverything() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    let memory = Memory(policy: "p")
    for round in 0..<3 as Range<Int64> {
      let at = round * 410 * 86_400
      try journal.record(
        [Told.change("a", at: at), Told.change("b", at: at)], before: memory, after: memory, at: Scratch.start + at)
      #expect(try journal.entries(since: Scratch.start).map(\.number) == [round * 2 + 1, round * 2 + 2])
      let head = try journal.head()
      for day in stride(from: Int64(5), through: 405, by: 5) {
        try journal.record([], before: memory, after: memory, at: Scratch.start + at + day * 86_400)
      }
      #expect(try journal.entries(since: Scratch.start).isEmpty)
      #expect(try journal.head() == head && journal.verify(head: head) == .holds(entries: 0))
    }
  }
}

@Suite struct QuietRunTests {
  @Test("a run that saw nothing new writes a heartbeat every quarter of an hour and nothing else") func heartbeat()
    throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    var memory = Memory(policy: "p")
    var writes: [Int64] = []
    for minute in 0..<60 {
      let at = Int64(minute) * 60
      var after = memory
      after.objects[Told.key] = Told.seen(.enabled, at: at)
      if try journal.record([], before: memory, after: after, at: Scratch.start + at) { writes.append(Int64(minute)) }
      memory = try journal.memory()
    }
    #expect(writes == [0, 15, 30, 45])
  }

  @Test("what runs see of a part is no reason to forget the rest") func parts() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    let other = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-2")
    var memory = Memory(policy: "p", objects: [Told.key: Told.seen(.enabled), other: Told.seen(.enabled)])
    try journal.record([], before: Memory(), after: memory, at: Scratch.start)
    for minute in 1...120 {
      var after = memory
      // Every other run looks at one of them only, and writes the heartbeat whenever one is due.
      let seen = minute.isMultiple(of: 15) ? [other] : [Told.key, other]
      for key in seen { after.objects[key] = Told.seen(.enabled, at: Int64(minute) * 60) }
      try journal.record([], before: memory, after: after, at: Scratch.start + Int64(minute) * 60)
      memory = try journal.memory()
      let known = try #require(memory.objects[Told.key]?.inPlaceAt)
      #expect(Scratch.start + Int64(minute) * 60 - known <= Memory.quietSeconds + 60, "minute \(minute)")
    }
  }

  @Test("what is new is written at once") func news() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    var before = Memory(policy: "p", objects: [Told.key: Told.seen(.enabled)])
    try journal.record([], before: Memory(), after: before, at: Scratch.start)
    before = try journal.memory()
    var after = before
    after.objects[Told.key]?.setting = Setting(.disabled)
    after.objects[Told.key]?.cause = .outside
    #expect(try journal.record([], before: before, after: after, at: Scratch.start + 1))
    #expect(try journal.memory() == after)
  }

  /// What may be new of an object that is known: any of these, the first time, the second, and back again.
  private static let changes: [@Sendable (inout Seen, Int64) -> Void] = [
    { $0.setting = Setting($1 == 1 ? .paused : .active) },
    { $0.setting = Setting(.paused, ends: Scratch.start + $1 * 11) },
    { $0.wanted = $1 == 1 ? nil : Setting(.disabled) },
    { $0.wanted = Setting(.paused, ends: Scratch.start + $1) },
    { $0.override = $1 == 0 ? nil : "\($1)" },
    { $0.inPlaceAt = $1 == 1 ? Scratch.start : nil },
    { $0.hasBeenInPlace = $1 != 0 },
    { $0.cause = $1 == 0 ? nil : $1 == 1 ? .outside : .contended },
    { seen, step in seen.movedAt = (0...step).map { Scratch.start + $0 } },
    { seen, step in seen.movedAt = [Scratch.start + step] },
    { $0.found = $1 == 1 ? nil : Setting(.enabled) },
    { $0.isDoubtful = $1 != 0 },
    { $0.policy = "\($1)" },
    { seen, step in
      seen.closing = Closing(
        target: Name("a"), at: Scratch.start, name: "x", position: .enabled,
        leftAt: step == 0 ? nil : Scratch.start + step)
    },
  ]

  @Test("whatever is new of a known object is written at once", arguments: changes.indices)
  func newsOfAnObject(place: Int) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    var before = Memory(policy: "p", objects: [Told.key: Told.seen(.enabled)])
    before.objects[Told.key]?.inPlaceAt = nil
    before.objects[Told.key]?.hasBeenInPlace = false
    try journal.record([], before: Memory(), after: before, at: Scratch.start)
    for (number, step) in [0, 1, 2, 1, 0].enumerated() {
      var after = before
      if var seen = after.objects[Told.key] {
        Self.changes[place](&seen, Int64(step))
        after.objects[Told.key] = seen
      }
      try journal.record([], before: before, after: after, at: Scratch.start + Int64(number))
      before = try journal.memory()
      #expect(before == after, "step \(number)")
    }
  }

  @Test("what only grew old is not written anew") func oldNews() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    var before = Memory(policy: "p", objects: [Told.key: Told.seen(.paused)])
    before.objects[Told.key]?.setting = Setting(.paused, ends: Scratch.start + 600)
    before.objects[Told.key]?.movedAt = [Scratch.start + -3590]
    try journal.record([], before: Memory(), after: before, at: Scratch.start)
    for second in 1...5 as ClosedRange<Int64> {
      var after = before
      after.objects[Told.key]?.at = Scratch.start + second
      after.objects[Told.key]?.inPlaceAt = Scratch.start + second
      after.objects[Told.key]?.setting.ends = Scratch.start + 600 + second
      if second > 2 { after.objects[Told.key]?.movedAt = [] }
      #expect(try !journal.record([], before: before, after: after, at: Scratch.start + second))
      #expect(try journal.memory() == before)
    }
  }
}

@Suite struct OverrideTests {
  @Test("made, extended, ended, and all of it told") func life() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    let made = try journal.make(
      .on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 1800, because: "film night", by: "anna")
    #expect(made.id == "1")
    _ = try journal.end("1", at: Scratch.start + 3600, now: Scratch.start + 60, by: "anna")
    let ended = try journal.end("1", at: Scratch.start + 90, now: Scratch.start + 90, by: "ben")
    #expect(try journal.overrides() == [ended])
    #expect(ended.until == Scratch.start + 90)
    let second = try journal.make(
      .off, of: Name("kids"), from: Scratch.start + 100, until: Scratch.start + 200, because: nil, by: "ben")
    #expect(try journal.overrides().map(\.id) == ["2", "1"])
    #expect(second.because == nil)
    let kinds = try journal.entries(since: Scratch.start).compactMap { $0.event?.kind }
    #expect(kinds == [.overrideMade, .overrideExtended, .overrideEnded, .overrideMade])
    #expect(throws: JournalError.self) { try journal.end("7", at: Scratch.start, now: Scratch.start, by: "x") }
    #expect(throws: JournalError.self) { try journal.end("x", at: Scratch.start, now: Scratch.start, by: "x") }
    #expect(try journal.verify(head: nil) == .holds(entries: 4))
  }
}

/// Which policy is followed, and whose overrides are whose.
@Suite struct FollowingTests {
  private static let (home, other) = (
    PolicyFile(path: "/etc/a.yaml", owner: "home"), PolicyFile(path: "/etc/b.yaml", owner: "home")
  )

  private static func wish(_ policy: PolicyFile?, kind: Override.Kind = .override, from: Int64 = 0) -> Override {
    Override(
      id: "", target: Name("kids"), state: .off, from: Scratch.start + from, until: Scratch.start + 9000, because: nil,
      by: "anna", madeAt: Scratch.start, kind: kind, policy: policy)
  }

  @Test("kind, time of making and policy are kept, and history tells a lock and a later beginning") func kept() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let made = try scratch.journal().make([
      Self.wish(Self.home), Self.wish(Self.other, kind: .lock), Self.wish(nil, kind: .more, from: 600),
    ])
    #expect(made.map(\.id) == ["1", "2", "3"])
    let journal = try scratch.journal()
    #expect(try journal.overrides() == made.reversed())
    let events = try journal.entries(since: Scratch.start).compactMap(\.event)
    #expect(events.map(\.override) == [nil, .lock, .more])
    #expect(events.map(\.begins) == [nil, nil, Scratch.start + 600])
    let ended = try journal.end(["1", "3"], at: Scratch.start + 5, now: Scratch.start + 5, by: "ben")
    #expect(ended.map(\.range.isEmpty) == [false, true])
    #expect(throws: JournalError.self) { try journal.end(["2", "9"], at: Scratch.start, now: Scratch.start, by: "x") }
    #expect(try journal.overrides().first { $0.id == "2" }?.until == Scratch.start + 9000)
  }

  @Test("overrides stay with the policy that they were made for, there and back") func thereAndBack() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    #expect(try journal.followedPolicy() == nil)
    _ = try journal.make([Self.wish(nil)])
    func paths() throws -> [String?] { try journal.overrides().map(\.policy?.path) }
    try journal.follow(Self.home, isSame: true, at: Scratch.start)
    #expect(try paths() == ["/etc/a.yaml"])
    _ = try journal.make([Self.wish(nil)])
    try journal.follow(Self.other, isSame: false, at: Scratch.start + 1)
    #expect(try paths() == ["/etc/a.yaml", "/etc/a.yaml"])
    #expect(try journal.followedPolicy() == Self.other)
    try journal.follow(Self.home, isSame: false, at: Scratch.start + 2)
    try journal.follow(Self.home, isSame: false, at: Scratch.start + 3)
    #expect(try paths() == ["/etc/a.yaml", "/etc/a.yaml"])
    // What was moved takes its overrides along, a second time too; those of others stay.
    _ = try journal.make([Self.wish(PolicyFile(path: "/etc/x.yaml", owner: "home"))])
    for (number, path) in ["/etc/c.yaml", "/etc/d.yaml"].enumerated() {
      try journal.follow(PolicyFile(path: path, owner: "home"), isSame: true, at: Scratch.start + 4 + Int64(number))
      #expect(try paths() == ["/etc/x.yaml", path, path])
    }
    let events = try journal.entries(since: Scratch.start).compactMap(\.event).filter { $0.kind == .followed }
    #expect(events.map(\.name) == ["/etc/b.yaml", "/etc/a.yaml", "/etc/c.yaml", "/etc/d.yaml"])
    #expect(events.map(\.message) == ["/etc/a.yaml", "/etc/b.yaml", "/etc/a.yaml", "/etc/c.yaml"])
  }

  /// Makes a file of the first format of what stands there.
  private static func age(_ scratch: Scratch) throws {
    let columns = ["made_at", "kind", "policy", "owner"].map { "ALTER TABLE overrides DROP COLUMN \($0)" }
    let later = [
      "ALTER TABLE retreats DROP COLUMN reason", "DROP INDEX entries_that_keep", "DELETE FROM entries",
      "PRAGMA user_version = 1",
    ]
    let all = columns + later
    let journal = try scratch.journal()
    let events = try journal.entries(since: Instant(secondsSinceEpoch: 0)).compactMap(\.event).filter {
      $0.kind != .sealed
    }
    try journal.database.run(all.joined(separator: "; "))
    for event in events { try journal.database.append(event) }
  }

  @Test("a file of the first format is read, goes on, and is saved when it is damaged") func migration() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try scratch.journal().make([Self.wish(nil), Self.wish(nil)])
    let before = try scratch.journal().overrides()
    try Self.age(scratch)
    let reader = try #require(try Journal(reading: scratch.folder))
    #expect(try reader.overrides() == before)
    #expect(try reader.followedPolicy() == nil)
    let journal = try scratch.journal()
    #expect(journal.setAside == nil)
    #expect(try journal.overrides() == before)
    #expect(try journal.make([Self.wish(Self.home, kind: .lock)])[0].id == "3")

    try Self.age(scratch)
    let replaced = try Journal(replacing: scratch.folder, now: Scratch.start)
    #expect(try replaced.overrides().map(\.id) == ["3", "2", "1"])
    #expect(try replaced.make([Self.wish(Self.home)])[0].id == "4")
    // The second time it is a file of this format.
    try replaced.follow(Self.home, isSame: true, at: Scratch.start)
    let again = try Journal(replacing: scratch.folder, now: Scratch.start + 1)
    #expect(try again.overrides().map(\.policy) == Array(repeating: Self.home, count: 4))
    #expect(try again.followedPolicy() == Self.home)
  }

  @Test("the mark of the last run moves on every few minutes, also after a clock was set back") func lastRun() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    LastRun.mark(scratch.folder, at: Scratch.start)
    #expect(LastRun.read(scratch.folder) == nil)
    _ = try scratch.journal()
    let steps: [(at: Int64, marked: Int64)] = [
      (0, 0), (60, 0), (149, 0), (150, 150), (299, 150), (301, 301), (-500, -500), (-400, -500), (-340, -340),
    ]
    for step in steps {
      LastRun.mark(scratch.folder, at: Scratch.start + step.at)
      #expect(LastRun.read(scratch.folder) == Scratch.start + step.marked, "\(step)")
    }
  }
}

@Suite struct KeptTests {
  @Test func retreats() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    let retreats = [
      Name("a"): Retreat(failures: 2, until: Scratch.start + 120, circumstances: "x", reason: .refused),
      Name("b"): Retreat(failures: 1, until: Scratch.start + 60, circumstances: "x", reason: .busy),
    ]
    try journal.keep(retreats)
    #expect(try journal.retreats() == retreats)
    try journal.keep([Name: Retreat]())
    #expect(try journal.retreats().isEmpty)
  }

  @Test func goodPolicy() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let journal = try scratch.journal()
    #expect(try journal.lastGoodPolicy() == nil)
    let file = GoodPolicy.File(name: "a.yaml", bytes: Array("timezone: Europe/Berlin # ü\n".utf8))
    try journal.keep(GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start))
    try journal.keep(GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start + 60))
    #expect(try journal.lastGoodPolicy() == GoodPolicy(path: "a.yaml", files: [file], at: Scratch.start))
  }

  @Test("only one writer holds the lock") func lock() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var first = try WriterLock(scratch.folder)
    #expect(first != nil)
    #expect(try WriterLock(scratch.folder) == nil)
    first = nil
    #expect(try WriterLock(scratch.folder) != nil)
  }

  @Test("a copy of its descriptor, as in a process that is just started, does not keep it") func copiedLock() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var first = try WriterLock(scratch.folder)
    #expect(first != nil)
    let table = "/proc/self/fd/"
    let inFolder = try FileManager.default.contentsOfDirectory(atPath: table).filter { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: table + name))?.hasPrefix(scratch.folder) ?? false
    }
    let copies = inFolder.compactMap { Int32($0) }.map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    first = nil
    #expect(try WriterLock(scratch.folder) != nil)
  }

  @Test("no link is followed to the lock") func linkedLock() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(atPath: scratch.folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.folder + "/lock", withDestinationPath: scratch.path + "/other")
    let error = #expect(throws: JournalError.self) { try WriterLock(scratch.folder) }
    #expect(error?.kind == .forbidden)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/other"))
  }
}
