import CSQLite
import CivilTime
import Foundation
import Policies
import Providers
import Planning
import UniFi

@testable import StateStore

/// A folder for one test's state.
struct Scratch {
  let path: String
  static let start = Instant(secondsSinceEpoch: 1_795_204_800)

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  /// Removes it; to be called at the test's end.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  var folder: String { path + "/state" }
  var file: String { folder + "/journal.db" }
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }
  var size: Int { (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0 }

  func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// A state file of this format, with nothing in it.
  func database(format: Int64) throws -> Database {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: file))
    let database = try Database(file, .write)
    try Schema.migrate(database, from: 0, to: format)
    return database
  }

  /// A state file of this format with overrides of `kids` for a minute, by these numbers, made as that format makes them.
  func database(format: Int64, overrides: ClosedRange<Int>) throws -> Database {
    let database = try database(format: format)
    for number in overrides {
      try database.run(
        """
        INSERT INTO overrides(target, state, begins, ends, because, made_by)
          VALUES('kids', 'on', 1795204800, 1795204860, 'film night', 'anna')
        """)
      try database.append(
        Event(
          at: Self.start, .overrideMade, by: "anna", target: Name("kids"), id: String(number), state: .on,
          until: Self.start + 60, message: "film night"))
    }
    return database
  }

  /// Edits the file as somebody else's program would.
  func edit(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(file, &handle) == SQLITE_OK, sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw StateError(.failed, String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Breaks every page that goes on with a text of nothing but this byte, and says how many these are.
  func breakOverflow(of byte: UInt8) throws -> Int {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let places = stride(from: 0, to: bytes.count, by: 4096).filter { place in
      bytes[place + 4..<place + 68].allSatisfy { $0 == byte }
    }
    // Where the next page is: there are not so many.
    for place in places { bytes.replaceSubrange(place..<place + 4, with: [0x7F, 0xFF, 0xFF, 0xFF]) }
    try bytes.write(to: URL(fileURLWithPath: file))
    return places.count
  }

  func store(at now: Instant = start) throws -> StateStore { try StateStore(writing: folder, now: now) }
}

enum Told {
  /// The formats whose entries hold no fingerprints.
  static let olderFormats: [Int64] = [1, 2, 3]
  static let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-1")

  static func seen(_ position: SwitchState.Position, at seconds: Int64 = 0) -> RecordedObject {
    RecordedObject(
      switchState: SwitchState(position), at: Scratch.start + seconds, wanted: SwitchState(position),
      inPlaceAt: Scratch.start + seconds, hasBeenInPlace: true)
  }

  /// Two policies of one owner.
  static let (home, other) = (
    PolicyFile(path: "/etc/a.yaml", owner: "home"), PolicyFile(path: "/etc/b.yaml", owner: "home")
  )

  /// An override of `kids` that is to be made, from so many seconds after the beginning on.
  static func wish(_ policy: PolicyFile?, kind: Override.Kind = .override, from: Int64 = 0) -> Override {
    Override(
      id: "", target: Name("kids"), state: .off, from: Scratch.start + from, until: Scratch.start + 9000, because: nil,
      by: "anna", madeAt: Scratch.start, kind: kind, policy: policy)
  }

  static func change(_ name: String, at seconds: Int64 = 0) -> Event {
    Event(
      at: Scratch.start + seconds, .change, by: "reconcile", target: Name("kids"), system: Name("gateway"),
      object: .aclRule, id: "id-1", name: name, from: SwitchState(.disabled), to: SwitchState(.enabled), state: .off,
      cause: .schedule, decidedBy: "policy-1", outcome: "applied")
  }
}
