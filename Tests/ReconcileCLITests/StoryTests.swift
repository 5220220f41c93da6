import CivilTime
import Simulator
import TestSupport
import Testing

@testable import Host

/// The main job on the pretend household, run after run, with the whole output.
@Suite struct StoryTests {
  @Test func theMainJob() async throws {
    let household = PretendHousehold()
    let world = household.world()

    let plan = world.run("--dry-run", "household.yaml")
    #expect(plan.status == 0 && plan.error.isEmpty)
    try Golden.check(plan.output, "story/1-plan.txt")
    #expect(await household.writes.isEmpty, "a dry run writes nothing")

    let planJSON = world.run("plan", "--format", "json", "household.yaml")
    try Golden.check(planJSON.output, "story/1-plan.json")

    await household.forgetRequests()
    let apply = world.run("household.yaml")
    #expect(apply.status == 0)
    try Golden.check(apply.output, "story/2-apply.txt")
    #expect(
      await household.writes == [
        "PUT \(Self.rules)/7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a60", "POST /api/dns/blocking",
      ])
    #expect(await household.seatsTaken == 0, "every run logs out")

    await household.forgetRequests()
    let again = world.run("apply", "household.yaml")
    #expect(again.status == 0)
    try Golden.check(again.output, "story/3-again.txt")
    #expect(
      await household.requests == [
        "GET /proxy/network/integration/v1/info", "GET /proxy/network/integration/v1/sites?offset=0&limit=200",
        "GET \(Self.rules)?offset=0&limit=200", "POST /api/auth", "GET /api/dns/blocking",
        "GET /api/info/version", "DELETE /api/auth",
      ], "running twice is running once, with the fewest requests")

    await household.console.inspect { $0.sites[0].aclRules[1].isEnabled = false }
    let drift = world.run("drift", "household.yaml")
    #expect(drift.status == 2)
    try Golden.check(drift.output, "story/4-drift.txt")

    let right = world.run("apply", "--format", "json", "household.yaml")
    #expect(right.status == 0)
    try Golden.check(right.output, "story/5-put-right.json")
    #expect(world.run("drift", "household.yaml").status == 0)
  }

  static let rules = "/proxy/network/integration/v1/sites/88f7af54-98f8-306a-a1c7-c9349722b1f6/acl-rules"

  @Test func detailedExitCodeTellsOfWrites() {
    let world = PretendHousehold().world()
    #expect(world.run("plan", "--detailed-exitcode", "household.yaml").status == 2)
    #expect(world.run("household.yaml").status == 0)
    #expect(world.run("plan", "--detailed-exitcode", "household.yaml").status == 0)
  }

  @Test func onlyTheNamedTargetIsLookedAfter() async {
    let household = PretendHousehold()
    let run = household.world().run("apply", "--target", "pihole", "household.yaml")
    #expect(run.status == 0)
    #expect(await household.writes == ["POST /api/dns/blocking"])
    #expect(await household.console.log.isEmpty, "a system without a target is not asked")
  }

  @Test func tooManyChangesAreRefusedBeforeAnyWrite() async {
    let household = PretendHousehold()
    let run = household.world().run("apply", "--max-changes", "1", "household.yaml")
    #expect(run.status == 4)
    #expect(run.output.contains("2 changes are more than the limit of 1; nothing was written"))
    for command in ["plan", "drift"] {
      let look = household.world().run(command, "--max-changes", "1", "household.yaml").output.unwrapped
      #expect(look.contains("2 changes are more than the limit of 1; an apply would make none"), "\(look)")
      #expect(!household.world().run(command, "--max-changes", "2", "household.yaml").output.contains("the limit"))
    }
    #expect(await household.writes.isEmpty)
    let file = household.world(policy: PretendHousehold.policy + "\nlimits: {max-changes: 1}\n")
    for (options, ways) in [
      (["--max-changes", "5"], "write 'limits: {max-changes: 2}' in the policy."),
      (["--max-changes", "0"], "write 'limits: {max-changes: 2}' in the policy and allow more with --max-changes 2."),
      ([], "write 'limits: {max-changes: 2}' in the policy."),
    ] {
      let run = file.run(["apply"] + options + ["household.yaml"])
      #expect(run.status == 4, "the smaller of both counts")
      #expect(run.output.unwrapped.contains("Check the plan; if it is right, \(ways)"), "\(run)")
    }
    let raised = household.world(policy: PretendHousehold.policy + "\nlimits: {max-changes: 2}\n")
    #expect(raised.run("plan", "household.yaml").output.contains("the limit") == false)
  }

  @Test func aRunThatIsEndedWritesNothingMore() async {
    let household = PretendHousehold()
    for (reason, status) in [(StopSignal.Reason.terminated, Int32(143)), (.interrupted, 130)] {
      var world = household.world()
      world.stopsAtOnce = reason
      #expect(world.run("household.yaml").status == status)
      #expect(await household.writes.isEmpty)
      #expect(await household.seatsTaken == 0)
    }
  }

  @Test func aClockInThePastWritesNothing() async {
    let household = PretendHousehold()
    var world = household.world()
    world.now = .init(secondsSinceEpoch: 0)
    let run = world.run("household.yaml")
    #expect(run.status == 75)
    #expect(run.error.contains("the clock says Thu 1970-01-01"))
    #expect(await household.requests.isEmpty)
    #expect(world.run("plan", "household.yaml").status == 0, "a dry run may still look")
  }

  @Test func aPlanForAnotherInstant() throws {
    let run = PretendHousehold().world().run("plan", "--at", "2026-11-21 12:00", "household.yaml")
    #expect(run.status == 0)
    try Golden.check(run.output, "story/6-plan-at.txt")
  }
}
