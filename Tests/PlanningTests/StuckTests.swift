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
    var now = Sample.now
    var events: [Event] = []

    /// A run after so many seconds; the word for what was planned.
    mutating func run(after seconds: Int64, outcome: Outcome) throws -> String {
      now = now + seconds
      var object = ObservedObject(
        kind: .pretendLock, id: "front", name: "Front", switchState: live, whenOff: .disabled)
      object.stuck = stuck
      let (policy, target) = DoorTests.household(permits: true)
      let verdict = Verdict(state: state, decidedBy: .otherwise, since: Sample.now, until: nil, nextActive: nil)
      let planner = Planner(
        policy: policy, verdicts: [(target.name, verdict)], now: now, past: Past(memory, policy: "p"))
      let seen = Observation(system: Name("house"), version: "1", title: "House", objects: [object])
      let plan = planner.plan([Name("house"): .success(seen)])
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
      events += memory.remember(report, policy: "p") { _ in "policy-1" }
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
