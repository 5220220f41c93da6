import Approvals
import CSQLite
import CivilTime
import Foundation
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// A file that is none of ours is set aside, is kept for a while, and does no harm.
@Suite struct DamagedFileTests {
  @Test("a damaged file is set aside and a new one begun", arguments: [0, 20, 5000])
  func damaged(from place: Int) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.store().record((0..<40).map { Told.change("rule \($0)") })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    bytes.replaceSubrange(place..<bytes.count, with: Data(repeating: 0x2A, count: bytes.count - place))
    try bytes.write(to: URL(fileURLWithPath: scratch.file))

    let store = try scratch.store(at: Scratch.start + 7)
    let kept = "journal.db.damaged-\(Scratch.start.secondsSinceEpoch + 7)"
    #expect(store.setAside?.contains(kept) == true)
    let told = try store.entries(since: Scratch.start).compactMap(\.event)
    #expect(told.map(\.kind) == [.setAside] && told[0].name == kept, "\(told)")
    #expect(try store.examine(head: nil).setAside == [kept])
    #expect(scratch.names == ["journal.db", kept])
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.folder + "/" + kept)) == bytes)
  }

  /// A power cut leaves files of no length: it is not taken for a state that nothing was ever written to, each time. One that
  /// somebody removed is.
  @Test("an emptied file is set aside once runs have ended with it") func emptied() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for second in [0, 10] as [Int64] {
      try scratch.store(at: Scratch.start + second).record([Told.change("rule")])
      LastRun.mark(scratch.folder, at: Scratch.start + second)
      try Data().write(to: URL(fileURLWithPath: scratch.file))
      #expect { _ = try StateStore(reading: scratch.folder) } throws: { ($0 as? StateError)?.kind == .damaged }
      let store = try scratch.store(at: Scratch.start + second + 1)
      #expect(store.setAside != nil)
      #expect(try store.entries(since: Scratch.start).compactMap(\.event).map(\.kind) == [.setAside])
    }
    try FileManager.default.removeItem(atPath: scratch.file)
    #expect(try StateStore(reading: scratch.folder) == nil)
    #expect(try scratch.store(at: Scratch.start + 20).setAside == nil)
    let fresh = try Scratch()
    defer { fresh.remove() }
    try FileManager.default.createDirectory(atPath: fresh.folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: fresh.file))
    #expect(try StateStore(reading: fresh.folder) == nil)
    #expect(try fresh.store().setAside == nil)
  }

  /// A journal beside one of them is a part of it.
  @Test("the last five damaged files are kept", arguments: [false, true])
  func fiveDamagedFiles(hasJournals: Bool) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for number in 0..<9 as Range<Int64> {
      _ = try scratch.store()
      _ = try StateStore(replacing: scratch.folder, now: Scratch.start + number)
      let kept = (max(0, number - 4)...number).map { "journal.db.damaged-\((Scratch.start + $0).secondsSinceEpoch)" }
      let journals = hasJournals ? kept.dropLast().map { $0 + "-journal" } : []
      #expect(scratch.names == (["journal.db"] + kept + journals).sorted())
      let journal = URL(fileURLWithPath: "\(scratch.folder)/\(try #require(kept.last))-journal")
      if hasJournals { try Data().write(to: journal) }
    }
  }

  /// Which of the notes of a state a new one begins with. What speaks of the entries stays with them.
  @Test("every note is taken over but those of the entries, each time", arguments: StateNote.allCases)
  func notes(_ note: StateNote) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let subjects = note.name(of: "x") == note.rawValue ? [nil] : [nil, "x", "y"]
    for subject in subjects { try store.setNote(note, of: subject, "what was noted of \(subject ?? "it")") }
    let known = try store.database.notes(note).sorted { "\($0)" < "\($1)" }
    #expect(known.count == subjects.count)
    let staysBehind: Set<StateNote> = [
      .heartbeat, .clockSteadySince, .anchor, .anchorNumber, .notedFailures, .notedProblems,
    ]
    for second in 1...2 as ClosedRange<Int64> {
      let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start + second)
      let found = try fresh.database.notes(note).sorted { "\($0)" < "\($1)" }
      #expect(found == (staysBehind.contains(note) ? [] : known))
    }
  }

  /// The text of a policy fills pages of its own, and a request is beside the text of a version.
  @Test("a page that one text needs takes nothing else with it") func oneBrokenText() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let (store, file) = (try scratch.store(), GoodPolicy.File(name: "a", bytes: Array(repeating: 0x5A, count: 40_000)))
    let action = RecordedAction(
      key: ActionKey(target: Name("gate"), at: Scratch.start), system: Name("house"), action: "gate.open",
      standing: .begun)
    try store.keep([action])
    try store.keep(GoodPolicy(path: "/etc/a.yaml", files: [file], at: Scratch.start))
    let edit = ApprovedEdit(Name("kids"), version: "v", since: Scratch.start)
    try store.keep([edit], [PolicyVersion(fingerprint: "v", files: [file])], ending: [], asking: [], telling: []) { _ in
      Event(at: Scratch.start, .requestMade)
    }
    #expect(try scratch.breakOverflow(of: 0x5A) >= 18)
    let reader = try #require(try StateStore(reading: scratch.folder))
    #expect(try reader.approvedEdits() == [edit], "the text of the version is not read for that")
    let error = #expect(throws: StateError.self) { try reader.policyVersions() }
    #expect(error?.kind == .damaged)
    let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start + 1)
    #expect(try fresh.actions() == [action])
    #expect(try fresh.lastGoodPolicies().isEmpty)
  }

  @Test("how actions ended is taken over, each time") func endedActions() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let (store, key) = (try scratch.store(), ActionKey(target: Name("gate"), at: Scratch.start))
    try store.keep([RecordedAction(key: key, system: Name("house"), action: "gate.open", standing: .expected)])
    let event = Event(
      at: Scratch.start, .action, by: "reconcile", target: key.target, name: "gate.open", outcome: "missed")
    try store.note(key, nil, telling: event)
    let ended = try store.endedActions()
    #expect(ended.map(\.outcome) == ["missed"])
    for second in 1...2 as ClosedRange<Int64> {
      let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start + second)
      #expect(try fresh.endedActions() == ended)
    }
  }

  @Test("who acts for whom, and who agrees to what, is taken over, each time") func approvals() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let (store, anna) = (try scratch.store(), Name("anna"))
    func event(_ kind: Event.Kind) -> Event { Event(at: Scratch.start, kind, by: "anna", name: "anna") }
    let device = JoinedDevice(person: anna, name: "phone", hash: "aa", joined: Scratch.start, isProgram: false)
    try store.keep(device, telling: event(.deviceJoined))
    try store.keep(PersonPIN(hash: "$argon2id$"), of: anna, telling: event(.pinSet))
    let request = try store.make(
      ApprovalRequest(
        id: "", asker: "emma", deed: .make([Told.wish(nil)]), because: nil,
        made: ClockReading(wall: Scratch.start, boot: nil), expires: Scratch.start + 60, policy: nil,
        needs: [ApprovalNeed(approvers: [anna], needsAll: false)])
    ) { _ in [event(.requestMade)] }
    for second in 1...2 as ClosedRange<Int64> {
      let fresh = try StateStore(replacing: scratch.folder, now: Scratch.start + second)
      #expect(try fresh.devices() == [device])
      #expect(try fresh.pins() == [anna: PersonPIN(hash: "$argon2id$")])
      #expect(try fresh.requests() == [request])
      #expect(try fresh.differences().isEmpty)
    }
  }

  @Test("a damaged page that nothing needs yet is found with the heartbeat") func rot() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.store().record((0..<40).map { Told.change("rule \($0)") })
    var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    // The second page, where the entries begin.
    bytes.replaceSubrange(4096..<8192, with: Data(repeating: 0x2A, count: 4096))
    try bytes.write(to: URL(fileURLWithPath: scratch.file))
    #expect(try scratch.store().setAside != nil)
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
    try scratch.store().record([Told.change("x")])
    try scratch.store().database.run(edit)
    let error = #expect(throws: StateError.self) { try StateStore(reading: scratch.folder) }
    #expect(error?.kind == .damaged)
    #expect(try scratch.store().setAside != nil)
    #expect(scratch.names.count == 2)
  }

  /// What somebody may put instead of a table, or onto one, so that reading or writing it does something else.
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
    try scratch.store().record([Told.change("x")])
    try scratch.edit(sql)
    let error = #expect(throws: StateError.self) { try StateStore(reading: scratch.folder) }
    #expect(error?.kind == .damaged)
    let store = try scratch.store()
    #expect(store.setAside != nil)
    try store.record([Told.change("y")])
    #expect(try scratch.store().setAside == nil)
  }

  @Test("no statement goes on for ever, and no row takes all memory") func endless() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let database = try scratch.store().database
    for sql in [
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT count(*) FROM c", "SELECT zeroblob(17000000)",
    ] {
      let error = #expect(throws: StateError.self) { try database.rows(sql) }
      #expect(error?.kind == .damaged)
    }
    #expect(try database.rows("SELECT count(*) FROM entries") == [[.integer(0)]], "the next one begins anew")
  }

  @Test("a true lack of memory is no damage, and what SQLite itself refuses to ask for is")
  func memoryLacking() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let database = try scratch.store().database
    for (name, number) in [("refuse", 0), ("lack", ENOMEM)] {
      sqlite3_create_function(
        database.handle, name, 0, SQLITE_UTF8, UnsafeMutableRawPointer(bitPattern: Int(number)),
        { context, _, _ in
          let number = Int32(Int(bitPattern: sqlite3_user_data(context)))
          if number != 0 { errno = number }
          sqlite3_result_error_nomem(context)
        }, nil, nil)
    }
    for (sql, kind) in [("SELECT lack()", StateError.Kind.failed), ("SELECT refuse()", .damaged)] {
      for _ in 1...2 {
        #expect(throws: StateError.self) { try database.rows(sql) }
        errno = ENOMEM
        #expect(#expect(throws: StateError.self) { try database.rows(sql) }?.kind == kind)
        errno = ENOMEM
        #expect(#expect(throws: StateError.self) { try database.run(sql) }?.kind == kind)
      }
    }
  }

  @Test("a file whose header forbids writing is set aside with its overrides kept, and read until then")
  func headerForbidsWriting() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let override = try scratch.store().make(
      .off, of: Name("kids"), from: Scratch.start, until: Scratch.start + 60, because: nil, by: "anna")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    // By which version of SQLite the file may be written.
    bytes[18] = 3
    try bytes.write(to: URL(fileURLWithPath: scratch.file))

    #expect(try StateStore(reading: scratch.folder)?.overrides() == [override])
    let store = try scratch.store()
    #expect(store.setAside?.contains("overrides are kept") == true)
    #expect(try store.overrides() == [override])
    try store.record([Told.change("x")])
    #expect(try scratch.store().setAside == nil)
    #expect(scratch.names.count == 2)
  }
}
