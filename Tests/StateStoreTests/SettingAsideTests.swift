import CivilTime
import Foundation
import Planning
import Policies
import Providers
import Testing

@testable import StateStore

/// A damaged file stays where it is until the new one is complete: whatever comes in between, nothing is lost.
@Suite struct SettingAsideTests {
  private static let steps = SettingAside.Step.allCases
  private static let overridden = [Told.wish(Told.home), Told.wish(Told.home, kind: .lock)]

  /// A state with overrides, of which a page is damaged that only the history needs.
  private func damaged() throws -> (scratch: Scratch, overrides: [Override]) {
    let scratch = try Scratch()
    let store = try scratch.store()
    _ = try store.make(Self.overridden)
    let overrides = try store.overrides()
    try store.record((0..<40).map { Told.change("rule \($0)") })
    try spoil(scratch)
    return (scratch, overrides)
  }

  private func spoil(_ scratch: Scratch) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    // The second page, where the entries begin.
    bytes.replaceSubrange(4096..<8192, with: Data(repeating: 0x2A, count: 4096))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.file))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  /// The state of a writer that died in a long write, which changes an override and more than there is room for in memory.
  private func cutOff() throws -> (scratch: Scratch, overrides: [Override]) {
    let (scratch, dead) = (try Scratch(), try Scratch())
    defer { scratch.remove() }
    let store = try scratch.store()
    _ = try store.make(Self.overridden)
    let overrides = try store.overrides()
    try store.record((0..<400).map { Told.change("rule \($0)") })
    let database = store.database
    try database.run("PRAGMA cache_size = 10")
    try database.run(
      "BEGIN IMMEDIATE; UPDATE overrides SET ends = 9; UPDATE entries SET body = body || hex(randomblob(2000))")
    try FileManager.default.copyItem(atPath: scratch.folder, toPath: dead.folder)
    try database.run("ROLLBACK")
    return (dead, overrides)
  }

  private func expectAll(_ overrides: [Override], in scratch: Scratch, from second: Int64, _ comment: Comment) throws {
    for second in second...second + 1 {
      let store = try scratch.store(at: Scratch.start + second)
      #expect(try store.overrides() == overrides, comment)
      #expect(try store.differences().isEmpty, comment)
      try store.record([Told.change("x", at: second)])
    }
    #expect(!scratch.names.contains { $0.hasPrefix("journal.db.new") }, comment)
    #expect(try StateStore(reading: scratch.folder)?.overrides() == overrides, comment)
  }

  @Test("a kill after each step loses nothing, where a write was cut off, too", arguments: [false, true])
  func killed(hasJournal: Bool) throws {
    for count in 0...Self.steps.count {
      let (scratch, overrides) = try hasJournal ? cutOff() : damaged()
      defer { scratch.remove() }
      let setting = SettingAside(try #require(try StateFolder(existing: scratch.folder)), at: Scratch.start)
      for step in Self.steps.prefix(count) { _ = try setting.take(step, at: Scratch.start) }
      try expectAll(overrides, in: scratch, from: 1, "\(count) steps")
    }
  }

  @Test("what a kill has left of a new file is no part of the next one") func leftOver() throws {
    let (scratch, overrides) = try cutOff()
    defer { scratch.remove() }
    let names = [scratch.file + ".new", scratch.file + ".new-journal"]
    for (name, other) in zip(names, [scratch.file, scratch.file + "-journal"]) {
      try FileManager.default.copyItem(atPath: other, toPath: name)
    }
    #expect(try StateStore(replacing: scratch.folder, now: Scratch.start).overrides() == overrides)
    try expectAll(overrides, in: scratch, from: 1, "")
  }

  @Test("a step that fails leaves everything as it was", arguments: [false, true]) func failing(hasJournal: Bool) throws
  {
    let (scratch, overrides) = try hasJournal ? cutOff() : damaged()
    defer { scratch.remove() }
    // A folder in the place of the new file cannot be written.
    let draft = scratch.file + ".new"
    try FileManager.default.createDirectory(atPath: draft + "/x", withIntermediateDirectories: true)
    let before = scratch.names
    for second in 0...1 as ClosedRange<Int64> {
      #expect(throws: StateError.self) { try StateStore(replacing: scratch.folder, now: Scratch.start + second) }
      #expect(scratch.names == before)
      #expect(try StateStore(salvaging: scratch.folder, now: Scratch.start)?.overrides() == overrides)
      #expect(scratch.names == before, "nothing is made for a look")
    }
    try FileManager.default.removeItem(atPath: draft)
    try expectAll(overrides, in: scratch, from: 2, "")
  }

  /// What comes next relies on it: the journal that is dropped has only the name that was just given.
  @Test("where the disk does not note the names nothing goes on; at the end nothing is taken back") func notNoted()
    throws
  {
    let (scratch, _) = try damaged()
    defer { scratch.remove() }
    let setting = SettingAside(try #require(try StateFolder(existing: scratch.folder)), at: Scratch.start)
    try FileManager.default.removeItem(atPath: scratch.folder)
    #expect(throws: StateError.self) { try setting.take(.noteNames, at: Scratch.start) }
    #expect(throws: Never.self) { try setting.take(.noteName, at: Scratch.start) }
  }

  @Test("what cannot be read of overrides is no state without any") func unreadableOverrides() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try scratch.store().record([Told.change("x")])
    try scratch.edit("DROP TABLE overrides")
    #expect(try StateStore(salvaging: scratch.folder, now: Scratch.start) == nil)
    #expect(try scratch.store().setAside?.hasSuffix("earlier overrides are lost") == true)
  }

  @Test("two that are damaged in one second are both kept") func sameSecond() throws {
    let (scratch, overrides) = try damaged()
    defer { scratch.remove() }
    let first = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    #expect(try scratch.store().setAside != nil)
    try spoil(scratch)
    #expect(try StateStore(replacing: scratch.folder, now: Scratch.start).overrides() == overrides)
    let kept = scratch.names.filter { $0.contains("damaged") }
    #expect(kept.count == 2)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.folder + "/" + kept[0])) == first)
  }
}
