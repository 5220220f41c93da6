import CivilTime
import Documents
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

/// What could be made and not be lifted again is taken back, and not made again within a day.
@Suite struct MadeTests {
  /// A run that is to make what is not there; the word for what was planned.
  private static func run(_ memory: inout RecordedState, at now: Instant, outcome: Outcome) throws -> String {
    let target = Sample.target("kids", Sample.devices)
    var object = ObservedObject(
      kind: .devicePolicy, id: "kids/ipad", name: "reconcile: kids", switchState: SwitchState(.absent),
      whenOff: .enabled)
    object.made = MadeObject(target: target.name)
    let planner = Planner(
      policy: try Sample.policy([target]), verdicts: [(target.name, Sample.verdict(.off))], now: now,
      past: Past(memory, policy: "p"))
    let seen = Observation(system: Name("gateway"), version: "1", title: "x", objects: [object])
    let plan = planner.plan([Name("gateway"): .success(seen)])
    let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
    _ = memory.remember(report, policy: "p") { _ in "policy-1" }
    return try #require(plan.entries.first).action.rawValue
  }

  private static let day: Int64 = 86_400
  private static let takenBack = Outcome.failed(Message(code: Outcome.takenBackCode, "cannot be lifted"))

  @Test func isNotTriedAgainWithinADay() throws {
    var memory = RecordedState()
    let now = Sample.now
    #expect(try Self.run(&memory, at: now, outcome: Self.takenBack) == "change")
    #expect(try Self.run(&memory, at: now + 60, outcome: Self.takenBack) == "problem")
    #expect(try Self.run(&memory, at: now + (Self.day - 1), outcome: Self.takenBack) == "problem")
    #expect(try Self.run(&memory, at: now + Self.day, outcome: Self.takenBack) == "change")
    #expect(try Self.run(&memory, at: now + (Self.day + 60), outcome: Self.takenBack) == "problem", "from then on")
  }

  @Test func aClockThatIsSetBackDoesNotMakeItWait() throws {
    var memory = RecordedState()
    #expect(try Self.run(&memory, at: Sample.now, outcome: Self.takenBack) == "change")
    #expect(try Self.run(&memory, at: Sample.now + -60, outcome: Self.takenBack) == "change")
  }

  /// Whatever else fails is tried again at once.
  @Test func otherFailuresDoNotMakeItWait() throws {
    var memory = RecordedState()
    let failure = Outcome.failed(Message(code: "unifi.cannot-be-lifted", "x"))
    #expect(try Self.run(&memory, at: Sample.now, outcome: failure) == "change")
    #expect(try Self.run(&memory, at: Sample.now + 60, outcome: failure) == "change")
  }
}
