import CivilTime
import Policies
import Providers
import Planning
import Testing
import UniFi

@testable import StateStore

/// What was asked for where nobody can read what came of it: kept in the middle of a run, and forgotten when it has to
/// be.
@Suite struct AskingStorageTests {
  static let askings = [
    Asking(name: "media", noted: nil), Asking(name: "\"\n", noted: .enabled),
    Asking(name: "", noted: .disabled, last: .init(.disabled, at: Scratch.start, isAnswered: true)),
    Asking(name: "x", noted: nil, last: .init(.enabled, at: Scratch.start + -9, isAnswered: false)),
  ]

  @Test("what was asked for, and for which override, is read as it was written") func isRead() {
    for var asking in Self.askings {
      for (wish, ends) in [(0, nil), (7, Scratch.start)] {
        (asking.newestWish, asking.overrideEnds) = (wish, ends)
        asking.refused = ends.map { .init(.enabled, at: $0 + 5, isAnswered: false) }
        #expect(RecordedObject(stored: Self.seen(asking).stored) == Self.seen(asking))
      }
    }
  }

  /// Else the first run after an update would ask for what holds already.
  @Test("an earlier version has asked for the override that wanted it there") func isEarlier() throws {
    var seen = Self.seen(Asking(name: "media", noted: .disabled))
    seen.override = "12"
    let earlier = seen.stored.replacing(#","wish":0"#, with: "")
    #expect(earlier != seen.stored)
    #expect(RecordedObject(stored: earlier)?.asking?.newestWish == 12)
    #expect(RecordedObject(stored: seen.stored)?.asking?.newestWish == 0)
  }

  static func seen(_ asking: Asking?) -> RecordedObject {
    RecordedObject(switchState: SwitchState(.unknown), at: Scratch.start, wanted: nil, asking: asking)
  }

  @Test("a note in the middle of a run stands for itself, and the run's own word comes over it") func inTheMiddle()
    throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let other = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "other")
    let before = RecordedState(objects: [Told.key: Self.seen(Self.askings[1]), other: Told.seen(.enabled)])
    let store = try scratch.store()
    try store.record([], before: RecordedState(), after: before, at: Scratch.start)

    // The run's own store stays open meanwhile.
    try StateStore.keep([Told.key: Self.seen(Self.askings[3])], in: scratch.folder)
    var noted = before
    noted.objects[Told.key] = Self.seen(Self.askings[3])
    #expect(try #require(try StateStore(reading: scratch.folder)).memory() == noted)

    #expect(try store.record([], before: noted, after: before, at: Scratch.start + 1))
    #expect(try store.memory() == before)
  }

  @Test("without a state nothing is noted") func hasNone() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    #expect(throws: StateError.self) {
      try StateStore.keep([Told.key: Self.seen(Self.askings[0])], in: scratch.folder)
    }
    #expect(scratch.names.isEmpty)
  }

  @Test("what is remembered no longer is gone from the file") func forgets() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let before = RecordedState(objects: [Told.key: Self.seen(Self.askings[2])])
    try store.record([], before: RecordedState(), after: before, at: Scratch.start)
    #expect(try store.record([], before: before, after: RecordedState(), at: Scratch.start + 1))
    #expect(try store.memory().objects.isEmpty)
    #expect(try !store.record([], before: RecordedState(), after: RecordedState(), at: Scratch.start + 2))
  }

  @Test(
    "what cannot be read of it counts as nothing",
    arguments: [
      #"{"name":3}"#, "{}", "7", #"{"name":"a","noted":"sideways"}"#, #"{"name":"a","noted":1}"#,
      #"{"name":"a","asked":"disabled"}"#, #"{"name":"a","asked":"off","at":1}"#,
      #"{"name":"a","noted":"enabled","asked":"enabled","at":-1}"#, #"{"name":"a","wish":"1"}"#,
      #"{"name":"a","refused":"enabled","wish":1}"#, #"{"name":"a","refused":"up","refusedAt":1}"#,
    ]) func isDamaged(_ text: String) throws
  {
    let stored = Self.seen(Self.askings[0]).stored
    let whole = #"{"name":"media","wish":0}"#
    let object = try #require(RecordedObject(stored: stored))
    #expect(object == Self.seen(Self.askings[0]) && stored.contains(whole))
    let damaged = RecordedObject(stored: stored.replacing(whole, with: text))
    #expect(damaged == Self.seen(nil))
  }
}
