import CivilTime
import TestSupport
import Testing

@testable import Controller
@testable import ReconcileCLI

/// What `show` says of a plan file, without a network.
@Suite struct ShowTests {
  /// The household's policy and a plan of it; nothing answers.
  private static func world() throws -> TestWorld {
    TestWorld(files: ["household.yaml": PretendHousehold.policy, "plan.json": try Fixtures.text("plan/file.json")])
  }

  @Test(arguments: [("text", "txt"), ("markdown", "md"), ("json", "json")])
  func isAsExpected(_ format: String, _ ending: String) throws {
    var world = try Self.world()
    world.now = world.now + 300
    let run = world.run("show", "plan.json", "--format", format)
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    try Golden.check(run.output, "plan/show.\(ending)")
  }

  /// What it says to type finds the policy again; the one that would be found anyway is not named.
  @Test func theApplyNamesThePolicy() throws {
    var world = try Self.world()
    let apply = "'reconcile apply --plan plan.json"
    #expect(
      world.run("show", "plan.json").output.unwrapped.contains(apply + " --policy household.yaml' carries it out"))
    world.files["other home.yaml"] = world.files["household.yaml"]
    let other = world.run("show", "plan.json", "--policy", "other home.yaml", "--state", world.state.path)
    #expect(
      other.output.unwrapped.contains(apply + " --policy 'other home.yaml' --state \(world.state.path)' carries"))
    world.variables["RECONCILE_POLICY"] = "household.yaml"
    #expect(world.run("show", "plan.json").output.unwrapped.contains(apply + "' carries it out"))
  }

  @Test func aNarrowScreenIsEnough() throws {
    var world = try Self.world()
    world.columns = 40
    let run = world.run("show", "plan.json")
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 40 }, "\(run.output)")
  }

  @Test func anEditedPolicyIsTold() throws {
    var world = try Self.world()
    #expect(world.run("show", "plan.json").output.contains("household.yaml has not changed since."))
    world.files["household.yaml"] = PretendHousehold.policy + "# edited\n"
    let edited = world.run("show", "plan.json").output.unwrapped
    #expect(edited.contains("household.yaml has changed since:"))
    #expect(
      edited.contains("carries it out if that changes nothing and the systems have not changed either"), "\(edited)")
    #expect(world.run("show", "plan.json", "--format", "json").output.contains(#""policyChanged":true"#))
    world.files["household.yaml"] = nil
    #expect(world.run("show", "plan.json").output.contains("household.yaml cannot be read here"))
    #expect(world.run("show", "plan.json", "--format", "json").output.contains(#""policyChanged":null"#))
  }

  /// An age is told in whole units that have passed.
  @Test(
    arguments: [
      (0, nil), (59, nil), (60, "1 minute"), (119, "1 minute"), (120, "2 minutes"), (3_599, "59 minutes"),
      (3_600, "1 hour"), (7_199, "1 hour"), (86_399, "23 hours"), (86_400, "1 day"), (172_799, "1 day"),
      (172_800, "2 days"),
    ] as [(Int64, String?)]) func isAsOld(_ seconds: Int64, _ age: String?)
  {
    #expect(PlanShowMessages.age(seconds: seconds) == (age.map { ["The plan is \($0) old."] } ?? []))
  }

  /// Of which the policy wants something else by now is told, whichever is named first in the plan.
  @Test(arguments: [(1, nil), (4, "pihole"), (11, "kids and pihole")] as [(Int64, String?)])
  func whatMovedOnIsNamed(_ hours: Int64, _ names: String?) throws {
    var world = try Self.world()
    world.now = world.now + hours * 3_600
    let shown = world.run("show", "plan.json").output.unwrapped
    #expect(shown.contains("By now the policy wants something else of ") == (names != nil), "\(shown)")
    if let names { #expect(shown.contains("something else of \(names)."), "\(shown)") }
  }

  @Test func theNextMorningSomethingElseIsWanted() throws {
    var world = try Self.world()
    world.now = world.now + 11 * 3_600
    let run = world.run("show", "plan.json")
    #expect(run.output.contains("The plan is 11 hours old."))
    #expect(run.output.contains("By now the policy wants something else of kids"), "\(run.output)")
    #expect(run.output.contains("will refuse it"))
  }

  /// The plan had nothing to change for it, and nobody knows here whether there is something now.
  @Test func anotherTargetMovesOn() throws {
    var world = try Self.world()
    world.files["household.yaml"] = PretendHousehold.policy
      .replacing("\n\npolicy:", with: "\n  room: {system: gateway, acl-rules: [Room]}\n\npolicy:")
      .replacing("  - kids off 21:00", with: "  - room off 22:00–06:00\n  - kids off 21:00")
    #expect(world.run("show", "plan.json").output.unwrapped.contains("and the systems have not changed either"))
    world.now = world.now + 2 * 3_600
    let run = world.run("show", "plan.json").output.unwrapped
    #expect(run.contains("By now the policy wants something else of room."), "\(run)")
    #expect(run.contains("carries it out if that changes nothing and the systems have not changed"), "\(run)")
    #expect(world.run("show", "plan.json", "--format", "json").output.contains(#""movedOn":["room"]"#))
  }

  @Test(arguments: [
    ("{}", "'plan.json' is not a plan file"), ("", "'plan.json' is not a plan file"),
    (PlanFile.beginning + "9}", "by another version"), (PlanFile.beginning + "1}", "damaged"),
  ]) func whatIsNoPlanIsRefused(_ text: String, _ message: String) throws {
    var world = try Self.world()
    world.files["plan.json"] = text
    let run = world.run("show", "plan.json")
    #expect(run.status == 1 && run.output.isEmpty && run.error.contains(message), "\(run)")
    #expect(!run.error.contains("nothing was written"))
    world.files["plan.json"] = nil
    #expect(world.run("show", "plan.json").status == 1)
  }

  @Test func aPlanIsNeeded() { #expect(TestWorld().run("show").status == 64) }
}
