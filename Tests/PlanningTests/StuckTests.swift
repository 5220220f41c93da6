import CivilTime
import Documents
import Planning
import Policies
import Providers
import TestSupport
import Testing

/// A device that failed to move is told at once and once, and driven again after 1, 5 and 15 minutes.
@Suite struct StuckTests {
  /// A door of which runs try to make something, one after the other.
  private struct Door {
    var memory = RecordedState()
    var live = SwitchState(.unknown)
    var stuck: Message? = Message(code: "lock.jammed", "is jammed")
    var state = TargetState.unlockedOff
    var override: Int?
    var policy = "p"
    var notes: [Message] = []
    var now = Sample.now
    var events: [Event] = []

    /// A run after so many seconds; the word for what was planned.
    mutating func run(after seconds: Int64, outcome: Outcome) throws -> String {
      now = now + seconds
      var object = ObservedObject(
        kind: .pretendLock, id: "front", name: "Front", switchState: live, whenOff: .disabled)
      object.stuck = stuck
      let (household, target) = DoorTests.household(permits: true)
      let verdict = Verdict(
        state: state, decidedBy: override.map { .override($0) } ?? .otherwise, since: Sample.now, until: nil,
        nextActive: nil)
      let planner = Planner(
        policy: household, verdicts: [(target.name, verdict)], now: now, past: Past(memory, policy: policy))
      let seen = Observation(system: Name("house"), version: "1", title: "House", objects: [object])
      let plan = planner.plan([Name("house"): .success(seen)])
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
      events += memory.remember(report, policy: policy) { _ in "policy-1" }
      notes = plan.entries.first?.notes ?? []
      return try #require(plan.entries.first).action.rawValue
    }
  }

  private static let jammed = Outcome.stuck(Message(code: "lock.jammed", "is jammed"))

  @Test func isDrivenThreeTimesMore() throws {
    var door = Door()
    (door.live, door.stuck) = (SwitchState(.enabled), nil)
    #expect(try door.run(after: 0, outcome: Self.jammed) == "change")
    (door.live, door.stuck) = (SwitchState(.unknown), Message(code: "lock.jammed", "is jammed"))
    var tries: [Int64] = []
    let start = door.now
    for _ in 0..<200 {
      if try door.run(after: 30, outcome: Self.jammed) == "change" { tries.append(door.now - start) }
    }
    #expect(tries == [60, 360, 1260])
    #expect(door.events.filter { $0.kind == .stuck }.count == 1)
    // Something changes: another state is wanted.
    door.state = .unlockedOn
    #expect(try door.run(after: 30, outcome: Self.jammed) == "change")
    #expect(try door.run(after: 30, outcome: Self.jammed) == "problem")
  }

  private static let outcomes: [Outcome] = [
    jammed, .unverified(Message(code: "x", "not there")), .failed(Message(code: "x", "refused")),
  ]

  @Test("a lock that jams and then says again where it was is driven no more often", arguments: outcomes)
  func saysSoForAMoment(outcome: Outcome) throws {
    var door = Door()
    (door.live, door.stuck) = (SwitchState(.enabled), nil)
    #expect(try door.run(after: 0, outcome: Self.jammed) == "change")
    var tries: [Int64] = []
    let start = door.now
    for _ in 0..<200 {
      if try door.run(after: 30, outcome: outcome) == "change" { tries.append(door.now - start) }
    }
    #expect(tries == [60, 360, 1260])
    #expect(
      door.notes.map(\.text) == [
        "could not lock, tried 4 times; it is not tried again until the wanted state changes"
      ])
  }

  @Test("what changes begins the tries anew", arguments: ["override", "policy", "state"])
  func beginsAnew(change: String) throws {
    var door = Door()
    (door.live, door.stuck) = (SwitchState(.mixed), nil)
    #expect(try door.run(after: 0, outcome: Self.jammed) == "change")
    #expect(try door.run(after: 30, outcome: Self.jammed) == "problem")
    switch change {
    case "override": door.override = 1
    case "policy": door.policy = "q"
    default: door.state = .unlockedOn
    }
    #expect(try door.run(after: 1, outcome: Self.jammed) == "change")
    #expect(try door.run(after: 30, outcome: Self.jammed) == "problem")
    #expect(try door.run(after: 31, outcome: Self.jammed) == "change", "the second minute of the first try")
  }

  @Test func movingOnceForgetsTheTries() throws {
    var door = Door()
    #expect(try door.run(after: 0, outcome: Self.jammed) == "change")
    #expect(try door.run(after: 30, outcome: Self.jammed) == "problem")
    (door.live, door.stuck) = (SwitchState(.disabled), nil)
    #expect(try door.run(after: 30, outcome: Self.jammed) == "none")
    door.live = SwitchState(.enabled)
    #expect(try door.run(after: 30, outcome: Self.jammed) == "change")
    #expect(door.events.filter { $0.kind == .stuck }.count == 2)
  }

  @Test func aClockThatIsSetBackDoesNotMakeItWait() throws {
    var door = Door()
    #expect(try door.run(after: 0, outcome: Self.jammed) == "change")
    #expect(try door.run(after: -7200, outcome: Self.jammed) == "change")
  }
}

extension TargetState {
  static let unlockedOn = StatePair.unlockedLocked.on
  static let unlockedOff = StatePair.unlockedLocked.off
}
