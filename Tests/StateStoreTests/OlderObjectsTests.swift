import CivilTime
import Policies
import Providers
import Planning
import Testing

@testable import StateStore

/// What the entries of an older file tell of its objects, where the file itself does not say it.
@Suite struct OlderObjectsTests {
  /// An object of the first format, as the override 2 of `kids` wants it.
  private static func state(_ scratch: Scratch, at seconds: Int64 = 100) throws -> Database {
    let database = try scratch.database(format: 1)
    try database.run(
      """
      INSERT INTO overrides(target, state, begins, ends, made_by) VALUES
        ('kids', 'off', 1795204800, 1795204830, 'anna'), ('kids', 'off', 1795204830, 1795205400, 'anna')
      """)
    var seen = Told.seen(.enabled, at: seconds)
    seen.override = "2"
    try database.keep(seen, at: Told.key)
    return database
  }

  private static func change(
    _ from: SwitchState.Position, _ to: SwitchState.Position, at seconds: Int64, _ decider: String,
    outcome: String = "applied"
  ) -> Event {
    var event = Told.change("Rule", at: seconds)
    (event.from, event.to, event.decidedBy, event.outcome) = (SwitchState(from), SwitchState(to), decider, outcome)
    return event
  }

  private static let noon = change(.enabled, .disabled, at: -60, "otherwise")

  /// What is in the history, and where the override has found the object by that.
  static let histories: [(events: [Event], found: SwitchState.Position)] = [
    ([noon, change(.disabled, .enabled, at: 10, "override:1")], .disabled),
    // The second of those that followed one another has moved nothing, or what somebody else had moved back.
    (
      [noon, change(.disabled, .enabled, at: 10, "override:1"), change(.disabled, .enabled, at: 40, "override:2")],
      .disabled
    ),
    ([noon, change(.paused, .enabled, at: 40, "override:2", outcome: "unverified")], .paused),
    // It stood there already.
    ([noon, change(.disabled, .enabled, at: -30, "policy-1")], .enabled),
    ([noon, change(.disabled, .enabled, at: 10, "override:1", outcome: "failed")], .enabled),
    // The file before this one was damaged, and its entries are gone.
    ([], .disabled), ([change(.absent, .enabled, at: 60, "policy-2")], .disabled),
  ]

  @Test(arguments: histories) func anOverrideHasFoundIt(_ given: (events: [Event], found: SwitchState.Position)) throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let database = try Self.state(scratch)
    for event in given.events { try database.append(event) }
    for store in [try #require(try StateStore(reading: scratch.folder)), try scratch.store(), try scratch.store()] {
      #expect(try store.memory().objects[Told.key]?.found == SwitchState(given.found))
    }
  }

  @Test func whatTheFileSaysStays() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let database = try Self.state(scratch)
    try database.append(Self.change(.disabled, .enabled, at: 10, "override:1"))
    var seen = Told.seen(.enabled, at: 100)
    (seen.override, seen.found) = ("2", SwitchState(.paused))
    try database.keep(seen, at: Told.key)
    #expect(try scratch.store().memory().objects[Told.key]?.found == SwitchState(.paused))
    // Of what no override holds nothing is put back.
    let other = try Scratch()
    defer { other.remove() }
    let free = try Self.state(other)
    try free.append(Self.change(.disabled, .enabled, at: 10, "override:1"))
    try free.keep(Told.seen(.enabled, at: 100), at: Told.key)
    #expect(try other.store().memory().objects[Told.key]?.found == nil)
  }

  /// The last move of an object, and whether it is off by that.
  static let moves: [(event: Event, isClosed: Bool)] = [
    (change(.disabled, .enabled, at: 10, "policy-1"), true), (change(.enabled, .disabled, at: 10, "policy-1"), false),
    (change(.disabled, .enabled, at: 10, "policy-1", outcome: "failed"), false),
  ]

  @Test(arguments: moves) func itWasSwitchedOff(_ given: (event: Event, isClosed: Bool)) throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let database = try Self.state(scratch)
    try database.append(given.event)
    for store in [try #require(try StateStore(reading: scratch.folder)), try scratch.store(), try scratch.store()] {
      let closing = Closing(target: Name("kids"), at: Scratch.start + 10, name: "Rule", position: .enabled)
      #expect(try store.memory().objects[Told.key]?.closing == (given.isClosed ? closing : nil))
    }
  }
}
