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

  /// More than an hour after the end it is too late, which is told once.
  @Test func aRunThatComesTooLateSaysSo() async throws {
    var story = try await Self.evening()
    await story.pass(hours: 2)
    #expect(story.apply().output.unwrapped.contains("long over"))
    await story.pass(minutes: 1)
    #expect(!story.apply().output.unwrapped.contains("long over"))
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
}
