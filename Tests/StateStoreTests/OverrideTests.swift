import CivilTime
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// Overrides as they are made, moved and ended.
@Suite struct OverrideTests {
  @Test("made, extended, ended, and all of it told") func life() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let made = try store.make(
      .on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 1800, because: "film night", by: "anna")
    #expect(made.id == "1")
    _ = try store.end("1", at: Scratch.start + 3600, now: Scratch.start + 60, by: "anna")
    let ended = try store.end("1", at: Scratch.start + 90, now: Scratch.start + 90, by: "ben")
    #expect(try store.overrides() == [ended])
    #expect(ended.until == Scratch.start + 90)
    let second = try store.make(
      .off, of: Name("kids"), from: Scratch.start + 100, until: Scratch.start + 200, because: nil, by: "ben")
    #expect(try store.overrides().map(\.id) == ["2", "1"])
    #expect(second.because == nil)
    let kinds = try store.entries(since: Scratch.start).compactMap { $0.event?.kind }
    #expect(kinds == [.overrideMade, .overrideExtended, .overrideEnded, .overrideMade])
    #expect(throws: StateError.self) { try store.end("7", at: Scratch.start, now: Scratch.start, by: "x") }
    #expect(throws: StateError.self) { try store.end("x", at: Scratch.start, now: Scratch.start, by: "x") }
    #expect(try store.verify(head: nil) == .holds(entries: 4))
  }

  @Test(
    "somebody has put the counter of the overrides at its end, and there are numbers all the same",
    arguments: [
      "UPDATE sqlite_sequence SET seq = 9223372036854775807", "UPDATE sqlite_sequence SET seq = '9223372036854775807'",
      "UPDATE sqlite_sequence SET seq = 1e300",
      """
      INSERT INTO overrides(id, target, state, begins, ends, made_by)
        VALUES(9223372036854775807, 'kids', 'on', 1795204800, 1795204860, 'x')
      """,
    ]) func counterAtItsEnd(_ sql: String) throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    #expect(try scratch.store().make([Told.wish(Told.home), Told.wish(Told.home)]).map(\.id) == ["1", "2"])
    try scratch.edit(sql)
    let store = try scratch.store()
    #expect(try store.make([Told.wish(Told.home), Told.wish(Told.other)]).map(\.id) == ["3", "4"])
    #expect(try store.make([Told.wish(Told.home)]).map(\.id) == ["5"])
    #expect(try store.overrides().map(\.id) == ["5", "4", "3", "2", "1"])
  }

  @Test("kind, time of making and policy are kept, and history tells a lock and a later beginning") func kept() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let made = try scratch.store().make([
      Told.wish(Told.home), Told.wish(Told.other, kind: .lock), Told.wish(nil, kind: .more, from: 600),
    ])
    #expect(made.map(\.id) == ["1", "2", "3"])
    let store = try scratch.store()
    #expect(try store.overrides() == made.reversed())
    let events = try store.entries(since: Scratch.start).compactMap(\.event)
    #expect(events.map(\.override) == [nil, .lock, .more])
    #expect(events.map(\.begins) == [nil, nil, Scratch.start + 600])
    let ended = try store.end(["1", "3"], at: Scratch.start + 5, now: Scratch.start + 5, by: "ben")
    #expect(ended.map(\.range.isEmpty) == [false, true])
    #expect(throws: StateError.self) { try store.end(["2", "9"], at: Scratch.start, now: Scratch.start, by: "x") }
    #expect(try store.overrides().first { $0.id == "2" }?.until == Scratch.start + 9000)
  }
}
