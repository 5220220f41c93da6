import CivilTime
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// How much a run may write, and how large a state may grow.
@Suite struct BoundedHistoryTests {
  @Test("a run adds so many bytes and no more, and says how many entries it left out") func boundOfARun() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    store.bounds.run = 4000
    for round in 1...2 as ClosedRange<Int64> {
      let events = (0..<40).map { Told.change("rule \($0)", at: round) }
      let after = RecordedState(
        policy: "\(round)", objects: [Told.key: Told.seen(round == 1 ? .enabled : .disabled, at: round)])
      try store.record(events, before: try store.memory(), after: after, at: Scratch.start + round)
      let told = try store.entries(since: Scratch.start + round).compactMap(\.event)
      #expect(told.dropLast() == events[..<(told.count - 1)])
      #expect((8...20).contains(told.count) && store.leftOut == 41 - told.count)
      #expect(told.last?.kind == .leftOut && told.last?.message == "\(store.leftOut)")
      #expect(try store.memory() == after, "what causes and timers are known by is kept")
      #expect(
        try store.make(.on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 9, because: nil, by: "me")
          .id == "\(round)")
    }
    #expect(try store.verify(head: nil) == .holds(entries: store.entries(since: Scratch.start).count))
    #expect(StateStore.Bounds().run == 8 << 20 && StateStore.Bounds().state == 32 << 20)
  }

  @Test("beyond so many bytes the oldest entries go, again and again, and nothing else does") func boundOfTheState()
    throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    store.bounds.state = 400_000
    let made = try store.make(
      .on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 9, because: nil, by: "me")
    var sizes: [Int] = []
    var first: Int64 = 1
    var moves = 0
    for round in 0..<60 as Range<Int64> {
      let events = (0..<20).map { Told.change(String(repeating: "x", count: 800) + "\($0)", at: round) }
      let memory = try store.memory()
      try store.record(events, before: memory, after: memory, at: Scratch.start + round)
      sizes.append(scratch.size)
      let numbers = try store.entries(since: Scratch.start).map(\.number)
      #expect(Array(numbers) == Array(numbers[0]..<numbers[0] + Int64(numbers.count)))
      if numbers[0] > first { moves += 1 }
      first = numbers[0]
      #expect(try store.verify(head: try store.head()) == .holds(entries: numbers.count))
      #expect(try store.overrides() == [made])
    }
    #expect((2...30).contains(moves), "\(moves) times, not in every run")
    #expect(sizes.allSatisfy { $0 < 500_000 } && sizes.last == sizes.max(), "\(sizes.max() ?? 0)")
  }

  /// An earlier version let it grow; what is free then is given back, once.
  @Test func aFileThatIsMostlyFreeIsMadeSmaller() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let store = try scratch.store()
    let made = try store.make(
      .on, of: Name("kids"), from: Scratch.start, until: Scratch.start + 99_999, because: nil, by: "me")
    let memory = try store.memory()
    let events = (0..<1000).map { Told.change(String(repeating: "x", count: 800) + "\($0)") }
    try store.record(events, before: memory, after: memory, at: Scratch.start)
    let large = scratch.size
    store.bounds.state = 200_000
    // Not in every run.
    try store.record([], before: memory, after: RecordedState(policy: "a"), at: Scratch.start + 60)
    #expect(scratch.size == large)
    var sizes: [Int] = []
    for step in 1...3 as ClosedRange<Int64> {
      let before = try store.memory()
      try store.record(
        [Told.change("y", at: step * 900)], before: before, after: before, at: Scratch.start + step * 900)
      sizes.append(scratch.size)
      #expect(try store.overrides() == [made])
      #expect(try store.verify(head: try store.head()) == .holds(entries: store.entries(since: Scratch.start).count))
    }
    #expect((sizes.last ?? large) < 250_000 && sizes == sizes.sorted(by: >) && large > 800_000, "\(large) \(sizes)")
    #expect(try scratch.store().overrides() == [made])
  }
}
