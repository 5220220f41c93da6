import CivilTime
import Simulator
import TestSupport
import Testing

/// Everything that ends with 4: refused, and nothing was written.
@Suite struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What is said, in the report or on standard error.
    var says: String
    var arguments: [String] = ["--plan", "plan.json"]
    /// What happens between the plan and the apply.
    var change: @Sendable (inout TestWorld, PretendHousehold) async -> Void = { _, _ in }
  }

  static let cases: [Case] = [
    Case(
      testDescription: "more than the command line allows", says: "2 changes are more than the limit of 1",
      arguments: ["--max-changes", "1"]),
    Case(
      testDescription: "more than the policy allows", says: "2 changes are more than the limit of 1",
      arguments: []
    ) { world, _ in world.files["household.yaml"]? += "limits: {max-changes: 1}\n" },
    Case(
      testDescription: "more than allowed, in a plan that was looked at", says: "are more than the limit of 1",
      arguments: ["--plan", "plan.json", "--max-changes", "1"]),
    Case(testDescription: "a change is new", says: "new: acl-rule 'Downtime-iPad' on gateway, enabled → disabled") {
      world, _ in
      edit(&world, "kids off 21:00–07:00", "kids on")
    },
    Case(testDescription: "a change is gone", says: "no longer wanted: acl-rule 'Downtime-KidsRoom' on gateway") {
      world, _ in
      edit(&world, "kids off 21:00–07:00", "kids on")
    },
    Case(
      testDescription: "a change is different",
      says: "different: blocking on pihole, planned active → paused until Sat 00:00, now active → paused until 22:00"
    ) {
      world, _ in
      edit(&world, "pause pihole weekdays", "pause pihole fri 20:00–22:00")
    },
    Case(testDescription: "the policy is another one", says: "The policy was edited") {
      world, _ in
      edit(&world, "kids off 21:00–07:00", "kids on")
    },
    Case(
      testDescription: "the time has come for something else",
      says: "have changed since the plan was made (Fri 21:00:04): "
    ) { world, _ in
      world.now = world.now + 11 * 3600
    },
    Case(testDescription: "a system can no longer be read", says: "Not read: gateway") { _, household in
      for number in 1...9 { await household.console.fail(request: number, with: .refused) }
    },
    Case(testDescription: "the plan is damaged", says: "damaged or was edited") { world, _ in
      edit(&world, "enabled", "disabled", in: "plan.json")
    },
    Case(testDescription: "the plan is cut off", says: "damaged or was edited") { world, _ in
      world.files["plan.json"]?.removeLast(9)
    },
    Case(testDescription: "the plan is of another version", says: "by another version of reconcile") { world, _ in
      edit(&world, "\"formatVersion\":1", "\"formatVersion\":2", in: "plan.json")
    },
    Case(testDescription: "the plan is none", says: "'plan.json' is not a plan file") { world, _ in
      world.files["plan.json"] = world.files["household.yaml"]
    },
    Case(testDescription: "the plan is not there", says: "'plan.json' cannot be read: No such file") { world, _ in
      world.files["plan.json"] = nil
    },
  ]

  private static func edit(
    _ world: inout TestWorld, _ old: String, _ new: String, in file: String = "household.yaml"
  ) {
    let text = world.files[file] ?? ""
    #expect(text.contains(old))
    world.files[file] = text.replacing(old, with: new)
  }

  @Test(arguments: cases) func endsWith4AndWritesNothing(_ example: Case) async {
    let household = PretendHousehold()
    var world = household.world()
    #expect(world.run("plan", "-o", "plan.json", "household.yaml").status == 0)
    world.files["plan.json"] = world.replaced["plan.json"]
    await household.forgetRequests()
    await example.change(&world, household)
    let run = world.run(["apply", "household.yaml"] + example.arguments)
    #expect(run.status == 4)
    let said = (run.output + run.error).split(separator: "\n").joined(separator: " ")
    #expect(said.contains(example.says), "\(said)")
    #expect(await household.writes.isEmpty)
    #expect(await household.seatsTaken == 0)
  }
}
