import Policies
import Providers
import Planning
import Simulator
import StateStore
import TestSupport
import Testing

/// Runs that remember, one after the other, with what somebody reads.
@Suite struct MemoryStoryTests {
  @Test func anEveningAndTheMorningAfter() async throws {
    var story = Chronicle()
    #expect(story.plan().output.contains("first run") == false, "without a state no cause is known")
    try Golden.check(story.apply().output, "memory/1-first-run.txt")

    // As long as a run that sees nothing new may go without noting it.
    await story.pass(minutes: 15)
    #expect(story.apply().output.contains("0 changes, 3 in place. Nothing to do."))

    await story.pass(minutes: 10)
    await story.switchRule(0, on: false)
    #expect(story.drift().status == 2)
    try Golden.check(story.drift().output, "memory/2-outside-drift.txt")
    let moved = story.apply()
    #expect(
      moved.status == 0
        && moved.output.unwrapped.contains("· changed by somebody else, in place until at least 21:15:04"),
      "\(moved.output)")
    #expect(await story.isRuleOn(0))

    try await story.pass(until: "2026-11-21 00:00:04")
    #expect(story.drift().status == 0, "what is due is no drift")
    let midnight = story.apply()
    #expect(midnight.output.contains("· schedule"), "\(midnight.output)")
    #expect(await story.isBlocking())

    try await story.pass(until: "2026-11-21 07:00:04")
    try Golden.check(story.apply("--format", "json").output, "memory/3-morning.json")
    try Golden.check(try story.told().joined(separator: "\n") + "\n", "memory/told.txt")
    #expect(try story.store().verify(head: nil) == .holds(entries: 10))
  }

  /// A Pi-hole whose clock is fast uses up what its timer has in hand; the timer is then wound up again, and not before.
  @Test func aPauseThatWasSetAnewIsNobodyElses() async throws {
    var story = Chronicle()
    #expect(story.apply().output.contains("active → paused until"))
    await story.pass(minutes: 15, onPiHole: 15 * 60 + 14)
    #expect(story.apply().output.contains("0 changes"))
    await story.pass(minutes: 1, onPiHole: 80)
    let setAnew = story.apply()
    // 34 s by its clock, and what two logins took of it.
    #expect(
      setAnew.output.contains("paused until 23:59:40 → paused until Sat 00:00  blocking, done"), "\(setAnew.output)")
    await story.pass(minutes: 1, onPiHole: 58)
    #expect(story.apply().output.contains("0 changes"))
    #expect(try story.told().filter { $0.hasPrefix("moved") } == [])
  }

  /// The household's, but on this evening the kids are on.
  private static let editedPolicy = PretendHousehold.policy.replacing(
    "kids off 21:00–07:00", with: "kids on 19:00–07:00"
  ).replacing("sun-thu 20:30", with: "sun-thu 23:00")

  @Test func anEditedPolicyIsACauseOfItsOwn() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = Self.editedPolicy
    #expect(story.drift().status == 0)
    let run = story.apply()
    #expect(run.output.contains("· policy"), "\(run.output)")
    #expect(try story.told().filter { $0 == "policy" }.count == 2, "the first one, and the edit")
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(try story.told().filter { $0 == "policy" }.count == 2)
  }

  @Test func theZoneIsThatOfTheLastRun() async throws {
    var story = Chronicle()
    for zone in ["Europe/Berlin", "America/New_York", "Europe/Berlin"] {
      story.world.files["household.yaml"] = PretendHousehold.policy.replacing("Europe/Berlin", with: zone)
      #expect(story.apply().status == 0)
      #expect(try story.store().zone() == zone)
      await story.pass(minutes: 1)
    }
  }

  /// What a run does not look at keeps the policy by which it was put last.
  @Test func anEditIsTheCauseAlsoForWhatIsLookedAtLater() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = Self.editedPolicy
    #expect(story.apply("--target", "pihole").status == 0)
    await story.pass(minutes: 1)
    await story.household.console.inspect { $0.isBooting = true }
    #expect(story.apply("--target", "kids").status != 0)
    await story.household.console.inspect { $0.isBooting = false }
    await story.pass(minutes: 1)
    let run = story.apply()
    #expect(run.status == 0 && run.output.contains("· policy\n"), "\(run.output)")
  }

  /// Quiet runs leave no trace for a quarter of an hour, which is no reason to take an edit for the schedule.
  @Test func anEditAfterQuietRunsIsTheCause() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    for _ in 1...10 {
      await story.pass(minutes: 1)
      #expect(story.apply().status == 0)
    }
    story.world.files["household.yaml"] = PretendHousehold.policy + "  - kids on 21:05–22:00\n"
    #expect(story.apply().output.contains("· policy\n"))
  }

  @Test func movedThreeTimesWithinAnHourIsContended() async {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    var causes: [String] = []
    for _ in 1...4 {
      await story.pass(minutes: 5)
      await story.switchRule(0, on: false)
      let run = story.apply("--format", "json")
      causes += ["outside", "contended"].filter { run.output.contains("\"cause\":\"\($0)\"") }
      #expect(await story.isRuleOn(0))
    }
    #expect(causes == ["outside", "outside", "contended", "contended"])
  }

  // MARK: Overrides

  @Test func anOverrideBeginsAndEnds() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 9)
    try story.override(.on, of: "kids", minutes: 30, because: "film night")
    #expect(story.drift().status == 0, "an override is due, not drift")
    let begun = story.apply()
    try Golden.check(begun.output, "memory/4-override.txt")
    #expect(await story.isRuleOn(0) == false)

    await story.pass(minutes: 1)
    let held = story.plan()
    #expect(held.output.contains("Nothing to do") && held.output.contains("override 1: kids on until 21:39:04"))
    #expect(story.plan("--format", "json").output.contains("\"decidedBy\":\"override:1\",\"source\":null"))

    await story.pass(minutes: 29)
    let ended = story.apply()
    #expect(ended.output.contains("· override") && !ended.output.contains("override 1"), "\(ended.output)")
    #expect(await story.isRuleOn(0))
  }

  /// A run that is killed between its write and its note of it is made up for by the next one, and what the override
  /// found is put back all the same.
  @Test func anOverrideThatAKilledRunBeganEnds() async throws {
    let left = PretendHousehold.policy.replacing(
      "acl-rules: [\"Downtime-*\"]}", with: "acl-rules: [\"Downtime-*\"], otherwise: leave}"
    ).replacing("  - kids off 21:00–07:00\n  - kids off sun-thu 20:30–07:00\n", with: "")
    var story = Chronicle(policy: left)
    #expect(story.apply().status == 0)
    let before = await story.isRuleOn(0)
    try story.override(before ? .on : .off, of: "kids", minutes: 5)
    await story.switchRule(0, on: !before)
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0) == !before)
    await story.pass(minutes: 5)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0) == before, "five minutes are over")
  }

  /// What becomes of the policy while the target is left alone but for an override.
  enum Gone: CaseIterable {
    case target, system, selection

    var policy: String {
      switch self {
      case .target:
        MemoryStoryTests.leftAlone.replacing("acl-rules: [Downtime-KidsRoom]", with: "acl-rules: [TV]")
          .replacing("  kids:", with: "  tv:")
      case .system:
        "timezone: Europe/Berlin\nsystems: {pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}}\ntargets: {no-youtube: {groups: [no-youtube], when-off: enabled}}\npolicy: [no-youtube off]\n"
      case .selection: MemoryStoryTests.leftAlone.replacing("[Downtime-KidsRoom]", with: "[Downtime-iPad]")
      }
    }
  }

  private static let leftAlone = PretendHousehold.policy.replacing(
    "acl-rules: [\"Downtime-*\"]}", with: "acl-rules: [Downtime-KidsRoom], otherwise: leave}"
  ).replacing("  - kids off 21:00–07:00\n  - kids off sun-thu 20:30–07:00\n", with: "")

  /// An override of five minutes on a rule that nothing else is wanted of, as it was found.
  private func overridden() async throws -> (Chronicle, wasOn: Bool) {
    var story = Chronicle(policy: Self.leftAlone)
    #expect(story.apply().status == 0)
    let wasOn = await story.isRuleOn(0)
    try story.override(wasOn ? .on : .off, of: "kids", minutes: 5)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0) == !wasOn)
    await story.pass(minutes: 1)
    return (story, wasOn)
  }

  /// Weeks later nobody means that old evening.
  @Test(arguments: Gone.allCases, [true, false])
  func whatAnOverrideFoundIsForgottenWithItsTarget(gone: Gone, isReadable: Bool) async throws {
    var (story, wasOn) = try await overridden()
    story.world.files["household.yaml"] = gone.policy
    _ = story.apply()
    await story.pass(minutes: 10)
    await story.household.console.inspect { $0.isBooting = !isReadable }
    _ = story.apply()
    await story.household.console.inspect { $0.isBooting = false }
    await story.pass(hours: 60 * 24)
    story.world.files["household.yaml"] = Self.leftAlone
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0) == !wasOn, "nothing is written to what is left alone")
  }

  /// While the override holds, and in runs that do not look at it, it is known where to put it back.
  @Test(arguments: ["slip", "others", "unreadable"])
  func whatAnOverrideFoundIsPutBackAfterAll(between: String) async throws {
    var (story, wasOn) = try await overridden()
    switch between {
    case "slip":
      story.world.files["household.yaml"] = Gone.target.policy
      _ = story.apply()
      story.world.files["household.yaml"] = Self.leftAlone
      await story.pass(minutes: 5)
    case "others":
      await story.pass(minutes: 5)
      #expect(story.apply("--target", "pihole").status == 0)
    default:
      await story.pass(minutes: 5)
      await story.household.console.inspect { $0.isBooting = true }
      #expect(story.apply().status != 0)
      await story.household.console.inspect { $0.isBooting = false }
    }
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0) == wasOn)
    // Once.
    await story.switchRule(0, on: !wasOn)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0) == !wasOn)
  }

  @Test func anOverrideWakesAPiHoleThatNothingNames() async throws {
    var story = Chronicle(policy: PretendHousehold.policy.replacing("  - pause pihole weekdays\n", with: ""))
    #expect(!story.apply().output.contains("pihole"), "its blocking is not looked after")
    try story.override(.paused, of: "pihole", minutes: 30)
    #expect(story.apply().output.contains("active → paused until 21:30:04  blocking, done"))
    #expect(await story.isBlocking() == false)
    await story.pass(minutes: 30)
    let ended = story.apply()
    #expect(ended.output.contains("paused until 21:30:19 → active  blocking, done"), "\(ended.output)")
    await story.pass(minutes: 1)
    #expect(!story.apply().output.contains("pihole"), "asleep again")
    #expect(await story.isBlocking())
  }

  @Test func anOverrideOnNothingIsWarnedOf() async throws {
    var story = Chronicle()
    try story.override(.on, of: "teens", minutes: 30)
    try story.override(.paused, of: "kids", minutes: 30)
    let run = story.apply()
    #expect(run.status == 0, "a warning changes no status")
    #expect(run.output.contains("override 1 is about 'teens', which no longer exists in the policy"))
    #expect(run.output.contains("override 2 wants 'paused', which 'kids' cannot be"))
    #expect(await story.isRuleOn(0))
    await story.pass(minutes: 31)
    #expect(!story.apply().output.contains("override"))
  }

  // MARK: What is left to others

  @Test func whatYieldsStandsUntilTheStateChanges() async throws {
    let yields = PretendHousehold.policy.replacing(
      "acl-rules: [\"Downtime-*\"]}", with: "acl-rules: [\"Downtime-*\"], enforcement: yield}")
    var story = Chronicle(policy: yields)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 10)
    await story.switchRule(0, on: false)
    let stands = story.apply()
    #expect(
      stands.output.unwrapped.contains(
        "· kids on acl-rule 'Downtime-KidsRoom' disabled, should be enabled; left as changed by hand (yield) wanted: off"
      ) && stands.status == 0, "\(stands.output)")
    #expect(await story.isRuleOn(0) == false)
    #expect(story.drift().status == 2)
    try await story.pass(until: "2026-11-21 07:00:04")
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1) == false)
    try await story.pass(until: "2026-11-21 21:00:04")
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0), "a new state begins, and what stood before does not")
  }

  /// The beginning of an override ends that, also of one that wants what the schedule wants, and also if no run has seen yet that
  /// somebody changed it.
  @Test(arguments: [true, false]) func whatYieldsStandsUntilAnOverrideBegins(_ isSeen: Bool) async throws {
    let yields = PretendHousehold.policy.replacing(
      "acl-rules: [\"Downtime-*\"]}", with: "acl-rules: [\"Downtime-*\"], enforcement: yield}")
    var story = Chronicle(policy: yields)
    let off = ["override", "kids", "off", "--for", "30m", "--policy", "household.yaml"]
    let early = story.world.run(off)
    #expect(early.status == 4 && early.error.contains("anyway"), "nothing of it was in place yet: \(early)")
    #expect(story.apply().status == 0)
    await story.pass(minutes: 10)
    await story.switchRule(0, on: false)
    if isSeen { #expect(story.apply().output.contains("left as changed by hand")) }
    let made = story.world.run(off)
    #expect(made.status == 0 && made.output.hasPrefix("kids off until"), "\(made)")
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0))
    // Whoever changes it under the override has it so again.
    await story.pass(minutes: 5)
    await story.switchRule(0, on: false)
    #expect(story.apply().output.contains("left as changed by hand"))
    await story.pass(minutes: 30)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0), "the override ends, and with it what stood")
  }

  /// Who locks something means it, whoever may turn it on by hand at other times.
  @Test func aLockYieldsToNobody() async throws {
    let yields = PretendHousehold.policy.replacing(
      "acl-rules: [\"Downtime-*\"]}", with: "acl-rules: [\"Downtime-*\"], enforcement: yield}")
    var story = Chronicle(policy: yields)
    #expect(story.apply().status == 0)
    #expect(story.world.run("lock", "kids", "--for", "30m", "--policy", "household.yaml").status == 0)
    for _ in 1...2 {
      #expect(story.apply().status == 0)
      await story.pass(minutes: 5)
      await story.switchRule(0, on: false)
      let again = story.apply()
      #expect(again.output.unwrapped.contains("changed by somebody else"), "\(again)")
      #expect(await story.isRuleOn(0))
    }
    await story.pass(minutes: 30)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 5)
    await story.switchRule(0, on: false)
    #expect(story.apply().output.contains("left as changed by hand"))
    #expect(await story.isRuleOn(0) == false)
  }

  @Test func aPersonsPauseIsLeftAloneAndAFuseIsNot() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    // The failsafe timer rings some seconds after midnight; until then the pause is ours.
    try await story.pass(until: "2026-11-21 00:00:02")
    let own = story.apply()
    #expect(own.output.contains("paused until 00:00:15 → active  blocking, done"), "\(own.output)")
    await story.pass(minutes: 30)
    await story.pause(false, seconds: 600)
    let person = story.apply()
    #expect(person.output.contains(" blocking, paused by hand, left alone") && person.status == 0, "\(person.output)")
    #expect(await story.isBlocking() == false)
    await story.pass(minutes: 11)
    #expect(story.apply().output.contains("Nothing to do"))
    #expect(await story.isBlocking())
  }
}
