import CSQLite
import CivilTime
import Foundation
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// Files of earlier formats go on; one of a later format is left as it is.
@Suite struct StateFormatTests {
  @Test("a state of an older format is read as it will be", arguments: Told.olderFormats)
  func olderFormat(_ format: Int64) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.database(format: format, overrides: 1...1).run("INSERT INTO notes VALUES('policy', 'abc')")
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    let read = try #require(try StateStore(reading: scratch.folder))
    #expect(try read.memory().policy == "abc")
    #expect(try read.overrides().map(\.because) == ["film night"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == before)
    #expect(try read.overrides() == (try scratch.store().overrides()))
    let salvaged = try StateStore(replacing: scratch.folder, now: Scratch.start)
    #expect(salvaged.setAside?.hasSuffix("but overrides are kept") == true)
    #expect(try read.overrides() == (try salvaged.overrides()))
  }

  /// What is copied to be read as it will be takes no memory where it is large: an earlier version let it grow for years.
  @Test("a large state of an older format is read as it will be, on the disk", arguments: [100, 600])
  func largeOlderFormat(_ events: Int) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let database = try scratch.database(format: 3, overrides: 1...1)
    let long = String(repeating: "x", count: 32_768)
    try database.atomically { () throws(StateError) in
      for second in 1...Int64(events) {
        try database.append(Event(at: Scratch.start + second, .leftOut, by: "reconcile", message: long))
      }
    }
    #expect((scratch.size > Database.mostCopiedBytes) == (events == 600))
    let names = scratch.names
    let read = try #require(try StateStore(reading: scratch.folder))
    #expect(try read.overrides().map(\.because) == ["film night"])
    #expect(try read.entries(since: Scratch.start).count { $0.event?.message == long } == events)
    #expect(try read.database.rows("PRAGMA user_version") == [[.integer(Schema.version)]])
    let (inUse, whole) = (read.database.bytesOfCache, try read.database.size().whole)
    #expect(events == 600 ? inUse < 4 << 20 : inUse < whole + 1 << 20, "\(inUse) of \(whole)")
    #expect(scratch.names == names, "reading changes nothing")
  }

  /// Rows of overrides that somebody has edited in a file of any format, each way of opening it, and what still counts.
  static let oldRows: [(edit: String, counts: [String], unreadable: Int?)] = [
    ("SELECT 1", ["2", "1"], nil), ("UPDATE overrides SET state = 'side-ways' WHERE id = 1", ["2"], 1),
    ("UPDATE overrides SET made_by = x'00' WHERE id = 2", ["1"], 1), ("UPDATE overrides SET ends = 'never'", [], 2),
  ]

  @Test(
    "rows that cannot be read do not spoil a file of an older format", arguments: Told.olderFormats, oldRows)
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
      let store: StateStore
      switch way {
      case "reading": store = try #require(try StateStore(reading: scratch.folder))
      case "writing": store = try scratch.store()
      case "replacing": store = try StateStore(replacing: scratch.folder, now: Scratch.start)
      default:
        _ = try StateStore(replacing: scratch.folder, now: Scratch.start)
        store = try StateStore(replacing: scratch.folder, now: Scratch.start + 1)
      }
      for _ in 1...2 {
        let overrides = try store.overrides()
        #expect(overrides.map(\.id) == rows.counts, "\(way)")
        #expect(overrides.allSatisfy { $0.kind == .override && $0.policy == nil && $0.madeAt == $0.from })
        #expect(store.unreadable == (rows.unreadable.map { [.overrides: $0] } ?? [:]), "\(way)")
      }
      #expect(try store.followedPolicy() == PolicyFile(path: "/etc/a.yaml", owner: "home"))
      #expect(try store.zone() == "Europe/Berlin")
      guard way != "reading" else {
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == before)
        continue
      }
      #expect(try store.make([Self.film])[0].id == "3", "no number is given twice")
      let policy = PolicyFile(path: "/etc/b.yaml", owner: "home")
      let bindings = Dictionary(uniqueKeysWithValues: try store.unboundOverrides().map { ($0, policy) })
      try store.follow(policy, isSame: true, binding: bindings, at: Scratch.start)
      #expect(try store.overrides().map(\.id) == ["3"] + rows.counts)
      #expect(try store.overrides().allSatisfy { $0.policy?.path == "/etc/b.yaml" })
      #expect(try store.database.rows("SELECT count(*) FROM overrides") == [[.integer(3)]], "none is thrown away")
    }
  }

  private static let film = Override(
    id: "", target: Name("kids"), state: .on, from: Scratch.start, until: Scratch.start + 60, because: nil, by: "me")

  @Test("a file of a later version is left as it is") func newer() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.store().database.run("PRAGMA user_version = 99")
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    #expect(throws: StateError.self) { try scratch.store() }
    let error = #expect(throws: StateError.self) { try StateStore(reading: scratch.folder) }
    #expect(error?.kind == .newer)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == before)
  }

  /// What has fingerprints already is known without being sealed again.
  @Test func aStateFromBeforeThereWereRequests() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try scratch.store().make([Told.wish(nil)])
    try scratch.edit(
      "ALTER TABLE overrides DROP COLUMN named; ALTER TABLE overrides DROP COLUMN taken_back; DROP TABLE approvals; PRAGMA user_version = 4"
    )
    for store in [try #require(try StateStore(reading: scratch.folder)), try scratch.store()] {
      #expect(try store.overrides().map(\.id) == ["1"])
      #expect(try store.requests().isEmpty)
      #expect(try store.verify(head: nil) == .holds(entries: 1))
    }
  }

  /// Makes a file of the first format of what is there.
  private static func age(_ scratch: Scratch) throws {
    let columns = ["made_at", "kind", "policy", "owner", "named", "taken_back"].map {
      "ALTER TABLE overrides DROP COLUMN \($0)"
    }
    let later = [
      "ALTER TABLE retreats DROP COLUMN reason", "DROP INDEX entries_that_keep", "DROP TABLE approvals",
      "DELETE FROM entries",
      "PRAGMA user_version = 1",
    ]
    let all = columns + later
    let store = try scratch.store()
    let events = try store.entries(since: Instant(secondsSinceEpoch: 0)).compactMap(\.event).filter {
      $0.kind != .sealed
    }
    try store.database.run(all.joined(separator: "; "))
    for event in events { try store.database.append(event) }
  }

  @Test("a file of the first format is read, goes on, and is saved when it is damaged") func migration() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try scratch.store().make([Told.wish(nil), Told.wish(nil)])
    let before = try scratch.store().overrides()
    try Self.age(scratch)
    let reader = try #require(try StateStore(reading: scratch.folder))
    #expect(try reader.overrides() == before)
    #expect(try reader.followedPolicy() == nil)
    let store = try scratch.store()
    #expect(store.setAside == nil)
    #expect(try store.overrides() == before)
    #expect(try store.make([Told.wish(Told.home, kind: .lock)])[0].id == "3")

    try Self.age(scratch)
    let replaced = try StateStore(replacing: scratch.folder, now: Scratch.start)
    #expect(try replaced.overrides().map(\.id) == ["3", "2", "1"])
    #expect(try replaced.make([Told.wish(Told.home)])[0].id == "4")
    // The second time it is a file of this format.
    let bindings = Dictionary(uniqueKeysWithValues: try replaced.unboundOverrides().map { ($0, Told.home) })
    try replaced.follow(Told.home, isSame: true, binding: bindings, at: Scratch.start)
    let again = try StateStore(replacing: scratch.folder, now: Scratch.start + 1)
    #expect(try again.overrides().map(\.policy) == Array(repeating: Told.home, count: 4))
    #expect(try again.followedPolicy() == Told.home)
  }
}

extension Database {
  /// How many bytes of memory its pages take.
  fileprivate var bytesOfCache: Int {
    var (now, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &now, &most, 0)
    return Int(now)
  }
}
