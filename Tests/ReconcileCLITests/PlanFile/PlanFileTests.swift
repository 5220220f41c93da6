import Providers
import Planning
import TestSupport
import Testing

@testable import Controller

/// Plans in files: written, read, carried out exactly or not at all.
@Suite struct PlanFileTests {
  /// A household, and the plan of it in a file.
  private static func planned(_ household: PretendHousehold) -> (world: TestWorld, plan: String) {
    var world = household.world()
    let run = world.run("plan", "-o", "plan.json", "household.yaml")
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    let plan = world.replaced["plan.json"] ?? ""
    world.files["plan.json"] = plan
    return (world, plan)
  }

  @Test func aPlanIsAFileOfItsOwn() throws {
    let (world, plan) = Self.planned(PretendHousehold())
    try Golden.check(plan, "plan/file.json")
    #expect(!plan.contains("demonstration"))
    #expect(world.created.isEmpty)
  }

  @Test func itIsCarriedOutExactly() async {
    let household = PretendHousehold()
    let (world, plan) = Self.planned(household)
    #expect(await household.writes.isEmpty)
    let run = world.run("apply", "--plan", "plan.json", "household.yaml")
    #expect(run.status == 0 && run.output.contains("All applied and verified."), "\(run)")
    let file = try? PlanFile(reading: Array(plan.utf8))
    #expect(await household.writes.count == file?.changes.count)
    // Carried out once it is not to be done any more.
    let again = world.run("apply", "--plan", "plan.json", "household.yaml")
    #expect(again.status == 4 && !again.output.contains("gone: "), "\(again)")
    #expect(
      again.output.unwrapped.contains("every change of the plan (made 21:00:04) is in place already"), "\(again)")
  }

  /// A pause that ends earlier than the one of the plan is not that.
  @Test func aPauseThatEndsAtAnotherTimeIsNotInPlace() async {
    var (world, _) = Self.planned(PretendHousehold())
    let policy = PretendHousehold.policy
    world.files["household.yaml"] = policy.replacing("pause pihole weekdays", with: "pause pihole fri 20:00–22:00")
    #expect(world.run("apply", "household.yaml").status == 0)
    let run = world.run("apply", "--plan", "plan.json", "household.yaml")
    let said = run.output.unwrapped
    #expect(run.status == 4 && !said.contains("every change of the plan"), "\(run)")
    #expect(said.contains("no longer needed, as it is in place: acl-rule"), "\(run)")
    #expect(said.contains("no longer wanted: blocking on pihole, active → paused until Sat 00:00"), "\(run)")
  }

  @Test func itIsForTheTargetsThatItWasMadeFor() async {
    let household = PretendHousehold()
    var world = household.world()
    #expect(world.run("-n", "--target", "kids", "-o", "plan.json", "household.yaml").status == 0)
    world.files["plan.json"] = world.replaced["plan.json"]
    let run = world.run("--plan", "plan.json", "household.yaml")
    #expect(run.status == 0 && !run.output.contains("blocking"), "\(run)")
    #expect(await household.writes.allSatisfy { $0.hasPrefix("PUT") })
  }

  @Test func aTargetThatIsGoneMakesItStale() async {
    let household = PretendHousehold()
    var world = household.world()
    #expect(world.run("-n", "--target", "kids", "-o", "plan.json", "household.yaml").status == 0)
    world.files["plan.json"] = world.replaced["plan.json"]
    world.files["household.yaml"] = PretendHousehold.policy.replacing("kids", with: "children")
    let run = world.run("--plan", "plan.json", "household.yaml")
    #expect(run.status == 4 && run.error.contains("is for the target 'kids', which the policy"), "\(run)")
    #expect(await household.writes.isEmpty)
  }

  @Test func everyByteCounts() {
    let (_, plan) = Self.planned(PretendHousehold())
    let bytes = Array(plan.utf8)
    #expect(throws: Never.self) { try PlanFile(reading: bytes) }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(throws: PlanFile.Flaw.self, "byte \(index)") { try PlanFile(reading: damaged) }
      #expect(throws: PlanFile.Flaw.self, "cut at \(index)") { try PlanFile(reading: Array(bytes[..<index])) }
    }
    #expect(throws: PlanFile.Flaw.damaged) { try PlanFile(reading: bytes + bytes) }
  }

  @Test(arguments: [
    ("policy: []\n", false), ("{\"formatVersion\":1}", false), ("", true),
    ("{\"document\":\"reconcile-plan\",\"formatVersion\":9}", true),
  ]) func onlyAPlanIsReplaced(_ found: String, _ isReplaced: Bool) {
    var world = PretendHousehold().world()
    world.files["plan.json"] = found
    let run = world.run("plan", "-o", "plan.json", "household.yaml")
    #expect((world.replaced["plan.json"] != nil) == isReplaced)
    #expect(run.status == (isReplaced ? 0 : 1), "\(run)")
    #expect(run.output.contains("2 changes"), "the plan is shown in any case")
  }

  @Test(arguments: ["/read-only/plan.json", "/etc/reconcile"]) func whatCannotBeWrittenIsSaid(_ path: String) {
    let world = PretendHousehold().world()
    let run = world.run("plan", "-o", path, "household.yaml")
    #expect(run.status == 1 && run.error.contains(path), "\(run)")
  }
}
