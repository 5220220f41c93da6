import Policies
import Simulator
import TestSupport
import Testing

@testable import StateStore

/// A household that ran the first edition, from its state on.
@Suite struct UpgradeStoryTests {
  // MARK: - Overrides of what no line names

  private static let unnamed = LeftBehindTests.policy(
    "  kids: {acl-rules: [Downtime-KidsRoom]}\n  guests: {acl-rules: [Downtime-iPad]}", "kids")

  private static let path = "/household.yaml"

  private static func order(_ words: String, _ story: Chronicle) {
    let made = story.world.run(words.split(separator: " ").map(String.init))
    #expect(made.status == 0, "\(made)")
  }

  /// The override closes `guests`, which was open unless `isClosed`, and then there is another program.
  private static func evening(isClosed: Bool = false) async throws -> Chronicle {
    var story = Chronicle(policy: unnamed)
    await story.switchRule(1, on: isClosed)
    #expect(story.apply().status == 0)
    order("override guests off --for 10m --policy household.yaml", story)
    await story.pass(seconds: 3)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
    try FirstEdition.age(story, policy: path)
    return story
  }

  /// Runs come during the override, after it, or both.
  @Test(arguments: [[5, 6], [11], [1, 1, 9]] as [[Int64]]) func whatAnOverrideFoundIsPutBack(_ passes: [Int64])
    async throws
  {
    var story = try await Self.evening()
    let status = story.world.run("status", "household.yaml").output
    #expect(status.unwrapped.contains("then put back as it was"), "\(status)")
    for minutes in passes {
      #expect(await story.isRuleOn(1))
      await story.pass(minutes: minutes)
      #expect(story.apply().status == 0)
    }
    #expect(await !story.isRuleOn(1))
    // Once: what somebody does later stays.
    await story.switchRule(1, on: true)
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
  }

  @Test func anOverrideIsEndedAfterTheUpgrade() async throws {
    var story = try await Self.evening()
    Self.order("override end 1 --policy household.yaml", story)
    await story.pass(seconds: 5)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  @Test func whatWasClosedBeforeStaysClosed() async throws {
    var story = try await Self.evening(isClosed: true)
    for _ in 1...2 {
      await story.pass(minutes: 11)
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(1))
    }
  }

  /// More than an hour after the end it is too late, which is told for as long as it is so.
  @Test func aRunThatComesTooLateSaysSo() async throws {
    var story = try await Self.evening()
    await story.pass(hours: 2)
    #expect(story.apply().output.unwrapped.contains("long over"))
    await story.pass(minutes: 1)
    #expect(story.apply().output.unwrapped.contains("long over"))
    #expect(await story.isRuleOn(1))
  }

  // MARK: - What is left behind

  @Test func whatTheFirstEditionSwitchedOffIsLeftBehind() async throws {
    var story = Chronicle(policy: LeftBehindTests.both)
    await story.switchRule(1, on: false)
    #expect(story.apply().status == 0)
    try FirstEdition.age(story, policy: Self.path)
    for _ in 1...2 {
      await story.pass(minutes: 1)
      #expect(!story.apply().output.contains("still blocks"))
    }
    story.world.files["household.yaml"] = LeftBehindTests.withoutTablet
    for _ in 1...2 {
      await story.pass(minutes: 1)
      #expect(story.apply().output.unwrapped.contains(LeftBehindTests.deed), "\(story.plan())")
      #expect(await story.isRuleOn(1))
    }
    Self.order("release tablet --yes --policy household.yaml", story)
    #expect(await !story.isRuleOn(1))
    #expect(!story.apply().output.contains("still blocks"))
  }

  // MARK: - Whose an override is

  private static let (first, second) = ("/etc/a.yaml", "/etc/b.yaml")

  /// Two files that share a state, each with an override that opens its own rule; the second was applied last.
  private static func twoFiles() async throws -> Chronicle {
    var story = Chronicle()
    story.world.files[first] = LeftBehindTests.withoutTablet
    story.world.files[second] = LeftBehindTests.policy("  tablet: {acl-rules: [Downtime-iPad]}", "tablet")
    for path in [first, second] { order("apply \(path)", story) }
    order("override kids on --for 5h --policy \(first)", story)
    order("apply \(first)", story)
    order("override tablet on --for 5h --policy \(second)", story)
    order("apply \(second)", story)
    #expect(await !story.isRuleOn(1))
    await story.switchRule(0, on: false)
    try FirstEdition.age(story, policy: second)
    return story
  }

  @Test(arguments: [[first, second], [second, first], [first, first, second]])
  func eachFileKeepsItsOwnOverrides(_ order: [String]) async throws {
    var story = try await Self.twoFiles()
    for path in order + order {
      await story.pass(minutes: 1)
      let run = story.world.run("apply", path)
      #expect(run.status == 0, "\(run)")
      #expect(await !story.isRuleOn(0), "\(path): \(run.output)")
      #expect(await !story.isRuleOn(1), "\(path): \(run.output)")
    }
    let owners = try story.store().overrides().map(\.policy?.path)
    #expect(owners == [Self.second, Self.first])
  }

  /// Whoever tries the new program with another file takes nothing from the one that was applied until then; unless that is
  /// gone, as it was moved.
  @Test(arguments: [false, true]) func anotherFileThatHasTheTargetTakesNothing(_ isMoved: Bool) async throws {
    var story = Chronicle()
    story.world.files[Self.first] = LeftBehindTests.withoutTablet
    Self.order("apply \(Self.first)", story)
    Self.order("override kids on --for 5h --policy \(Self.first)", story)
    Self.order("apply \(Self.first)", story)
    #expect(await !story.isRuleOn(0))
    try FirstEdition.age(story, policy: Self.first)
    story.world.files[Self.second] = LeftBehindTests.withoutTablet
    if isMoved { story.world.files[Self.first] = nil }
    for _ in 1...2 {
      await story.pass(minutes: 1)
      let plan = story.world.run("plan", Self.second)
      let run = story.world.run("apply", Self.second)
      #expect(run.status == 0, "\(run)")
      #expect(await story.isRuleOn(0) != isMoved)
      #expect(
        plan.output.contains("does not count here") != isMoved && run.output.contains("does not count here") != isMoved)
      if isMoved { continue }
      await story.pass(minutes: 1)
      Self.order("apply \(Self.first)", story)
      #expect(await !story.isRuleOn(0))
    }
  }

  // MARK: - What the history does not tell of

  @Test func anOverrideThatWasSavedFromADamagedStateIsNoForgery() async throws {
    var story = Chronicle(policy: LeftBehindTests.withoutTablet)
    #expect(story.apply().status == 0)
    Self.order("override kids on --for 1h --policy household.yaml", story)
    #expect(story.apply().status == 0)
    try FirstEdition.age(story, policy: Self.path, damaged: true)
    for _ in 1...2 {
      await story.pass(minutes: 1)
      let run = story.apply().output.unwrapped
      #expect(run.contains("override 1 does not count, as the history does not say who made it"), "\(run)")
      #expect(run.contains("'reconcile override extend 1 --until … --policy household.yaml' makes it count"), "\(run)")
    }
    #expect(await story.isRuleOn(0))
    Self.order("override extend 1 --for 2h --policy household.yaml", story)
    for _ in 1...2 {
      await story.pass(minutes: 1)
      #expect(!story.apply().output.contains("does not count"))
      #expect(await !story.isRuleOn(0))
    }
  }

  // MARK: - A policy that was valid

  /// The text that the first edition kept last may be refused by now, as the policy is.
  @Test func nothingIsEnforcedAndThatIsSaid() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    try FirstEdition.age(
      story, policy: Self.path,
      edit: "UPDATE notes SET value = replace(value, 'kids', 'first') WHERE name = 'good-policy'")
    story.world.files["household.yaml"] = PretendHousehold.policy.replacing("kids", with: "first")
    for command in ["apply", "status", "apply", "status"] {
      let run = story.world.run(command, "household.yaml")
      let words = run.error.unwrapped
      #expect(run.status == 65 && words.contains("nothing is enforced until the policy is fixed"), "\(run)")
      #expect(words.contains("21:00:04 +01:00, has errors by now, too"), "\(run)")
    }
  }
}
