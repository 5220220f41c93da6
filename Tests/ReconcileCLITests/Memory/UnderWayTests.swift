import CivilTime
import Foundation
import Planning
import Providers
import Simulator
import StateStore
import Synchronization
import TestSupport
import Testing

@testable import Host

/// A run that was killed after it had moved something, or that could not note it at its end, has noted before that what it
/// was about: whatever comes then, all ends as if it had written its state.
@Suite struct UnderWayTests {
  static let before = PretendHousehold.policy.replacing(
    #"  kids: {system: gateway, acl-rules: ["Downtime-*"]}"#,
    with: """
        kids: {acl-rules: [Downtime-KidsRoom]}
        tablet: {acl-rules: [Downtime-iPad]}
        school: {groups: [kids], when-off: enabled}
      """
  ).replacing("kids off 21:00–07:00", with: "kids, tablet, school off 21:10–07:00")
    .replacing("  - kids off sun-thu 20:30–07:00\n", with: "")
    .replacing("pause pihole weekdays", with: "pause pihole 21:10–23:00")
  /// With a target that no run has looked at yet.
  static let policy = before.replacing(
    "  school:", with: "  guests: {wifi: [Kids], otherwise: leave}\n  school:")
  static let withoutTablet = policy.replacing("  tablet: {acl-rules: [Downtime-iPad]}\n", with: "")
    .replacing("kids, tablet, school", with: "kids, school")
  static let withoutConsole = withoutTablet.replacing("  kids: {acl-rules: [Downtime-KidsRoom]}\n", with: "")
    .replacing("  guests: {wifi: [Kids], otherwise: leave}\n", with: "")
    .replacing("kids, school off", with: "school off")
  static let withoutGroup = policy.replacing("  school: {groups: [kids], when-off: enabled}\n", with: "")
    .replacing("kids, tablet, school", with: "kids, tablet")

  private static let killedAt = Instant(secondsSinceEpoch: 1_795_205_404)

  /// What comes after that run.
  enum Later: CaseIterable {
    case nothing, overrideIsOver, overrideIsEnded, tabletIsRemoved, consoleIsUnnamed, groupIsRemoved, allIsOver
    case someoneOpens, systemIsRenamed
  }

  /// What the run of 21:10 leaves that is ended as it sends its request of this `number` that is no look: what the requests
  /// before it did, and that one. Where it `isKilled` its state is as it was then.
  private static func story(_ number: Int, isKilled: Bool) async throws -> Chronicle {
    var story = Chronicle(policy: before)
    #expect(story.apply().status == 0)
    try await story.pass(until: "2026-11-20 21:09:30")
    story.world.files["household.yaml"] = policy
    let made = story.world.run("override", "guests", "off", "--for", "10m", "--policy", "household.yaml")
    #expect(made.status == 0, "\(made)")
    try await story.pass(until: "2026-11-20 21:10:04")
    let (file, copy) = (story.world.state.file, story.world.state.path + "/copy")
    let count = Mutex(0)
    story.world.household?.beforeAnswering = { sent in
      guard !sent.entry.hasPrefix("GET"), !sent.entry.hasPrefix("DELETE") else { return }
      let sentSoFar = count.withLock { count in
        count += 1
        return count
      }
      guard sentSoFar <= number else { return }
      try? FileManager.default.removeItem(atPath: copy)
      try? FileManager.default.copyItem(atPath: file, toPath: copy)
      if sentSoFar == number { sent.stop?.request(.terminated) }
    }
    _ = story.apply()
    story.world.household?.beforeAnswering = nil
    if isKilled {
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.moveItem(atPath: copy, toPath: file)
    } else {
      try FileManager.default.removeItem(atPath: copy)
    }
    return story
  }

  /// How everything stands that may be moved.
  private static func standing(_ story: Chronicle) async -> String {
    let console = await story.household.console.inspect { console in
      [console.sites[0].aclRules[0].isEnabled, console.sites[0].aclRules[1].isEnabled]
        + console.sites[0].wiFis.map(\.isEnabled)
    }
    let group = await story.household.pihole.inspect { pihole in
      pihole.gravity.groups.first { $0.name == "kids" }?.isEnabled
    }
    return "\(console) \(group.map { "\($0)" } ?? "-") \(await story.isBlocking())"
  }

  /// How it goes on, as far as it must not matter whether that run was killed.
  private static func run(_ story: Chronicle, _ later: Later) async throws -> [String] {
    var story = story
    var seen = [await standing(story)]
    func look(_ story: Chronicle) async {
      seen.append(story.world.run("release", "--policy", "household.yaml").output.unwrapped)
      let run = story.apply()
      seen += ["\(run.status)", await standing(story)]
      seen.append(story.world.run("release", "--policy", "household.yaml").output.unwrapped)
    }
    switch later {
    case .nothing: break
    case .overrideIsOver: try await story.pass(until: "2026-11-20 21:21:04")
    case .overrideIsEnded:
      await story.pass(seconds: 10)
      _ = story.world.run("override", "end", "guests", "--policy", "household.yaml")
    case .tabletIsRemoved: story.world.files["household.yaml"] = withoutTablet
    case .consoleIsUnnamed: story.world.files["household.yaml"] = withoutConsole
    case .groupIsRemoved: story.world.files["household.yaml"] = withoutGroup
    case .allIsOver: try await story.pass(until: "2026-11-21 07:00:04")
    case .someoneOpens:
      for rule in 0...1 { await story.switchRule(rule, on: false) }
    case .systemIsRenamed:
      story.world.files["household.yaml"] = withoutTablet.replacing("  gateway:\n", with: "  udm:\n")
    }
    for minutes in [1, 1, 10] as [Int64] {
      await story.pass(minutes: minutes)
      await look(story)
    }
    try await story.pass(until: "2026-11-21 07:01:04")
    await look(story)
    // At night again, whatever it was is known as what this program has shut.
    try await story.pass(until: "2026-11-21 21:11:04")
    await look(story)
    story.world.files["household.yaml"] = withoutConsole
    await story.pass(minutes: 1)
    await look(story)
    _ = story.world.run("release", "--all", "--yes", "--policy", "household.yaml")
    seen.append(await standing(story))
    #expect(story.world.run("history", "--verify").output.contains("unbroken"))
    // What somebody takes back before anybody looks is as if it had never been; so is a pause whose timer has rung.
    if later == .someoneOpens || later == .allIsOver { return seen }
    let changes = try story.store().entries(since: Instant(secondsSinceEpoch: 0)).compactMap(\.event)
      .filter { $0.kind == .change && $0.outcome == "applied" }
    // Why something was moved that the run had not come to is what the next one sees, which may be a new policy.
    let causes = changes.map { change in change.at == killedAt ? change.cause.map { "\($0)" } ?? "-" : "" }
    return seen
      + zip(changes, causes).map { change, cause in
        "\(change.name ?? "-") \(change.to.map { "\($0.position)" } ?? "-") \(change.decidedBy ?? "-") \(cause)"
      }.sorted()
  }

  @Test(arguments: Later.allCases) func isAsIfItHadNotBeenKilled(_ later: Later) async throws {
    for number in 1...8 {
      let plain = try await Self.run(try await Self.story(number, isKilled: false), later)
      let killed = try await Self.run(try await Self.story(number, isKilled: true), later)
      #expect(killed == plain, "\(number)")
    }
  }

  /// A second one is killed, too.
  @Test func alsoTheSecondTime() async throws {
    var story = try await Self.story(3, isKilled: true)
    #expect(story.apply().status == 0)
    try await story.pass(until: "2026-11-21 06:59:30")
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
    // The opening is noted, and not done.
    try await story.pass(until: "2026-11-21 07:00:04")
    let (file, copy) = (story.world.state.file, story.world.state.path + "/copy")
    story.world.household?.beforeAnswering = { sent in
      guard sent.entry.hasPrefix("PUT") else { return }
      try? FileManager.default.copyItem(atPath: file, toPath: copy)
    }
    _ = story.apply()
    story.world.household?.beforeAnswering = nil
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.moveItem(atPath: copy, toPath: file)
    for rule in 0...1 { await story.switchRule(rule, on: true) }
    story.world.files["household.yaml"] = Self.withoutConsole
    await story.pass(minutes: 1)
    let words = "'Downtime-iPad' still blocks: 'tablet' turned the block on at Fri 21:10:04"
    for _ in 1...2 {
      let run = story.apply()
      #expect(run.output.unwrapped.contains(words), "\(run)")
      await story.pass(minutes: 1)
    }
    let release = story.world.run("release", "--all", "--yes", "--policy", "household.yaml")
    #expect(release.status == 0, "\(release)")
    #expect(await !story.isRuleOn(1))
  }

  /// What failed as before is noted no more after that either.
  @Test func aChangeThatFailsLeavesNoNote() async throws {
    var story = Chronicle(policy: Self.before)
    story.world.household?.hanging = ["PUT 192.168.1.1"]
    for _ in 1...3 {
      #expect(story.apply().status == 3)
      #expect(try story.store().memory().objects.values.allSatisfy { $0.underWay == nil })
      #expect(story.world.run("release", "--policy", "household.yaml").output.contains("Nothing is left behind"))
      await story.pass(minutes: 1)
    }
  }

  /// A run that was killed is none that has looked.
  @Test func isNoLook() async throws {
    let story = try await Self.story(2, isKilled: true)
    #expect(try story.store().memory().objects.values.contains { $0.underWay != nil })
    let status = story.world.run("status", "household.yaml", "--format", "json").output
    #expect(!status.contains(#""lastLook":"2026-11-20T21:10"#), "\(status)")
  }

  /// A run that has nothing to do writes no more than before, and after one that was not killed no note is left.
  @Test func costsNothingWithoutChanges() async throws {
    var story = try await Self.story(99, isKilled: false)
    #expect(try story.store().memory().objects.values.allSatisfy { $0.underWay == nil })
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    let listing = story.world.state.listing
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(story.world.state.listing == listing)
  }
}
