import CivilTime
import Policies
import Providers
import Planning
import Testing
import UniFi

@testable import StateStore

/// What is worth writing, and what is not.
@Suite struct QuietRunTests {
  @Test("a run that saw nothing new writes a heartbeat every quarter of an hour and nothing else") func heartbeat()
    throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    var memory = RecordedState(policy: "p")
    var writes: [Int64] = []
    for minute in 0..<60 {
      let at = Int64(minute) * 60
      var after = memory
      after.objects[Told.key] = Told.seen(.enabled, at: at)
      if try store.record([], before: memory, after: after, at: Scratch.start + at) { writes.append(Int64(minute)) }
      memory = try store.memory()
    }
    #expect(writes == [0, 15, 30, 45])
  }

  @Test("what runs see of a part is no reason to forget the rest") func parts() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let other = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-2")
    var memory = RecordedState(policy: "p", objects: [Told.key: Told.seen(.enabled), other: Told.seen(.enabled)])
    try store.record([], before: RecordedState(), after: memory, at: Scratch.start)
    for minute in 1...120 {
      var after = memory
      // Every other run looks at one of them only, and writes the heartbeat whenever one is due.
      let seen = minute.isMultiple(of: 15) ? [other] : [Told.key, other]
      for key in seen { after.objects[key] = Told.seen(.enabled, at: Int64(minute) * 60) }
      try store.record([], before: memory, after: after, at: Scratch.start + Int64(minute) * 60)
      memory = try store.memory()
      let known = try #require(memory.objects[Told.key]?.inPlaceAt)
      #expect(Scratch.start + Int64(minute) * 60 - known <= RecordedState.quietSeconds + 60, "minute \(minute)")
    }
  }

  @Test("what is new is written at once") func news() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    var before = RecordedState(policy: "p", objects: [Told.key: Told.seen(.enabled)])
    try store.record([], before: RecordedState(), after: before, at: Scratch.start)
    before = try store.memory()
    var after = before
    after.objects[Told.key]?.switchState = SwitchState(.disabled)
    after.objects[Told.key]?.cause = .outside
    #expect(try store.record([], before: before, after: after, at: Scratch.start + 1))
    #expect(try store.memory() == after)
  }

  /// What may be new of an object that is known: any of these, the first time, the second, and back again.
  private static let changes: [@Sendable (inout RecordedObject, Int64) -> Void] = [
    { $0.switchState = SwitchState($1 == 1 ? .paused : .active) },
    { $0.switchState = SwitchState(.paused, ends: Scratch.start + $1 * 11) },
    { $0.wanted = $1 == 1 ? nil : SwitchState(.disabled) },
    { $0.wanted = SwitchState(.paused, ends: Scratch.start + $1) },
    { $0.override = $1 == 0 ? nil : "\($1)" }, { $0.locks = $1 == 0 ? [:] : ["\($1)": .enabled] },
    { $0.inPlaceAt = $1 == 1 ? Scratch.start : nil },
    { $0.hasBeenInPlace = $1 != 0 },
    { $0.shutAfter = $1 == 1 ? Scratch.start : nil },
    { $0.cause = $1 == 0 ? nil : $1 == 1 ? .outside : .contended },
    { seen, step in seen.movedAt = (0...step).map { Scratch.start + $0 } },
    { seen, step in seen.movedAt = [Scratch.start + step] },
    { $0.found = $1 == 1 ? nil : SwitchState(.enabled) },
    { $0.isDoubtful = $1 != 0 },
    { $0.maker = $1 == 0 ? nil : PolicyFile(path: "/\($1)", owner: "a") }, { $0.policy = "\($1)" },
    { $0.name = $1 == 0 ? nil : "\($1)" }, { $0.ownSchedule = $1 == 0 ? nil : "\($1)" },
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
    let store = try scratch.store()
    var before = RecordedState(policy: "p", objects: [Told.key: Told.seen(.enabled)])
    before.objects[Told.key]?.inPlaceAt = nil
    before.objects[Told.key]?.hasBeenInPlace = false
    try store.record([], before: RecordedState(), after: before, at: Scratch.start)
    for (number, step) in [0, 1, 2, 1, 0].enumerated() {
      var after = before
      if var seen = after.objects[Told.key] {
        Self.changes[place](&seen, Int64(step))
        after.objects[Told.key] = seen
      }
      try store.record([], before: before, after: after, at: Scratch.start + Int64(number))
      before = try store.memory()
      #expect(before == after, "step \(number)")
    }
  }

  @Test("what only grew old is not written anew") func oldNews() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    var before = RecordedState(policy: "p", objects: [Told.key: Told.seen(.paused)])
    before.objects[Told.key]?.switchState = SwitchState(.paused, ends: Scratch.start + 600)
    before.objects[Told.key]?.movedAt = [Scratch.start + -3590]
    try store.record([], before: RecordedState(), after: before, at: Scratch.start)
    for second in 1...5 as ClosedRange<Int64> {
      var after = before
      after.objects[Told.key]?.at = Scratch.start + second
      after.objects[Told.key]?.inPlaceAt = Scratch.start + second
      after.objects[Told.key]?.switchState.ends = Scratch.start + 600 + second
      if second > 2 { after.objects[Told.key]?.movedAt = [] }
      #expect(try !store.record([], before: before, after: after, at: Scratch.start + second))
      #expect(try store.memory() == before)
    }
  }
}
