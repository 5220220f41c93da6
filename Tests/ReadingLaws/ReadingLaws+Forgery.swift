import CSQLite
import CivilTime
import Foundation
import Policies
import Providers
import Planning
import StateStore
import UniFi

extension ReadingLaws {
  /// The laws that a state breaks which was made as runs make it, and then forged as `bytes` say: each few of them are one
  /// edit of a row, a table or the file. Empty where all hold.
  public static func brokenByForgery(_ bytes: [UInt8]) -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "forged-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let genuine = GenuineState.made else { return ["no state can be made"] }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(genuine.bytes).write(to: folder.appending(path: StateStore.fileName))
    } catch {
      return ["the state file cannot be written: \(error)"]
    }
    var forger = Forger(bytes[...], file: folder.appending(path: StateStore.fileName).path)
    forger.work()
    return ForgedRun(folder: folder.path, genuine: genuine).broken()
  }
}

/// A state with overrides, a good policy, and a past.
private struct GenuineState {
  var bytes: [UInt8]
  var overrides: [Override]
  var policy: GoodPolicy?
  var followed: PolicyFile?
  var head: String

  static let now = Instant(secondsSinceEpoch: 1_795_204_800)
  static let made = try? make()

  private static func make() throws -> GenuineState {
    let folder = FileManager.default.temporaryDirectory.appending(path: "genuine-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try StateStore(writing: folder.path, now: now)
    let file = PolicyFile(path: "/etc/a.yaml", owner: "home")
    try store.keep(GoodPolicy(path: file.path, files: [.init(name: "a", bytes: Array("policy".utf8))], at: now))
    try store.follow(file, isSame: true, at: now)
    _ = try store.make(
      (0..<4).map { number in
        Override(
          id: "", target: Name(["kids", "tv"][number % 2]), state: .off, from: now, until: now + 3600,
          because: "\(number)",
          by: "anna", kind: number == 0 ? .lock : .override, policy: file)
      })
    let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id")
    let seen = RecordedObject(switchState: SwitchState(.enabled), at: now, wanted: SwitchState(.enabled))
    let memory = RecordedState(policy: "p", objects: [key: seen], failsafeTimers: [Name("pihole"): now + 600])
    try store.record(
      (0..<4).map { Event(at: now, .systemLost, system: Name("s\($0)")) }, before: RecordedState(), after: memory,
      at: now)
    _ = try store.end("2", at: now + 60, now: now, by: "anna")
    return GenuineState(
      bytes: [UInt8](try Data(contentsOf: folder.appending(path: StateStore.fileName))),
      overrides: try store.overrides(),
      policy: try store.lastGoodPolicies().first, followed: try store.followedPolicy(), head: try store.head())
  }
}

/// Edits a state file as somebody would who knows it well, but cannot work out hashes.
private struct Forger {
  private var script: ArraySlice<UInt8>
  private let file: String

  init(_ script: ArraySlice<UInt8>, file: String) { (self.script, self.file) = (script, file) }

  mutating func work() {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(file, &handle) == SQLITE_OK else { return }
    for _ in 0..<16 {
      guard !script.isEmpty else { return }
      sqlite3_exec(handle, statement(), nil, nil, nil)
    }
  }

  private mutating func statement() -> String {
    switch next(12) {
    case 0: "UPDATE overrides SET \(pick(Self.columns)) = \(value()) WHERE id = \(next(6))"
    case 1: "DELETE FROM \(pick(Self.tables)) WHERE \(condition())"
    case 2:
      "INSERT INTO overrides(target, state, begins, ends, because, made_by, made_at, kind, policy, owner) SELECT target, "
        + "\(value()), begins, ends, because, made_by, made_at, kind, policy, owner FROM overrides WHERE id = \(next(6))"
    case 3: "UPDATE entries SET \(pick(["body", "hash", "number", "at"])) = \(value()) WHERE number = \(next(14))"
    case 4: "UPDATE notes SET value = \(value()) WHERE name = \(note())"
    case 5: "INSERT OR REPLACE INTO notes(name, value) VALUES(\(note()), \(value()))"
    case 6:
      "INSERT OR REPLACE INTO entries(number, at, body, hash) SELECT \(next(16)), at, body, hash FROM entries "
        + "WHERE number = \(next(14))"
    case 7: "UPDATE \(pick(["objects", "fuses", "retreats"])) SET system = \(value())"
    case 8: "UPDATE overrides SET id = \(next(9)) WHERE id = \(next(6))"
    case 9: "UPDATE entries SET body = replace(body, \(value()), \(value()))"
    case 10: pick(Self.traps)
    default: "PRAGMA user_version = \(Int(next(8)) - 1)"
    }
  }

  private static let columns = [
    "target", "state", "begins", "ends", "because", "made_by", "made_at", "kind", "policy", "owner",
  ]
  private static let tables = ["entries", "overrides", "notes", "objects", "fuses", "sqlite_sequence"]
  private static let traps = [
    "ALTER TABLE entries RENAME TO e; CREATE VIEW entries AS SELECT * FROM e",
    "CREATE TRIGGER t AFTER INSERT ON entries BEGIN UPDATE overrides SET state = 'on'; END",
    "DROP INDEX entries_that_keep", "REINDEX", "VACUUM", "DROP TABLE retreats",
    "ALTER TABLE overrides ADD COLUMN other", "CREATE INDEX i ON overrides(target)",
    """
    DROP TABLE fuses; CREATE VIEW fuses AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c)
      SELECT x AS system, x AS ends FROM c
    """,
  ]

  private mutating func note() -> String {
    pick([
      "'good-policy'", "'good-policy:/etc/a.yaml'", "'followed'", "'anchor'", "'anchor-number'", "'heartbeat'",
      "'policy'",
    ])
  }

  private mutating func condition() -> String {
    pick(["1", "rowid = \(next(14))", "rowid > \(next(14))", "name = \(note())"])
  }

  /// A value of a kind that fits some column.
  private mutating func value() -> String {
    switch next(8) {
    case 0: "'on'"
    case 1: "\(GenuineState.now.secondsSinceEpoch + Int64(next(255)))"
    case 2: "NULL"
    case 3: "x'\(String(repeating: "ab", count: 32))'"
    case 4: "(SELECT hash FROM entries WHERE number = \(next(14)))"
    case 5: "(SELECT body FROM entries WHERE number = \(next(14)))"
    case 6: #"'{"path":"/etc/b.yaml","owner":"home","at":1795204800,"files":[{"name":"a","text":"x"}]}'"#
    default: "'\(String(repeating: "x", count: Int(next(40))))'"
    }
  }

  private mutating func next(_ limit: Int) -> UInt8 {
    guard let byte = script.popFirst() else { return 0 }
    return byte % UInt8(limit)
  }

  private mutating func pick(_ choices: [String]) -> String { choices[Int(next(choices.count))] }
}

private struct ForgedRun {
  let folder: String
  let genuine: GenuineState

  /// A reader and a writer are asked, and the writer once more after it has written.
  func broken() -> [String] {
    var broken: [String] = []
    do throws(StateError) {
      if let store = try StateStore(reading: folder) { broken += try laws(store, head: genuine.head) }
    } catch {
      broken += faults(of: error)
    }
    do throws(StateError) {
      let store = try StateStore(writing: folder, now: GenuineState.now)
      // What is damaged is taken over as it is, and said to be.
      if store.setAside != nil { return broken }
      broken += try laws(store, head: genuine.head)
      let event = Event(at: GenuineState.now, .systemLost, system: Name("gateway"))
      try store.record(
        [event], before: RecordedState(), after: RecordedState(policy: "q"), at: GenuineState.now + 90_000)
      broken += try laws(store, head: nil)
    } catch {
      broken += faults(of: error)
    }
    return broken
  }

  /// Nothing that the history does not know is followed, and what differs is told.
  private func laws(_ store: StateStore, head: String?) throws(StateError) -> [String] {
    var broken: [String] = []
    let overrides = try store.overrides()
    if !overrides.allSatisfy(genuine.overrides.contains) { broken.append("an override counts that nobody made") }
    let policy = try store.lastGoodPolicies().first
    if policy != nil, policy != genuine.policy { broken.append("a policy is the last good one that never was") }
    let followed = try store.followedPolicy()
    if followed != nil, followed != genuine.followed { broken.append("a policy is followed that never was") }
    _ = try (store.memory(), store.backoffs(), store.entries(since: Instant(secondsSinceEpoch: .min)))
    guard let head, case .holds = try store.verify(head: head) else { return broken }
    let all = try store.allOverrides()
    let isSame =
      overrides == genuine.overrides && all == overrides && policy == genuine.policy && followed == genuine.followed
    return broken + (isSame ? [] : ["what differs is not told"])
  }

  private func faults(of error: StateError) -> [String] {
    let isExpected = [.damaged, .newer].contains(error.kind) && error.message.contains(folder)
    return isExpected ? [] : ["\(error.kind): \(error.message)"]
  }
}
