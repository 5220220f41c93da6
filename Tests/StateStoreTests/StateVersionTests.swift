import Testing

@testable import StateStore

/// What tells whether a state that was read is still the newest.
@Suite struct StateVersionTests {
  @Test func itChangesWithEveryTransactionAndWithNothingElse() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    #expect(StateVersion(of: scratch.file) == nil)
    let store = try StateStore(writing: scratch.folder, now: Scratch.start)
    var seen: [StateVersion?] = []
    for minute in 1...20 {
      let before = StateVersion(of: scratch.file)
      #expect(before != nil && !seen.contains(before), "\(minute)")
      seen.append(before)
      _ = try StateStore(reading: scratch.folder)?.memory()
      #expect(StateVersion(of: scratch.file) == before, "reading changes nothing")
      try store.keep(pageAddress: "http://localhost:\(minute)")
    }
  }

  @Test func anotherFileIsAnotherVersion() throws {
    let (one, two) = (try Scratch(), try Scratch())
    defer { for scratch in [one, two] { scratch.remove() } }
    for scratch in [one, two] { _ = try StateStore(writing: scratch.folder, now: Scratch.start) }
    #expect(StateVersion(of: one.file) != nil && StateVersion(of: one.file) != StateVersion(of: two.file))
  }
}
