import Simulator
import TestSupport
import Testing

/// What is remembered of a system belongs to the one at its address, whatever the policy calls it.
@Suite struct RenamedSystemTests {
  private static let targets = """
      kids: {system: gateway, acl-rules: [Downtime-KidsRoom]}
      guests: {system: gateway, acl-rules: [Downtime-iPad], otherwise: leave}
      school: {system: pihole, groups: [kids], when-off: enabled, otherwise: leave}
      pihole: {otherwise: leave}
    """
  private static let before = PretendHousehold.policy
    .replacing(#"  kids: {system: gateway, acl-rules: ["Downtime-*"]}"#, with: targets)
    .replacing("  - pause pihole weekdays\n", with: "")
    .replacing("kids off 21:00–07:00", with: "kids off 09:00–10:00")
    .replacing("  - kids off sun-thu 20:30–07:00\n", with: "")
  private static let renamed = before.replacing("gateway", with: "console").replacing("pihole:", with: "dns:")
    .replacing("system: pihole", with: "system: dns")
  private static let withoutConsole = before.replacing(
    """
      gateway:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: unifi-api-key}

    """, with: ""
  ).replacing("  kids: {system: gateway, acl-rules: [Downtime-KidsRoom]}\n", with: "")
    .replacing("  guests: {system: gateway, acl-rules: [Downtime-iPad], otherwise: leave}\n", with: "")
    .replacing("kids off", with: "school off")

  /// Nothing is switched off, and a minute ago it was ordered so.
  private func story(_ order: String, then policy: String = renamed) async -> Chronicle {
    var story = Chronicle(policy: Self.before)
    for rule in 0...1 { await story.switchRule(rule, on: false) }
    #expect(story.apply().status == 0)
    await story.pass(minutes: 2)
    let made = story.world.run(order.split(separator: " ").map(String.init) + ["--policy", "household.yaml"])
    #expect(made.status == 0, "\(made)")
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = policy
    return story
  }

  private static let told =
    "the system 'gateway' is 'console' now, at the same address; what is remembered of it goes on"

  /// With its target, and with another name than the one that it gets later.
  @Test func aLockKeepsWhatItHasShut() async {
    let other = Self.renamed.replacing("  guests:", with: "  visitors:")
      .replacing("[Downtime-iPad], otherwise: leave", with: "[Downtime-iPad]")
      .replacing("  - kids off", with: "  - visitors, kids off")
    var story = await story("lock guests --for 2h", then: other)
    #expect(await story.isRuleOn(1))
    for run in 1...3 {
      let words = "stays as it is: lock 1 on 'guests' has switched it and holds"
      let plan = story.plan().output.unwrapped
      #expect(plan.contains(words), "\(plan)")
      let apply = story.apply()
      #expect(apply.status == 3 && apply.output.unwrapped.contains(words), "\(apply)")
      #expect(apply.output.unwrapped.contains(Self.told) == (run == 1), "told once: \(apply)")
      #expect(plan.contains(Self.told) == (run == 1), "\(plan)")
      #expect(await story.isRuleOn(1))
      await story.pass(minutes: 1)
    }
    story.world.files["household.yaml"] = other.replacing("console", with: "router")
    #expect(story.apply().status == 3)
    #expect(await story.isRuleOn(1))
    #expect(story.world.run("override", "end", "1", "--policy", "household.yaml").status == 0)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1), "the policy decides once the lock is lifted")
  }

  @Test(arguments: [true, false]) func whatAnOverrideDidIsPutBack(_ isEnded: Bool) async {
    var story = await story("override guests off --for 10m")
    #expect(await story.isRuleOn(1))
    if !isEnded { #expect(story.apply().status == 0) }
    await story.pass(minutes: 10)
    let status = story.world.run("status", "household.yaml")
    #expect(!status.output.contains("~") && !status.output.contains("!"), "\(status)")
    let run = story.apply()
    #expect(run.status == 0, "\(run)")
    #expect(await !story.isRuleOn(1))
    #expect(story.apply().output.contains("0 changes"))
  }

  /// The Pi-hole is its own target, whose name is another one, too.
  @Test func aPauseIsEnded() async {
    let story = await story("override pihole paused --for 2h")
    #expect(await !story.isBlocking())
    let run = story.apply()
    #expect(run.status == 0, "\(run)")
    #expect(await story.isBlocking(), "the override is about what is not in the policy any more")
  }

  /// A read that fails, and a system that is gone for a while, lose nothing.
  @Test(arguments: [true, false]) func thatItCannotBeReadLosesNothing(_ isGone: Bool) async {
    var story = await story("override guests off --for 30m")
    await story.household.console.inspect { $0.keys = [] }
    if isGone {
      story.world.files["household.yaml"] = Self.withoutConsole
    }
    _ = story.apply()
    await story.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey)] }
    await story.pass(minutes: 20)
    story.world.files["household.yaml"] = Self.renamed
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
    await story.pass(minutes: 10)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  /// It is lost once, and comes back by the name that it has then.
  @Test func aLossGoesOn() async throws {
    var story = Chronicle(policy: Self.before)
    _ = story.apply()
    await story.pass(minutes: 1)
    await story.household.console.inspect { $0.keys = [] }
    _ = story.apply()
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = Self.renamed
    for _ in 0..<2 {
      _ = story.apply()
      await story.pass(minutes: 1)
    }
    await story.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey)] }
    await story.pass(hours: 2)
    story.world.files["household.yaml"] = Self.renamed + "\n"
    _ = story.apply()
    let told = try story.told()
    #expect(told.filter { $0.hasPrefix("system-") } == ["system-lost gateway", "system-back console"])
  }

  @Test func compareKnowsIt() async {
    var story = Chronicle(policy: Self.before)
    story.world.files["new.yaml"] = Self.renamed
    let compared = story.world.run("compare", "household.yaml", "new.yaml").output.unwrapped
    #expect(compared.contains("system 'console'") && !compared.contains("stays off"), "\(compared)")
  }
}
