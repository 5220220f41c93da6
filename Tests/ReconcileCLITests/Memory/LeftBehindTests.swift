import Foundation
import JSONTree
import Policies
import Simulator
import StateStore
import TestSupport
import Testing

/// What a policy has switched off and does not name any more: told of until it is settled, and opened only when asked.
@Suite struct LeftBehindTests {
  static func policy(_ targets: String, _ names: String, pause: String = "weekdays") -> String {
    PretendHousehold.policy.replacing(#"  kids: {system: gateway, acl-rules: ["Downtime-*"]}"#, with: targets)
      .replacing("kids off 21:00–07:00", with: "\(names) off 21:00–07:00")
      .replacing("  - kids off sun-thu 20:30–07:00\n", with: "")
  }

  static let both = policy(
    "  kids: {acl-rules: [Downtime-KidsRoom]}\n  tablet: {acl-rules: [Downtime-iPad]}", "kids, tablet")
  static let withoutTablet = policy("  kids: {acl-rules: [Downtime-KidsRoom]}", "kids")
  static let renamed = policy(
    "  kids: {acl-rules: [Downtime-KidsRoom]}\n  emma: {acl-rules: [Downtime-iPad]}", "kids, emma")
  static let withoutLine = policy(
    "  kids: {acl-rules: [Downtime-KidsRoom]}\n  tablet: {acl-rules: [Downtime-iPad]}", "kids")
  static let otherNames = policy(
    "  kids: {acl-rules: [Downtime-KidsRoom]}\n  tablet: {acl-rules: [Guests-Block]}", "kids, tablet")
  static let withoutRules = policy("", "kids").replacing("targets:\n\n", with: "")
    .replacing("  - kids off 21:00–07:00\n", with: "")
  static let withoutConsole = withoutRules.replacing(
    """
      gateway:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: unifi-api-key}

    """, with: "")

  /// Both rules were switched off for the night, and a minute later the policy is another one.
  private func story(then policy: String) async -> Chronicle {
    var story = Chronicle(policy: Self.both)
    await story.switchRule(1, on: false)
    let first = story.apply()
    #expect(first.status == 0, "\(first)")
    #expect(await story.isRuleOn(1))
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = policy
    return story
  }

  static let deed =
    "'Downtime-iPad' still blocks: 'tablet' turned the block on at 21:00:04, and the policy "
  static let warning = deed + "no longer has 'tablet'"
  static let laterWarning = deed + "has not had 'tablet' since 21:01:04"

  /// A target that no line names is told of by plan and apply; not where an override holds it or it is left behind, of which
  /// more is said, and not by what only opens.
  @Test func whatNoLineNamesIsToldOf() async throws {
    let said = "no statement names 'tablet', so it is left alone"
    let story = Chronicle(policy: Self.withoutLine)
    for run in [story.plan(), story.apply(), story.apply()] {
      #expect(run.status == 0 && run.output.unwrapped.contains("warning: \(said)"), "\(run)")
    }
    let json = try JSON(parsing: Array(story.plan("--format", "json").output.utf8))
    let found = json["warnings"]?.elements?.filter { $0["code"]?.string == "target.unnamed" } ?? []
    #expect(found.count == 1 && found[0]["target"]?.string == "tablet", "\(json)")
    #expect(found.first?["file"]?.string == "household.yaml" && found.first?["line"]?.int != nil)
    #expect(!story.plan("--target", "kids").output.contains("no statement names"))
    #expect(!story.world.run("release", "--policy", "household.yaml").output.contains("no statement names"))
    try story.override(.off, of: "tablet", minutes: 30)
    for run in [story.plan(), story.apply()] { #expect(!run.output.contains("no statement names"), "\(run)") }
    let left = await self.story(then: Self.withoutLine)
    for run in [left.plan(), left.apply()] {
      #expect(run.output.contains("'Downtime-iPad'") && !run.output.contains("no statement names"), "\(run)")
    }
  }

  @Test(arguments: [withoutTablet, withoutRules])
  func isToldOfByEveryRun(policy: String) async {
    var story = await story(then: policy)
    let listing = story.world.state.listing
    for _ in 1...2 {
      #expect(story.plan().output.unwrapped.contains("warning: gateway: \(Self.warning)"), "\(story.plan())")
    }
    #expect(
      story.plan("--format", "json").output.contains(#""code":"object.left-behind","message":"\#(Self.warning)""#))
    #expect(story.plan().status == 0 && story.drift().output.unwrapped.contains(Self.warning))
    #expect(story.world.state.listing == listing, "looking remembers nothing")
    #expect(story.apply().output.unwrapped.contains(Self.warning))
    for _ in 1...3 {
      await story.pass(minutes: 1)
      #expect(story.apply().output.unwrapped.contains(Self.laterWarning), "\(story.apply())")
    }
    #expect(await story.isRuleOn(1), "nothing is opened without being asked")
  }

  /// `status` says what the last run found, as long as the policy does not name it again.
  @Test(arguments: [withoutTablet, withoutRules, withoutConsole, otherNames]) func statusTellsIt(policy: String) async {
    var story = await story(then: policy)
    let status = { (story: Chronicle) in story.world.run("status", "household.yaml") }
    #expect(!status(story).output.contains("'Downtime-iPad'"), "no run has found it so")
    for _ in 1...2 {
      _ = story.apply()
      let stands = policy == Self.withoutConsole ? "may still block" : "still blocks"
      // Without the console the reason names it.
      let place = policy == Self.withoutConsole ? "" : "gateway: "
      let words = "~ \(place)'Downtime-iPad' \(stands): 'tablet' turned the block on at 21:00:04, and "
      #expect(status(story).output.unwrapped.contains(words), "\(status(story))")
      // The other names are not found.
      #expect((status(story).status == 3) == (policy == Self.otherNames), "\(status(story))")
      let json = story.world.run("status", "household.yaml", "--format", "json").output
      #expect(json.contains("\"code\":\"object.left-behind\""), "\(json)")
      await story.pass(minutes: 1)
    }
    story.world.files["household.yaml"] = Self.both
    #expect(!status(story).output.contains("'Downtime-iPad'"), "it is named again")
    story.world.files["household.yaml"] = policy
    #expect(status(story).output.contains("'Downtime-iPad'"))
    _ = story.world.run("release", "--keep", "tablet", "--policy", "household.yaml")
    #expect(!status(story).output.contains("'Downtime-iPad'"))
  }

  /// A run that was killed between its write and its note: who did it cannot be known, and it is told all the same.
  @Test func whatAKilledRunSwitchedOffIsToldOf() async throws {
    var story = Chronicle(policy: Self.both.replacing("off 21:00", with: "off 21:10"))
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1) == false)
    await story.pass(minutes: 10)
    await story.switchRule(1, on: true)
    #expect(story.apply().status == 0)
    #expect(try story.told().filter { $0.hasPrefix("moved") } == ["moved Downtime-iPad gateway disabled enabled"])
    let history = story.world.run("history").output.unwrapped
    #expect(
      history.contains("disabled → enabled · changed by a run that was ended, or by somebody else"), "\(history)")
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = Self.withoutTablet.replacing("off 21:00", with: "off 21:10")
    let words = "'Downtime-iPad' still blocks: found so at 21:10:04, when 'tablet' was to be off, and the policy "
    #expect(story.plan().output.unwrapped.contains(words + "no longer has 'tablet'"), "\(story.plan())")
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1), "nothing is opened without being asked")
    await story.pass(minutes: 1)
    #expect(story.apply().output.unwrapped.contains(words + "has not had 'tablet' since 21:11:04"))
    let run = story.world.run("release", "--yes", "tablet", "--policy", "household.yaml")
    #expect(run.status == 0, "\(run)")
    #expect(await story.isRuleOn(1) == false)
    #expect(!story.apply().output.contains("still blocks"))
  }

  @Test func otherNamesLeaveBehindToo() async {
    let story = await story(then: Self.otherNames)
    let words = "'tablet' turned the block on at 21:00:04, and 'tablet' "
    #expect(story.plan().output.unwrapped.contains(words + "no longer names it"), "\(story.plan())")
    _ = story.apply()
    for _ in 1...2 {
      #expect(story.plan().output.unwrapped.contains(words + "has not named it since 21:01:04"), "\(story.plan())")
    }
  }

  /// A target that is still listed, and that no line names any more. Each time.
  @Test func whatNoLineNamesIsLeftBehind() async {
    var story = await story(then: Self.withoutLine)
    let words = "'Downtime-iPad' still blocks: 'tablet' turned the block on at "
    for number in 1...2 {
      for _ in 1...2 {
        let plan = story.plan()
        #expect(plan.status == 0 && plan.output.unwrapped.contains(words), "\(plan)")
        #expect(plan.output.unwrapped.contains("and no line names 'tablet' any more"), "\(plan)")
      }
      #expect(story.apply().output.unwrapped.contains(words))
      await story.pass(minutes: 1)
      let since =
        number == 1 ? "and no line has named 'tablet' since 21:01:04" : "and no line has named 'tablet' since "
      for run in [story.apply(), story.apply(), story.world.run("status", "household.yaml")] {
        #expect(run.output.unwrapped.contains(since), "\(run)")
      }
      story.world.files["household.yaml"] = Self.withoutLine.replacing("iPad]}", with: "iPad], otherwise: leave}")
      #expect(!story.plan().output.contains("still blocks"), "it is meant")
      story.world.files["household.yaml"] = Self.withoutLine
      #expect(await story.isRuleOn(1), "nothing is opened without being asked")
      let opened = story.world.run("release", "--yes", "tablet", "--policy", "household.yaml")
      #expect(opened.status == 0 && opened.output.contains("enabled → disabled, done"), "\(opened)")
      #expect(await !story.isRuleOn(1))
      #expect(!story.apply().output.contains("still blocks"))
      story.world.files["household.yaml"] = Self.both
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(1))
      await story.pass(minutes: 1)
      story.world.files["household.yaml"] = Self.withoutLine
    }
  }

  /// An override wants something of it, and what that found is put back.
  @Test func anOverrideOfWhatNoLineNamesLeavesNothingBehind() async {
    var story = await story(then: Self.withoutLine)
    #expect(story.apply().output.contains("still blocks"))
    let release = { (story: Chronicle) in story.world.run("release", "--policy", "household.yaml").output.unwrapped }
    for _ in 1...2 {
      await story.pass(minutes: 1)
      let made = story.world.run("override", "tablet", "off", "--for", "10m", "--policy", "household.yaml")
      #expect(made.status == 0, "\(made)")
      for _ in 1...2 {
        #expect(!story.apply().output.contains("still blocks"))
        #expect(release(story).contains("Nothing is left behind."), "\(release(story))")
        await story.pass(minutes: 10)
      }
      await story.pass(minutes: 60)
      #expect(story.apply().output.contains("still blocks"))
      #expect(release(story).contains("enabled → disabled"), "\(release(story))")
    }
  }

  @Test func aSystemThatIsGoneIsToldOfAsWhatItIs() async {
    var story = await story(then: Self.withoutConsole)
    for _ in 1...2 {
      let run = story.apply().output.unwrapped
      #expect(run.contains("'Downtime-iPad' may still block: 'tablet' turned the block on at 21:00:04"), "\(run)")
      await story.pass(minutes: 1)
    }
    story.world.files["household.yaml"] = Self.withoutTablet
    #expect(story.plan().output.unwrapped.contains(Self.deed), "it was remembered")
  }

  /// Each of them ends it, and it does not come back.
  @Test(arguments: ["opened", "gone", "renamed", "again", "kept", "released"])
  func isSettled(how: String) async {
    var story = await story(then: Self.withoutTablet)
    #expect(story.apply().output.contains("still blocks"))
    await story.pass(minutes: 1)
    switch how {
    case "opened": await story.switchRule(1, on: false)
    case "gone": await story.household.console.inspect { _ = $0.sites[0].aclRules.remove(at: 1) }
    case "renamed": story.world.files["household.yaml"] = Self.renamed
    case "again": story.world.files["household.yaml"] = Self.both
    case "kept": #expect(story.world.run("release", "--keep", "tablet", "--policy", "household.yaml").status == 0)
    default: #expect(story.world.run("release", "--yes", "Downtime-iPad", "--policy", "household.yaml").status == 0)
    }
    let run = story.apply()
    #expect(run.status == 0 && !run.output.contains("still blocks"), "\(run)")
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = how == "renamed" || how == "again" ? Self.renamed : Self.withoutTablet
    if how == "opened" { await story.switchRule(1, on: true) }
    #expect(!story.apply().output.contains("still blocks"), "what somebody else does is theirs")
    if how == "again" || how == "renamed" {
      story.world.files["household.yaml"] = Self.withoutTablet
      let plan = story.plan().output.unwrapped
      #expect(plan.contains("still blocks") && !plan.contains(" since "), "a second time, since now: \(plan)")
      await story.pass(minutes: 1)
      #expect(story.apply().output.contains("still blocks"))
      await story.pass(minutes: 1)
      #expect(story.plan().output.contains("since 21:04:04"), "\(story.plan())")
    }
  }

  /// Neither a run on one target nor a broken file leaves anything behind, nor a console that cannot be read.
  @Test func whatIsOnlyNotLookedAtIsNotLeftBehind() async {
    var story = await story(then: Self.both)
    #expect(!story.apply("--target", "kids").output.contains("left"))
    #expect(!story.plan().output.contains("still blocks"))
    story.world.files["household.yaml"] = "targets: ["
    #expect(story.apply().status == 65)
    #expect(!story.apply().output.contains("still blocks"))
    story.world.files["household.yaml"] = Self.withoutTablet
    await story.household.console.inspect { $0.isBooting = true }
    #expect(!story.apply().output.contains("still blocks"))
    let release = story.world.run("release", "--all", "--yes", "--policy", "household.yaml")
    #expect(release.status != 0 && release.output.unwrapped.contains("stays on this list"), "\(release)")
    await story.household.console.inspect { $0.isBooting = false }
    story.world.isAtTerminal = true
    #expect(story.apply().output.unwrapped.contains("'Downtime-iPad' still blocks"))
  }

  // MARK: release

  @Test func nothingIsOpenedWithoutAnAnswer() async {
    var story = await story(then: Self.withoutTablet)
    let shown = story.world.run("release", "tablet", "--policy", "household.yaml")
    #expect(shown.status == 4, "\(shown)")
    #expect(shown.output.unwrapped.contains("acl-rule 'Downtime-iPad' on gateway: enabled → disabled"), "\(shown)")
    #expect(await story.isRuleOn(1))
    story.world.isAtTerminal = true
    for answer in ["n", ""] {
      story.world.typed = [answer]
      #expect(story.world.run("release", "--policy", "household.yaml").status == 4)
      #expect(await story.isRuleOn(1))
    }
    story.world.typed = ["y"]
    let opened = story.world.run("release", "--policy", "household.yaml")
    #expect(opened.status == 0 && opened.output.contains("enabled → disabled, done"), "\(opened)")
    #expect(await story.isRuleOn(1) == false)
    #expect(await story.isRuleOn(0), "nothing else")
  }

  @Test func theSecondTimeThereIsNothingToDo() async throws {
    let story = await story(then: Self.withoutTablet)
    let json = story.world.run("release", "--all", "--yes", "--policy", "household.yaml", "--format", "json")
    #expect(
      json.status == 0 && json.output.contains(#""from":"enabled","to":"disabled","outcome":"applied""#), "\(json)")
    #expect(
      story.world.run("release", "--all", "--yes", "--policy", "household.yaml").output.contains("Nothing is left"))
    let again = story.world.run("release", "tablet", "--yes", "--policy", "household.yaml")
    #expect(again.status == 1 && again.output.contains("Nothing called 'tablet' is left behind."), "\(again)")
    #expect(try story.told().last == "change Downtime-iPad gateway enabled disabled released applied")
    #expect(story.world.run("history").output.unwrapped.contains("enabled → disabled · released by somebody · applied"))
    #expect(!story.apply().output.contains("still blocks"))
  }

  @Test(arguments: [["--yes"], ["--keep"], ["--all", "tablet"], ["--keep", "--yes", "tablet"]])
  func refuses(_ options: [String]) {
    #expect(Chronicle().world.run(["release"] + options).status == 64)
  }

  // MARK: history

  /// The machine is in Vienna by its link; the policy says another zone.
  @Test func historyGoesByThePolicysZone() async {
    var story = Chronicle(policy: PretendHousehold.policy.replacing("Europe/Berlin", with: "America/New_York"))
    #expect(story.apply().status == 0)
    let run = story.world.run("history", "--since", "today")
    #expect(run.output.unwrapped.contains(" · America/New_York · Fri 2026-11-20 15:00:04"), "\(run)")
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = PretendHousehold.policy
    #expect(story.apply().status == 0)
    #expect(story.world.run("history").output.unwrapped.contains(" · Europe/Berlin · "), "the second one")
  }
}
