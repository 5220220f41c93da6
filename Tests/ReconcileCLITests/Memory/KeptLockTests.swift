import CivilTime
import Simulator
import Testing

/// An edit of the policy does not open what a lock has shut, whatever becomes of the target's name.
@Suite struct KeptLockTests {
  private static func policy(_ targets: String, _ names: String) -> String {
    PretendHousehold.policy.replacing(#"  kids: {system: gateway, acl-rules: ["Downtime-*"]}"#, with: targets)
      .replacing("kids off 21:00–07:00", with: "\(names) off 09:00–10:00")
      .replacing("  - kids off sun-thu 20:30–07:00\n", with: "")
  }

  private static let before = policy(
    "  kids: {acl-rules: [Downtime-KidsRoom]}\n  tablet: {acl-rules: [Downtime-iPad]}", "kids, tablet")
  private static let renamed = policy(
    "  kids: {acl-rules: [Downtime-KidsRoom]}\n  emma: {acl-rules: [Downtime-iPad]}", "kids, emma")
  private static let moved = policy(
    "  kids: {acl-rules: [Downtime-KidsRoom, Downtime-iPad]}\n  tablet: {acl-rules: [Allow-Printer]}", "kids, tablet")

  /// The tablet was switched off by `order`, and a minute later the policy is another one.
  private func story(_ order: [String], then policy: String) async -> Chronicle {
    var story = Chronicle(policy: Self.before)
    for rule in 0...1 { await story.switchRule(rule, on: false) }
    #expect(story.apply().status == 0)
    let made = story.world.run(order + ["--policy", "household.yaml"])
    #expect(made.status == 0, "\(made)")
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = policy
    return story
  }

  @Test(arguments: [renamed, moved]) func aLockKeepsWhatItHasShut(_ policy: String) async {
    var story = await story(["lock", "tablet", "--for", "2h"], then: policy)
    for _ in 1...3 {
      let run = story.apply()
      let words = "stays as it is: lock 1 on 'tablet' has switched it and holds"
      #expect(run.status == 3 && run.output.unwrapped.contains(words), "\(run)")
      #expect(run.output.unwrapped.contains("'reconcile override end 1 --policy household.yaml' lifts it"), "\(run)")
      #expect(await story.isRuleOn(1))
      await story.pass(minutes: 1)
    }
    let list = story.world.run("override", "list", "--policy", "household.yaml").output.unwrapped
    #expect(list.contains("holds 1 object of") && !list.contains("does nothing"), "\(list)")
    let lifted = story.world.run("override", "end", "1", "--policy", "household.yaml")
    #expect(lifted.status == 0 && lifted.output.unwrapped.contains("lock 1 held 1 object of"), "\(lifted)")
    #expect(!lifted.output.contains("nothing changes") && lifted.output.contains("apply"), "\(lifted)")
    let end = story.apply()
    #expect(end.status == 0, "\(end)")
    #expect(await !story.isRuleOn(1), "the policy decides once the lock is lifted")
  }

  /// What shows the schedule says so as well, before the next run and after it, and no longer than it is so.
  @Test(arguments: [renamed, moved], ["explain", "timeline", "next", "status"])
  func whatShowsTheScheduleSaysSo(_ policy: String, _ command: String) async {
    let story = await story(["lock", "tablet", "--for", "2h"], then: policy)
    let owner = policy == Self.renamed ? "emma" : "kids"
    let words = "\(owner): 'Downtime-iPad' stays as it is: lock 1 on 'tablet' has switched it and holds"
    for _ in 1...2 {
      let shown = story.world.run(command, "household.yaml")
      let told = (shown.error + shown.output).unwrapped.replacing("'\(owner)':", with: "\(owner):")
      #expect(told.split(separator: words, omittingEmptySubsequences: false).count == 2, "once: \(shown)")
      #expect(story.apply().status == 3)
    }
    #expect(story.world.run("override", "end", "1", "--policy", "household.yaml").status == 0)
    let after = story.world.run("explain", "household.yaml")
    #expect(after.error.isEmpty, "\(after)")
  }

  /// Something else that is wrong with the target does not hide it.
  @Test func anotherTroubleDoesNotHideIt() async {
    let policies = [Self.before, Self.moved].map {
      $0.replacing("[Downtime-KidsRoom", with: "[Attic, Downtime-KidsRoom")
    }
    var story = Chronicle(policy: policies[0])
    for rule in 0...1 { await story.switchRule(rule, on: false) }
    #expect(story.world.run("lock", "tablet", "--for", "2h", "--policy", "household.yaml").status == 0)
    #expect(story.apply().status == 3)
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = policies[1]
    for _ in 1...2 {
      let shown = story.world.run("status", "household.yaml").output.unwrapped
      #expect(shown.contains("'Attic'") && shown.contains("'Downtime-iPad' stays as it is: lock 1"), "\(shown)")
      #expect(story.apply().status == 3)
    }
  }

  /// However much a lock keeps of a target, that is one line.
  @Test func allThatItKeepsIsToldAtOnce() async {
    let names = ["kids", "teens"].map { Self.policy("  \($0): {acl-rules: [\"Downtime-*\"]}", $0) }
    let story = Chronicle(policy: names[0])
    for rule in 0...1 { await story.switchRule(rule, on: false) }
    #expect(story.world.run("lock", "kids", "--for", "2h", "--policy", "household.yaml").status == 0)
    #expect(story.apply().status == 0)
    var renamed = story.world
    renamed.files["household.yaml"] = names[1]
    let told = renamed.run("explain", "household.yaml").error
    let words = "'Downtime-KidsRoom', 'Downtime-iPad' stay as they are: lock 1 on 'kids' has switched them and holds"
    #expect(told.contains(words) && told.split(separator: "switched them").count == 2, "\(told)")
  }

  /// Nothing is said of what is off anyway, and of a lock that counts.
  @Test func whatIsOffAnywayIsNotSaidToBeLocked() async {
    let shut = Self.renamed.replacing("09:00–10:00", with: "20:00–07:00")
    let story = await story(["lock", "tablet", "--for", "2h"], then: shut)
    #expect(!story.world.run("explain", "household.yaml").error.contains("stays as it is"))
    let same = await self.story(["lock", "tablet", "--for", "2h"], then: Self.before)
    #expect(same.world.run("explain", "household.yaml").error.isEmpty)
  }

  /// It was off before the lock, and nothing names it any more.
  @Test func whatNoTargetHasIsHeldForNone() async {
    let others = Self.policy(
      "  kids: {acl-rules: [Downtime-KidsRoom]}\n  printer: {acl-rules: [Allow-Printer]}", "kids, printer")
    var story = Chronicle(policy: Self.before)
    await story.switchRule(0, on: false)
    await story.switchRule(1, on: true)
    #expect(story.world.run("lock", "tablet", "--for", "2h", "--policy", "household.yaml").status == 0)
    #expect(story.apply().status == 0)
    story.world.files["household.yaml"] = others
    for _ in 1...3 {
      await story.pass(minutes: 1)
      let list = story.world.run("override", "list", "--policy", "household.yaml").output.unwrapped
      #expect(list.contains("does nothing: the policy has no target 'tablet'"), "\(list)")
      #expect(story.apply().status == 0)
    }
    story.world.files["household.yaml"] = Self.renamed
    #expect(story.apply().status == 3)
    #expect(await story.isRuleOn(1))
  }

  @Test(arguments: [renamed, moved]) func andNoLongerThanItHolds(_ policy: String) async {
    var story = await story(["lock", "tablet", "--for", "10m"], then: policy)
    #expect(story.apply().status == 3)
    await story.pass(minutes: 9)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  /// What is wanted off anyway is kept off by the policy, and a lock of both counts for it.
  @Test func whatStaysShutIsNoTrouble() async {
    let shut = Self.renamed.replacing("09:00–10:00", with: "20:00–07:00")
    var story = await story(["lock", "tablet", "--for", "2h"], then: shut)
    let run = story.apply()
    #expect(run.status == 0, "\(run)")
    #expect(await story.isRuleOn(1))
    let again = story.world.run("lock", "emma", "--for", "3h", "--policy", "household.yaml")
    story.world.files["household.yaml"] = Self.renamed
    #expect(again.status == 0 && story.apply().status == 0, "\(again)")
    #expect(await story.isRuleOn(1))
  }

  // MARK: As long as it holds

  private static let words = "stays as it is: lock 1 on 'tablet' has switched it and holds"

  /// Whether two runs leave the tablet off and say that the lock keeps it so.
  private func expectKept(_ story: inout Chronicle, _ step: String) async {
    for _ in 1...2 {
      let run = story.apply()
      #expect(run.status == 3 && run.output.unwrapped.contains(Self.words), "\(step): \(run)")
      #expect(await story.isRuleOn(1), "\(step)")
      await story.pass(minutes: 1)
    }
  }

  /// The policy wants it off as well for an hour: that takes nothing from the lock.
  @Test(arguments: [renamed, moved]) func aMorningThatComesTooEarlyDoesNotOpenIt(_ policy: String) async throws {
    let shut = policy.replacing("09:00–10:00", with: "20:00–22:00")
    var story = await story(["lock", "tablet", "--for", "3h"], then: shut)
    for _ in 1...2 {
      let run = story.apply()
      #expect(run.status == 0, "\(run)")
      let list = story.world.run("override", "list", "--policy", "household.yaml").output.unwrapped
      #expect(list.contains("holds 1 object of") && !list.contains("does nothing"), "\(list)")
      await story.pass(minutes: 1)
    }
    try await story.pass(until: "2026-11-20 22:00:30")
    await expectKept(&story, "in the morning")
    for command in ["explain", "status"] {
      let shown = story.world.run(command, "household.yaml")
      #expect((shown.error + shown.output).unwrapped.contains(Self.words), "\(shown)")
    }
    try await story.pass(until: "2026-11-21 00:00:30")
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1), "the lock is over")
  }

  /// Nor do edits that look away for a run.
  @Test(arguments: ["enforcement: observe", "otherwise: leave"]) func anEditThatLooksAwayTakesNothing(
    _ setting: String
  ) async {
    var story = await story(
      ["lock", "tablet", "--for", "3h"],
      then: Self.renamed.replacing("[Downtime-iPad]}", with: "[Downtime-iPad], \(setting)}"))
    for _ in 1...2 {
      _ = story.apply()
      #expect(await story.isRuleOn(1))
      await story.pass(minutes: 1)
    }
    story.world.files["household.yaml"] = Self.renamed
    await expectKept(&story, "after it")
  }

  /// Nor does what holds beside it for a while, however that ends.
  @Test(arguments: [
    [["override", "emma", "off", "--for", "30m"], ["override", "emma", "on", "--for", "5h"]],
    [["lock", "emma", "--for", "30m"], ["override", "end", "2"]],
  ]) func whatHoldsBesideItTakesNothing(_ orders: [[String]]) async {
    var story = await story(["lock", "tablet", "--for", "3h"], then: Self.renamed)
    await expectKept(&story, "before")
    for order in orders {
      let made = story.world.run(order + ["--policy", "household.yaml"])
      #expect(made.status == 0, "\(made)")
      _ = story.apply()
      #expect(await story.isRuleOn(1), "\(order)")
      await story.pass(minutes: 1)
    }
    await expectKept(&story, "after them")
    #expect(story.world.run("override", "end", "1", "--policy", "household.yaml").status == 0)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1), "nothing holds it")
  }

  /// Somebody has switched it on by hand while the policy wanted it on: the lock holds it all the same.
  @Test func whatSomebodyMovesIsPutRight() async {
    var story = await story(["lock", "tablet", "--for", "3h"], then: Self.renamed)
    await expectKept(&story, "before")
    for _ in 1...2 {
      await story.switchRule(1, on: false)
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(1))
      let list = story.world.run("override", "list", "--policy", "household.yaml").output.unwrapped
      #expect(list.contains("holds 1 object of 'emma'"), "\(list)")
      await story.pass(minutes: 1)
    }
    await expectKept(&story, "after them")
  }

  /// Made by a clock that was two years ahead it lasts for years: each run says so, and what ends it.
  @Test func aLockByAClockThatWasAheadIsTold() async {
    var story = Chronicle()
    let years = 2 * 366 * 86_400 as Int64
    for number in 1...2 {
      story.world.now = story.world.now + years
      let made = story.world.run("lock", "kids", "--for", "1h", "--policy", "household.yaml")
      #expect(made.status == 0, "\(made)")
      story.world.now = story.world.now + -years
      await story.pass(minutes: 1)
      let words = "lock \(number) of 'kids' was made at"
      let command = "'reconcile override end \(number) --policy household.yaml' ends it"
      for _ in 1...2 {
        for line in ["apply", "plan", "status"] {
          let run = story.world.run(line, "household.yaml")
          #expect(run.output.unwrapped.contains(words) && run.output.unwrapped.contains("2028"), "\(run)")
          #expect(run.output.unwrapped.contains("which is yet to come: the clock was ahead"), "\(run)")
          #expect(run.output.unwrapped.contains(command), "\(run)")
        }
        await story.pass(minutes: 1)
      }
      #expect(await story.isRuleOn(0))
      #expect(story.world.run("override", "end", "\(number)", "--policy", "household.yaml").status == 0)
      let end = story.apply()
      #expect(end.status == 0 && !end.output.contains("yet to come"), "\(end)")
    }
  }

  /// A clock that is set right by seconds is no news.
  @Test(arguments: [(60, false), (120, false), (121, true), (3_600, true)])
  func clocksAreMovedByALittle(_ seconds: Int64, _ isTold: Bool) async {
    var story = Chronicle()
    #expect(story.world.run("lock", "kids", "--for", "2h", "--policy", "household.yaml").status == 0)
    story.world.now = story.world.now + -seconds
    #expect(story.plan().output.unwrapped.contains("the clock was ahead") == isTold)
  }

  /// Any other override is for what it names. It has not ended, and is not said to have.
  @Test func anOverrideIsNotSaidToHaveEnded() async {
    let story = await story(["override", "tablet", "off", "--for", "2h"], then: Self.renamed)
    let run = story.apply()
    #expect(run.status == 0 && !run.output.contains("override ended"), "\(run)")
    #expect(await !story.isRuleOn(1))
    let history = story.world.run("history").output.unwrapped
    let line = "emma on: 'Downtime-iPad' enabled → disabled · policy (otherwise)"
    #expect(history.contains(line) && !history.contains("override ended"), "\(history)")
  }
}
