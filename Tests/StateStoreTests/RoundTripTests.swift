import Approvals
import CivilTime
import Foundation
import PiHole
import Policies
import Providers
import Planning
import Testing
import UniFi

@testable import StateStore

/// What is written is read again, and reading makes nothing.
@Suite struct RoundTripTests {
  @Test("what is written is read again, by a writer and by a reader") func roundTrip() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var memory = RecordedState(policy: "abc", failsafeTimers: [Name("pihole"): Scratch.start + 600])
    memory.objects[Told.key] = RecordedObject(
      switchState: SwitchState(.paused, ends: Scratch.start + 60), at: Scratch.start, wanted: SwitchState(.active),
      override: "3",
      inPlaceAt: Scratch.start + -5, hasBeenInPlace: true, cause: .contended, movedAt: [Scratch.start + -9],
      found: SwitchState(.paused), isDoubtful: true)
    memory.objects[Told.key]?.target = Name("kids")
    memory.objects[Told.key]?.wantedState = "off"
    memory.objects[Told.key]?.address = "7f6c"
    memory.objects[Told.key]?.maker = PolicyFile(path: "/etc/a.yaml", owner: "home")
    memory.objects[Told.key]?.ofOthers = [
      "7f6d": PolicyFile(path: "/etc/\"b\".yaml", owner: "attic"), "7f6e": PolicyFile(path: "/c", owner: "cellar"),
    ]
    memory.objects[Told.key]?.name = "Downtime \"x\""
    memory.objects[Told.key]?.foundBy = "3"
    memory.objects[Told.key]?.locks = ["3": .active, "10": .enabled]
    memory.objects[Told.key]?.isFoundTooLate = true
    memory.objects[Told.key]?.rivals = Rivals(["/etc/\"b\".yaml": Name("kids"), "/etc/a.yaml": Name("tablet")])
    memory.objects[ObjectKey(system: Name("pihole"), kind: .blocking, id: nil)] = Told.seen(.active)
    for (place, before) in [memory.objects[Told.key], nil].enumerated() {
      let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "under-way-\(place)")
      memory.objects[key] = Told.seen(.enabled)
      memory.objects[key]?.underWay = UnderWay(before: before, telling: place == 0 ? [Told.change("\"x\"\n")] : [])
    }
    for (place, asking) in AskingStorageTests.askings.enumerated() {
      let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "unread-\(place)")
      memory.objects[key] = AskingStorageTests.seen(asking)
    }
    let events = [
      Told.change("Downtime \"x\"\n\u{1B}[31m"),
      Event(
        at: Scratch.start, .overrideMade, by: "me", target: Name("kids"), state: .on, until: Scratch.start + 60,
        message: "film night"),
      Event(at: Scratch.start, .systemLost, system: Name("pihole"), message: "no route to host"),
    ]
    try scratch.store().record(events, before: RecordedState(), after: memory, at: Scratch.start)

    for store in [try scratch.store(), try #require(try StateStore(reading: scratch.folder))] {
      #expect(try store.memory() == memory)
      #expect(try store.entries(since: Scratch.start).map(\.event) == events)
      #expect(try store.entries(since: Scratch.start + 1).isEmpty)
      #expect(try store.verify(head: try store.head()) == .holds(entries: 3))
    }
  }

  /// A state of an earlier version knows none, and what nobody could have written counts for nothing.
  @Test(
    arguments: [
      (#"{"3":"enabled"}"#, ["3": .enabled]), ("{}", [:]), ("7", [:]), (#"["3"]"#, [:]), (#"{"3":"sideways"}"#, [:]),
      (#"{"3":1,"4":"active"}"#, ["4": .active]), (nil, [:]),
    ] as [(String?, [String: SwitchState.Position])])
  func locksOfAnObject(_ text: String?, _ expected: [String: SwitchState.Position]) throws {
    var seen = Told.seen(.enabled)
    #expect(!seen.stored.contains("locks"))
    seen.locks = ["3": .enabled]
    let whole = #""locks":{"3":"enabled"},"#
    #expect(seen.stored.contains(whole))
    let stored = seen.stored.replacing(whole, with: text.map { "\"locks\":\($0)," } ?? "")
    #expect(RecordedObject(stored: stored)?.locks == expected)
  }

  /// A state of an earlier version says nothing, and what nobody could have written counts for nothing.
  @Test func timersByBoot() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    #expect(try scratch.store().timersByBoot().isEmpty)
    for seconds in [1_800, 0] as [Int64] {
      let timers = ["pihole", "attic"].map { (Name($0), BootMoment(boot: "b \"1\"", seconds: seconds)) }
      try scratch.store().keep(timersByBoot: Dictionary(uniqueKeysWithValues: timers))
      #expect(try scratch.store().timersByBoot() == Dictionary(uniqueKeysWithValues: timers))
    }
    let strange = [
      "", "7", "[]", #"{"pihole":7}"#, #"{"pihole":{"boot":"b"}}"#, #"{"pihole":{"boot":"b","seconds":-1}}"#,
      #"{"pihole":{"boot":"b","seconds":9223372036854775807}}"#,
    ]
    for text in strange {
      try scratch.store().setNote(.timersByBoot, text)
      #expect(try scratch.store().timersByBoot().isEmpty, "\(text)")
    }
    try scratch.store().keep(timersByBoot: [:])
    #expect(try scratch.store().timersByBoot().isEmpty)
  }

  @Test("reading makes nothing, and what is not there is no error") func readingMakesNothing() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    #expect(try StateStore(reading: scratch.folder) == nil)
    #expect(scratch.names.isEmpty)
    _ = try scratch.store()
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    _ = try StateStore(reading: scratch.folder)?.memory()
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file)) == before)
    #expect(scratch.names == ["journal.db"])
  }
}
