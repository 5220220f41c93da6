import CivilTime
import Foundation
import Policies
import Providers
import Planning
import Testing
import UniFi

@testable import StateStore

/// What was cut off half-way is not there at all.
@Suite struct UnfinishedWriteTests {
  /// What a journal says of the file as it was, and how large the file and the journal themselves are.
  static let cutOffWrites: [(pages: UInt32, file: Int?, store: Int?, isUndone: Bool)] = [
    (12_288, nil, nil, true), (12_289, nil, nil, false), (.max, nil, nil, false),
    (12_288, 48 << 20, nil, true), (12_288, 48 << 20 + 1, nil, false), (12_288, nil, 48 << 20, true),
    (12_288, nil, 48 << 20 + 1, false),
  ]

  /// The journal of a file that had so many pages, with nothing to put back: no pages follow. Sectors have 512 bytes,
  /// pages 4096.
  private static func journal(pages: UInt32) -> Data {
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let header = magic + [0, 0, pages, 512, 4096].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
    return Data(header + Array(repeating: 0, count: 512 - header.count))
  }

  @Test("a cut-off write is undone in memory where the file has 48 MiB at most", arguments: cutOffWrites)
  func hugeCutOffWrite(_ write: (pages: UInt32, file: Int?, store: Int?, isUndone: Bool)) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.store().record([Told.change("x")])
    let store = scratch.file + "-journal"
    try Self.journal(pages: write.pages).write(to: URL(fileURLWithPath: store))
    for (path, size) in [(scratch.file, write.file), (store, write.store)] {
      if let size { #expect(truncate(path, size) == 0) }
    }
    let names = scratch.names
    for _ in 1...2 {
      if write.isUndone {
        #expect(try StateStore(reading: scratch.folder)?.entries(since: Scratch.start).count == 1)
      } else {
        let error = #expect(throws: StateError.self) { try StateStore(reading: scratch.folder) }
        #expect(error?.kind == .unfinished)
        #expect(error?.message.contains("'\(scratch.file)'") == true && error?.message.contains("48 MiB") == true)
        #expect(error?.hint == "the next apply undoes it in the file itself")
      }
      #expect(scratch.names == names, "reading changes nothing")
    }
  }

  /// A write that changes more than there is room for in memory is synced in between, and its journal goes on behind another
  /// header.
  @Test("a large write that was cut off is undone whole") func severalHeaders() throws {
    let (scratch, dead) = (try Scratch(), try Scratch())
    defer { for one in [scratch, dead] { one.remove() } }
    let store = try scratch.store()
    try store.record((0..<400).map { Told.change("rule \($0)") })
    let database = store.database
    try database.run("PRAGMA cache_size = 10")
    try database.run("BEGIN IMMEDIATE; UPDATE entries SET body = body || hex(randomblob(2000))")
    // As they are when the writer dies here.
    try FileManager.default.createDirectory(atPath: dead.path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: scratch.folder, toPath: dead.folder)
    try database.run("ROLLBACK")
    let journal = Array(try Data(contentsOf: URL(fileURLWithPath: dead.file + "-journal")))
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let headers = stride(from: 0, to: journal.count - 8, by: 512).count { Array(journal[$0..<$0 + 8]) == magic }
    try #require(headers > 2)
    #expect(dead.size > scratch.size)
    let names = dead.names
    let read = try #require(try StateStore(reading: dead.folder))
    #expect(try read.entries(since: Scratch.start).count == 400)
    #expect(try read.verify(head: nil) == .holds(entries: 400))
    #expect(dead.names == names, "reading changes nothing")
  }

  /// Where the file is set aside, its journal goes along: what is saved is what held before, and the new file is left alone.
  @Test("a cut-off write is undone in what is saved") func salvaged() throws {
    let (scratch, dead) = (try Scratch(), try Scratch())
    defer { for one in [scratch, dead] { one.remove() } }
    let store = try scratch.store()
    let override = try store.make([Told.wish(Told.home)])[0]
    try store.record((0..<400).map { Told.change("rule \($0)") })
    let database = store.database
    try database.run("PRAGMA cache_size = 10")
    try database.run(
      "BEGIN IMMEDIATE; UPDATE overrides SET ends = 9; UPDATE entries SET body = body || hex(randomblob(2000))")
    // As they are when the writer dies here.
    try FileManager.default.createDirectory(atPath: dead.path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: scratch.folder, toPath: dead.folder)
    try database.run("ROLLBACK")
    let fresh = try StateStore(replacing: dead.folder, now: Scratch.start + 7)
    let kept = "journal.db.damaged-\((Scratch.start + 7).secondsSinceEpoch)"
    #expect(dead.names == ["journal.db", kept, kept + "-journal"])
    #expect(try fresh.overrides() == [override])
    #expect(try fresh.differences().isEmpty)
  }

  @Test("a journal that leads elsewhere is not followed, and told by its own name") func journalElsewhere() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.store().record([Told.change("x")])
    let (store, elsewhere) = (scratch.file + "-journal", scratch.folder + "/elsewhere")
    try Self.journal(pages: 2).write(to: URL(fileURLWithPath: elsewhere))
    try FileManager.default.createSymbolicLink(atPath: store, withDestinationPath: elsewhere)
    let error = #expect(throws: StateError.self) { try StateStore(reading: scratch.folder) }
    #expect(error?.message.contains("'\(store)'") == true, "\(error?.message ?? "")")
  }

  @Test("what fails half-way is not there at all") func atomic() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    try store.record([Told.change("first")])
    let pages = try #require(try store.database.rows("PRAGMA page_count")[0][0].integer)
    try store.database.run("PRAGMA max_page_count = \(pages)")
    var after = RecordedState()
    for number in 0..<100 {
      after.objects[ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-\(number)")] = Told.seen(.enabled)
    }
    #expect(throws: StateError.self) {
      try store.record([Told.change("second")], before: RecordedState(), after: after, at: Scratch.start)
    }
    #expect(try store.entries(since: Scratch.start).map { $0.event?.name } == ["first"])
    #expect(try store.memory().objects.isEmpty)
    #expect(try store.verify(head: nil) == .holds(entries: 1))
  }
}
