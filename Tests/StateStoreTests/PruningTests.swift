import CivilTime
import Policies
import Providers
import Planning
import Testing
import UniFi

@testable import StateStore

/// What is older than 400 days goes, and nothing else does.
@Suite struct PruningTests {
  @Test("pruning keeps the chain") func pruning() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let memory = RecordedState(policy: "p")
    for day in 0..<500 {
      let at = Int64(day) * 86_400
      try store.record(
        [Told.change("rule \(day)", at: at)], before: memory, after: memory, at: Scratch.start + at)
    }
    let entries = try store.entries(since: Scratch.start)
    #expect(entries.count == 401)
    #expect(entries.first?.number == 100)
    #expect(try store.verify(head: try store.head()) == .holds(entries: 401))
  }

  @Test("numbers go on where everything was pruned, each time") func pruningEverything() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let memory = RecordedState(policy: "p")
    for round in 0..<3 as Range<Int64> {
      let at = round * 410 * 86_400
      try store.record(
        [Told.change("a", at: at), Told.change("b", at: at)], before: memory, after: memory, at: Scratch.start + at)
      #expect(try store.entries(since: Scratch.start).map(\.number) == [round * 2 + 1, round * 2 + 2])
      let head = try store.head()
      for day in stride(from: Int64(5), through: 405, by: 5) {
        try store.record([], before: memory, after: memory, at: Scratch.start + at + day * 86_400)
      }
      #expect(try store.entries(since: Scratch.start).isEmpty)
      #expect(try store.head() == head && store.verify(head: head) == .holds(entries: 0))
    }
  }

  /// Only what is older than 400 days goes, of each sort; what was left behind does not.
  @Test func pruningTakesOldRowsOnly() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let keys = (0..<4).map { ObjectKey(system: Name("gateway"), kind: .aclRule, id: "id-\($0)") }
    var memory = RecordedState(policy: "p")
    for (number, key) in keys.enumerated() { memory.objects[key] = Told.seen(.enabled, at: Int64(number) * 86_400) }
    memory.objects[keys[0]]?.closing = Closing(
      target: Name("tablet"), at: Scratch.start, name: "rule", position: .enabled)
    try store.record([Told.change("x")], before: RecordedState(), after: memory, at: Scratch.start)
    for day in 0..<4 {
      let ends = Scratch.start + Int64(day) * 86_400
      _ = try store.make(.on, of: Name("kids"), from: Scratch.start, until: ends, because: nil, by: "me")
    }
    for day in stride(from: Int64(5), through: 402, by: 1) {
      try store.record([], before: memory, after: memory, at: Scratch.start + day * 86_400)
    }
    #expect(Set(try store.memory().objects.keys) == [keys[0], keys[2], keys[3]])
    #expect(try store.overrides().map(\.id).sorted() == ["3", "4"])
    #expect(try store.backoffs().isEmpty)
  }

  /// A clock that is years ahead, for one run, for a quarter of an hour, for some hours, and again; then right again.
  @Test(arguments: [[1], [2], [16], [90], [1, 16, 2], [700, 700]])
  func aClockThatIsWrongForAWhileForgetsNothing(minutes: [Int]) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let gone = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "gone")
    var memory = RecordedState(policy: "p", objects: [gone: Told.seen(.enabled)])
    try store.record([Told.change("first")], before: RecordedState(), after: memory, at: Scratch.start)
    _ = try store.make(
      .on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 60, because: nil, by: "me")
    var right = Scratch.start
    func run(at now: Instant) throws {
      let before = memory
      memory.objects[Told.key] = RecordedObject(switchState: SwitchState(.enabled), at: now, wanted: nil)
      try store.record([], before: before, after: memory, at: now)
      memory = try store.memory()
    }
    for _ in 0..<120 {
      right = right + 21_600
      try run(at: right)
    }
    for length in minutes {
      for minute in stride(from: 0, to: length, by: max(1, length / 40)) {
        try run(at: right + 5 * 366 * 86_400 + Int64(minute) * 60)
      }
      right = right + Int64(length) * 60
      for _ in 0..<10 {
        right = right + 60
        try run(at: right)
      }
    }
    #expect(try store.entries(since: Scratch.start).first?.number == 1)
    #expect(try store.overrides().count == 1)
    #expect(try store.memory().objects[gone] != nil)
  }
}
