import CivilTime
import Simulator
import TestSupport
import Testing

/// What an override did to a target that is otherwise left alone is undone, whatever happens to clocks, files and runs.
@Suite struct PutBackStoryTests {
  private static let policy = PretendHousehold.policy.replacing(
    #"  kids: {system: gateway, acl-rules: ["Downtime-*"]}"#,
    with: """
        kids: {acl-rules: [Downtime-KidsRoom]}
        guests: {acl-rules: [Downtime-iPad], otherwise: leave}
        school: {groups: [kids], when-off: enabled, otherwise: leave}
        games: {groups: [no-youtube], when-off: enabled, otherwise: leave}
        pihole: {otherwise: leave}
      """
  ).replacing("  - pause pihole weekdays\n", with: "")

  private static let withoutGuests = policy.replacing(
    "  guests: {acl-rules: [Downtime-iPad], otherwise: leave}\n", with: "")

  private static func story() async -> Chronicle {
    let story = Chronicle(policy: policy)
    await story.switchRule(1, on: false)
    #expect(story.apply().status == 0)
    return story
  }

  private static func order(_ words: String, _ story: Chronicle) {
    let made = story.world.run(words.split(separator: " ").map(String.init) + ["--policy", "household.yaml"])
    #expect(made.status == 0, "\(made)")
  }

  // MARK: - Clocks

  /// Seconds or hours: while the clock is before an override, what it did is undone, and it begins once more.
  @Test(arguments: [10, 3600, 86_400] as [Int64]) func theClockIsSetBack(_ seconds: Int64) async {
    var story = await Self.story()
    await story.pass(minutes: 2)
    Self.order("override guests off --for 10m", story)
    await story.pass(seconds: 3)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
    story.world.now = story.world.now + -seconds
    for _ in 1...2 {
      let run = story.apply()
      #expect(run.status == 0 && !run.output.contains("long over"), "\(run)")
      #expect(await !story.isRuleOn(1))
    }
    await story.pass(seconds: seconds)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
    await story.pass(minutes: 10)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  /// Hours or years: by a clock that is ahead the override is long over, and once it is right it is not, or has just
  /// ended. Each time.
  @Test(arguments: [2 * 3600, 40 * 86_400, 700 * 86_400] as [Int64], [3, 12])
  func theClockIsAheadForAMoment(_ seconds: Int64, _ minutes: Int64) async {
    var story = await Self.story()
    await story.pass(minutes: 2)
    for _ in 1...2 {
      Self.order("override guests off --for 10m", story)
      await story.pass(seconds: 3)
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(1))
      story.world.now = story.world.now + seconds
      for _ in 1...2 {
        let run = story.apply()
        #expect(run.status == 0 && run.output.unwrapped.contains("long over"), "\(run)")
        #expect(await story.isRuleOn(1))
      }
      story.world.now = story.world.now + -seconds
      await story.pass(minutes: minutes)
      let run = story.apply()
      #expect(run.status == 0 && !run.output.contains("long over"), "\(run)")
      #expect(await story.isRuleOn(1) == (minutes < 10))
      await story.pass(minutes: 14 - minutes)
      #expect(story.apply().status == 0)
      #expect(await !story.isRuleOn(1))
    }
  }

  /// At the wrong hour a line holds, and what the override found is no more to be put back there than before.
  @Test func theClockIsAheadInAWindow() async {
    var story = await Self.story()
    story.world.files["household.yaml"] = Self.policy.replacing(
      "policy:\n", with: "policy:\n  - guests on 23:00–23:30\n")
    await story.switchRule(1, on: true)
    #expect(story.apply().status == 0)
    Self.order("override guests on --for 10m", story)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
    for minutes in [130, 1 - 130] as [Int64] {
      story.world.now = story.world.now + minutes * 60
      #expect(story.apply().status == 0)
    }
    await story.pass(minutes: 10)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
  }

  /// What came too late stays so: the next override puts back what that one finds, also where a run has seen the object by
  /// a clock that was ahead of it.
  @Test(arguments: [false, true]) func whatWasTooLateIsNotPutBackByTheNextOne(_ isAhead: Bool) async {
    var story = await Self.story()
    for _ in 1...2 {
      await story.switchRule(1, on: false)
      #expect(story.apply().status == 0)
      Self.order("override guests off --for 10m", story)
      #expect(story.apply().status == 0)
      await story.pass(minutes: 75)
      #expect(story.apply().output.unwrapped.contains("long over"))
      #expect(await story.isRuleOn(1))
      await story.pass(minutes: 5)
      if isAhead {
        story.world.now = story.world.now + 7200
        #expect(story.apply().status == 0)
        story.world.now = story.world.now + -7200
      }
      Self.order("override guests on --for 10m", story)
      #expect(story.apply().status == 0)
      #expect(await !story.isRuleOn(1))
      await story.pass(minutes: 11)
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(1))
      await story.pass(minutes: 75)
    }
  }

  /// Nobody has noted what the next one did: then it is where it stood before that one.
  @Test func whatWasTooLateDoesNotHideWhatNobodyNoted() async {
    var story = await Self.story()
    Self.order("override guests on --for 10m", story)
    #expect(story.apply().status == 0)
    await story.switchRule(1, on: true)
    await story.pass(minutes: 75)
    #expect(story.apply().status == 0)
    await story.switchRule(1, on: false)
    await story.pass(minutes: 16)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 2)
    Self.order("override guests off --for 10m", story)
    await story.switchRule(1, on: true)
    await story.pass(minutes: 11)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  /// Also where the system does not answer at first.
  @Test func itIsTriedAgain() async {
    var story = await Self.story()
    Self.order("override guests off --for 10m", story)
    #expect(story.apply().status == 0)
    story.world.now = story.world.now + -3600
    await story.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey, role: .viewOnly)] }
    #expect(story.apply().status != 0)
    #expect(await story.isRuleOn(1))
    await story.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey)] }
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  /// What a lock has shut does not come open.
  @Test(arguments: [10, 3600, 86_400] as [Int64]) func aLockHoldsBeforeItWasMade(_ seconds: Int64) async {
    var story = await Self.story()
    Self.order("lock kids --for 5h", story)
    Self.order("lock guests --for 5h", story)
    #expect(story.apply().status == 0)
    story.world.now = story.world.now + -seconds
    for _ in 1...2 {
      let run = story.apply()
      #expect(run.status == 0 && !run.output.contains("→"), "\(run)")
      let areOff = (await story.isRuleOn(0), await story.isRuleOn(1))
      #expect(areOff == (true, true))
      #expect(story.world.run("status", "household.yaml").output.contains("lock 2"))
    }
  }

  /// One that is yet to begin is none that has begun.
  @Test func aLockThatIsYetToBeginWaits() async {
    var story = await Self.story()
    Self.order("lock guests --from 22:00 --for 1h", story)
    story.world.now = story.world.now + -3600
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  // MARK: - Lines

  /// What counts is whether a line applies at the end. Each time.
  @Test func aLineAppliedAsTheOverrideBegan() async {
    var story = await Self.story()
    story.world.files["household.yaml"] = Self.policy.replacing(
      "policy:\n", with: "policy:\n  - guests on 21:00–21:10\n")
    for _ in 1...2 {
      #expect(story.apply().status == 0)
      #expect(await !story.isRuleOn(1))
      Self.order("override guests off --for 20m", story)
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(1))
      await story.pass(minutes: 20)
      #expect(story.plan().output.unwrapped.contains("put back as it was; leave since"), "\(story.plan())")
      #expect(story.apply().status == 0)
      #expect(await !story.isRuleOn(1))
      await story.pass(minutes: 24 * 60 - 20)
    }
  }

  /// And where one applies at the end, what was found is put back neither then nor when that is over.
  @Test func aLineAppliesAsTheOverrideEnds() async {
    var story = await Self.story()
    story.world.files["household.yaml"] = Self.policy.replacing(
      "policy:\n", with: "policy:\n  - guests off 21:00–21:10\n")
    await story.switchRule(1, on: true)
    for _ in 1...2 {
      #expect(story.apply().status == 0)
      Self.order("override guests on --for 5m", story)
      #expect(story.apply().status == 0)
      #expect(await !story.isRuleOn(1))
      await story.pass(minutes: 5)
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(1))
      await story.switchRule(1, on: false)
      await story.pass(minutes: 10)
      let run = story.apply()
      #expect(run.output.contains("0 changes") && !run.output.contains("long over"), "\(run)")
      await story.pass(minutes: 24 * 60 - 15)
    }
  }

  // MARK: - Outages

  /// No run came for a day, and then another override holds: it is said that the first one was not undone. Each time.
  @Test func theNextOverrideDoesNotHideThatThisOneWasNotUndone() async {
    var story = await Self.story()
    for _ in 1...2 {
      Self.order("override guests off --for 10m", story)
      #expect(story.apply().status == 0)
      await story.pass(hours: 24)
      Self.order("override guests on --for 10m", story)
      let words = "was on before an earlier override that is long over; not put back"
      for run in [story.plan(), story.plan(), story.apply()] { #expect(run.output.unwrapped.contains(words), "\(run)") }
      #expect(await !story.isRuleOn(1))
      #expect(!story.apply().output.contains("long over"), "once")
      await story.pass(minutes: 11)
      let run = story.apply()
      #expect(run.output.unwrapped.contains("put back as it was") && !run.output.contains("long over"), "\(run)")
      #expect(await story.isRuleOn(1))
      await story.pass(hours: 24)
      await story.switchRule(1, on: false)
      #expect(story.apply().status == 0)
    }
  }

  /// Where the schedule decides after an override nobody waits for what that found.
  @Test func whatTheScheduleDecidesIsNotWaitedFor() async {
    var story = await Self.story()
    story.world.files["household.yaml"] = Self.policy.replacing(", otherwise: leave}\n  school", with: "}\n  school")
      .replacing("policy:\n", with: "policy:\n  - guests on 21:00–21:10\n")
    #expect(story.apply().status == 0)
    Self.order("override guests off --for 10m", story)
    #expect(story.apply().status == 0)
    await story.pass(hours: 24)
    Self.order("override guests off --for 10m", story)
    let run = story.apply()
    #expect(run.status == 0 && !run.output.contains("long over"), "\(run)")
    #expect(await story.isRuleOn(1))
  }

  // MARK: - Files

  /// Two files have owners of their own and one state: whichever runs first after the end. Each time.
  @Test(arguments: [1, 30, 75, 60 * 24] as [Int64]) func anotherFileRunsAfterTheEnd(_ minutes: Int64) async {
    var story = await Self.story()
    story.world.files["other.yaml"] = "owner: other\n" + Self.withoutGuests
    for _ in 1...2 {
      #expect(story.apply().status == 0)
      Self.order("override guests off --for 5m", story)
      #expect(story.apply().status == 0)
      await story.pass(minutes: 5)
      for _ in 1...2 { #expect(story.world.run("apply", "other.yaml").status == 0) }
      await story.pass(minutes: minutes)
      #expect(story.world.run("apply", "other.yaml").status == 0)
      let run = story.apply()
      #expect(run.status == 0 && run.output.unwrapped.contains("long over") == (minutes > 55), "\(run)")
      #expect(await story.isRuleOn(1) == (minutes > 55))
      #expect(story.apply().output.unwrapped.contains("long over") == (minutes > 55), "as long as it is so")
      await story.pass(minutes: 75)
      await story.switchRule(1, on: false)
    }
  }

  /// A slip in an edit, just as the override ends, is mended in time or long after.
  @Test(arguments: [1, 30, 75] as [Int64]) func theTargetIsMissingAtTheEnd(_ minutes: Int64) async {
    var story = await Self.story()
    for _ in 1...2 {
      Self.order("override guests off --for 5m", story)
      #expect(story.apply().status == 0)
      await story.pass(minutes: 5)
      story.world.files["household.yaml"] = Self.withoutGuests
      #expect(story.apply().status == 0)
      await story.pass(minutes: minutes)
      #expect(story.apply().status == 0)
      story.world.files["household.yaml"] = Self.policy
      let run = story.apply()
      #expect(run.status == 0 && !run.output.contains("long over"), "forgotten: \(run)")
      #expect(await story.isRuleOn(1) == (minutes > 55))
      await story.pass(minutes: 75)
      await story.switchRule(1, on: false)
      #expect(story.apply().status == 0)
    }
  }

  @Test func anotherFileIsFollowedForAMinute() async {
    var story = await Self.story()
    Self.order("override guests off --for 2h", story)
    #expect(story.apply().status == 0)
    story.world.files["other.yaml"] = "owner: other\n" + Self.policy
    await story.pass(minutes: 1)
    let other = story.world.run("apply", "other.yaml")
    #expect(other.status == 0 && !other.output.contains("long over"), "\(other)")
    #expect(await !story.isRuleOn(1), "the override does not count for that file")
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
    await story.pass(minutes: 120)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  // MARK: - Runs

  /// A run was killed after its write, and none came before the end; or the disk was full all the time.
  @Test(arguments: [true, false]) func whatNobodyNotedIsPutBack(_ isMoved: Bool) async {
    var story = await Self.story()
    await story.pass(minutes: 2)
    Self.order("override guests \(isMoved ? "off" : "on") --for 10m", story)
    await story.switchRule(1, on: true)
    await story.pass(minutes: 11)
    let run = story.apply()
    #expect(run.status == 0, "\(run)")
    #expect(await story.isRuleOn(1) == !isMoved, "what the override did not want is somebody else's doing")
    #expect(story.apply().output.contains("0 changes"))
  }

  /// Hours later nobody expects it to move.
  @Test func notAfterAnHour() async {
    var story = await Self.story()
    Self.order("override guests off --for 10m", story)
    await story.switchRule(1, on: true)
    await story.pass(minutes: 75)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(1))
  }

  @Test func alsoWhereItIsRefusedAtFirst() async {
    var story = await Self.story()
    await story.pass(minutes: 2)
    Self.order("override guests off --for 10m", story)
    await story.switchRule(1, on: true)
    await story.pass(minutes: 11)
    await story.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey, role: .viewOnly)] }
    #expect(story.apply().status != 0)
    await story.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey)] }
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(await !story.isRuleOn(1))
  }

  /// A slip, or a double tap: a run has come in between. Each time, and also shortly after another one.
  @Test func whatIsTakenBackInTheSameSecondIsPutBack() async {
    var story = await Self.story()
    for number in 1...4 {
      Self.order("override guests off --for 30m", story)
      #expect(story.apply().status == 0)
      #expect(await story.isRuleOn(1))
      if number == 2 { await story.pass(minutes: 2) }
      Self.order("override end guests", story)
      let run = story.apply()
      #expect(run.status == 0 && run.output.contains("1 change"), "\(run)")
      #expect(await !story.isRuleOn(1))
      await story.pass(minutes: 2)
      #expect(story.apply().output.contains("0 changes"))
    }
  }

  /// Whoever makes an override learns what becomes of the target after it, everywhere. Each time.
  @Test func whatIsPutBackIsSaid() async {
    var story = await Self.story()
    func says(_ line: String, _ words: String, _ place: SourceLocation = #_sourceLocation) {
      let told = story.world.run(line.split(separator: " ").map(String.init) + ["--policy", "household.yaml"])
      #expect(told.output.unwrapped.contains(words), "\(told)", sourceLocation: place)
    }
    for number in 1...2 {
      says("override guests off --for 10m", "guests: put back as it was, then left alone · otherwise")
      says("explain guests", "next put back as it was and left alone from")
      says("explain guests --format json", #""pauseEnds":null"#)
      says("next", "off → leave put back as it was · otherwise")
      says("status", "then put back as it was · override \(2 * number - 1)")
      #expect(story.apply().status == 0)
      await story.pass(minutes: 10)
      says("explain guests", "after an override it is put back as it was, once")
      says("plan", "put back as it was; leave since")
      #expect(story.apply().output.unwrapped.contains("put back as it was; leave since"))
      #expect(!story.apply().output.contains("put back"))
      await story.pass(minutes: 2)
      says("override guests off --for 10m", "then")
      #expect(story.apply().status == 0)
      says("override end guests", "now guests: put back as it was, then left alone · otherwise")
      #expect(story.apply().status == 0)
      await story.pass(minutes: 61)
      let later = story.world.run("explain", "household.yaml")
      #expect(later.status == 0 && !later.output.contains("put back"), "\(later)")
    }
  }

  // MARK: - Groups

  /// The numbers of groups say nothing once a Pi-hole was set up again.
  @Test(arguments: [false, true]) func aNumberThatIsGivenAnewHasNoPast(_ isLock: Bool) async {
    var story = Chronicle(
      policy: Self.policy.replacing("policy:\n", with: "policy:\n" + (isLock ? "  - games on\n" : "")))
    func rename(_ names: [(String, String, Bool)]) async {
      await story.household.pihole.inspect { pihole in
        for (name, other, isEnabled) in names {
          try? pihole.gravity.rename(group: name, to: other, isEnabled: isEnabled, at: pihole.startedAt)
        }
      }
    }
    func groups() async -> [Bool?] {
      await story.household.pihole.inspect { pihole in
        ["kids", "no-youtube"].map { name in pihole.gravity.groups.first { $0.name == name }?.isEnabled }
      }
    }
    await rename([("kids", "kids", false)])
    #expect(story.apply().status == 0)
    Self.order("\(isLock ? "lock" : "override") school \(isLock ? "" : "off") --for 10m", story)
    #expect(story.apply().status == 0)
    #expect(await groups() == [true, false])
    await rename([("kids", "x", true), ("no-youtube", "kids", false), ("x", "no-youtube", true)])
    for _ in 1...2 {
      await story.pass(minutes: 1)
      let run = story.apply()
      #expect(run.status == 0 && !run.output.contains("stays as it is"), "\(run)")
      #expect(await groups() == [true, !isLock])
    }
    await story.pass(minutes: 10)
    #expect(story.apply().status == 0)
    #expect(await groups() == [false, !isLock])
  }

  // MARK: - Pauses

  /// The pause is sent with a timer for the end of the override, and a new one for a new end.
  @Test func aPauseEndsWithItsOverride() async {
    var story = await Self.story()
    func left() async -> Double? {
      let now = await story.household.pihole.clock
      return await story.household.pihole.inspect { pihole in
        pihole.blocking.advance(to: now)
        return pihole.blocking.timer.map { $0.startedAt + $0.delay - now }
      }
    }
    Self.order("override pihole paused --for 5m", story)
    #expect(story.world.run("explain", "household.yaml").output.unwrapped.contains("ends"))
    #expect(story.apply().status == 0)
    #expect(await left() == 315)
    Self.order("override extend 1 --for 10m", story)
    #expect(story.apply().status == 0)
    #expect(await left() == 915)
    #expect(story.apply().output.contains("0 changes"))
    await story.pass(minutes: 15)
    #expect(story.apply().status == 0)
    #expect(await story.isBlocking())
  }

  /// A pause that is there already stays as somebody made it, and comes back.
  @Test func aPauseThatIsThereStays() async {
    var story = await Self.story()
    await story.pause(false, seconds: nil)
    await story.pass(minutes: 1)
    Self.order("override pihole paused --for 5m", story)
    for _ in 1...2 {
      #expect(story.apply().output.contains("0 changes"))
      await story.pass(minutes: 4)
    }
    #expect(story.apply().output.contains("0 changes"))
    #expect(await !story.isBlocking())
  }

  /// With `yield` what somebody changed stays; another end, and a timer that a restart has lost, are no such change.
  @Test func whatNobodyChangedIsNotYielded() async {
    var story = Chronicle(
      policy: Self.policy.replacing("pihole: {otherwise: leave}", with: "pihole: {enforcement: yield}")
        .replacing("policy:\n", with: "policy:\n  - pihole active\n"))
    #expect(story.apply().status == 0)
    Self.order("override pihole paused --for 30m", story)
    #expect(story.apply().status == 0)
    Self.order("override extend 1 --for 30m", story)
    let extended = story.apply()
    #expect(extended.status == 0 && !extended.output.contains("by hand"), "\(extended)")
    await story.pass(minutes: 45)
    #expect(story.apply().output.contains("0 changes"))
    #expect(await !story.isBlocking())
    await story.pause(false, seconds: nil)
    let lost = story.apply()
    #expect(lost.output.contains("1 change"), "\(lost)")
    await story.pause(true, seconds: nil)
    await story.pass(minutes: 1)
    let yielded = story.apply()
    #expect(yielded.output.unwrapped.contains("left as changed by hand"), "\(yielded)")
    #expect(await story.isBlocking())
  }

  /// A timer that somebody ended is not that of the next pause.
  @Test func somebodysPauseIsNotOurs() async {
    var story = Chronicle(policy: Self.policy.replacing("  pihole: {otherwise: leave}\n", with: ""))
    #expect(story.apply().status == 0)
    Self.order("override pihole paused --for 10m", story)
    #expect(story.apply().status == 0)
    await story.pause(true, seconds: nil)
    Self.order("override end 1", story)
    #expect(story.apply().status == 0)
    await story.pass(seconds: 20)
    Self.order("override pihole active --for 3h", story)
    #expect(story.apply().status == 0)
    await story.pause(false, seconds: 595)
    for _ in 1...2 {
      let run = story.apply()
      #expect(run.status == 0 && run.output.contains("0 changes"), "\(run)")
    }
    #expect(await !story.isBlocking())
  }
}
