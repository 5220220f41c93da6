import Approvals
import CivilTime
import Simulator
import TestSupport
import Testing

/// A Pi-hole counts the seconds of a pause by itself. Whoever sets the machine's clock meanwhile has paused nothing.
@Suite struct PauseClockTests {
  private static let policy = PretendHousehold.policy.replacing(
    "  - pause pihole weekdays\n", with: "  - pause pihole 21:00–23:00\n")

  private static func story(_ policy: String = policy) -> Chronicle {
    var story = Chronicle(policy: policy)
    story.world.boot = BootMoment(boot: "first", seconds: 5_000)
    return story
  }

  private static func isAnybodyAccused(_ story: Chronicle) throws -> Bool {
    try story.told().contains { $0.contains("outside") || $0.hasPrefix("moved") }
  }

  /// From half past nine to eleven at once: the pause is over, and the Pi-hole would go on for an hour and a half. Each time.
  @Test func ourPauseEndsWhereTheClockIsSetForward() async throws {
    var story = Self.story()
    for _ in 1...2 {
      #expect(story.apply().status == 0)
      #expect(await !story.isBlocking())
      await story.pass(minutes: 30)
      story.world.now = story.world.now + 5_460
      let run = story.apply()
      #expect(run.status == 0 && !run.output.unwrapped.contains("by hand"), "\(run)")
      #expect(await story.isBlocking())
      story.world.now = story.world.now + -5_460 + -1_800
    }
    #expect(try !Self.isAnybodyAccused(story))
  }

  /// The end comes nearer, and nobody has moved it.
  @Test func ourPauseGoesOnUntilItsEnd() async throws {
    var story = Self.story()
    #expect(story.apply().status == 0)
    for _ in 1...2 {
      await story.pass(minutes: 5)
      story.world.now = story.world.now + 1_800
      let run = story.apply()
      #expect(run.status == 0 && run.output.contains("1 change"), "\(run)")
      #expect(story.apply().output.contains("0 changes"))
      #expect(await !story.isBlocking())
    }
    #expect(try !Self.isAnybodyAccused(story))
  }

  /// Before the override began nothing is paused, and after that again.
  @Test func thePauseOfAnOverrideEndsWhereTheClockIsSetBack() async throws {
    var story = Self.story(Self.policy.replacing("21:00–23:00", with: "03:00–04:00"))
    #expect(story.apply().status == 0)
    let made = story.world.run("override", "pihole", "paused", "--for", "1h", "--policy", "household.yaml")
    #expect(made.status == 0, "\(made)")
    for _ in 1...2 {
      #expect(story.apply().status == 0)
      #expect(await !story.isBlocking())
      await story.pass(minutes: 1)
      story.world.now = story.world.now + -1_800
      let run = story.apply()
      #expect(run.status == 0 && !run.output.unwrapped.contains("by hand"), "\(run)")
      #expect(await story.isBlocking())
      story.world.now = story.world.now + 1_800
    }
    #expect(try !Self.isAnybodyAccused(story))
  }

  /// Whoever sets another timer has paused it.
  @Test func somebodysPauseStaysWhereTheClockIsSet() async throws {
    var story = Self.story()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 30)
    await story.pause(false, seconds: 1_800)
    for _ in 1...2 {
      story.world.now = story.world.now + 5_460
      let run = story.apply()
      #expect(run.status == 0 && run.output.unwrapped.contains("by hand"), "\(run)")
      #expect(await !story.isBlocking())
    }
  }

  /// A pause of the policy takes the place of somebody's own, also where that would go on for longer: the views say when, and an
  /// override says so at once.
  @Test func somebodysPauseIsShortened() async throws {
    let story = Self.story(Self.policy.replacing("21:00–23:00", with: "21:30–21:40"))
    #expect(story.apply().status == 0)
    func says(_ words: String) -> Bool {
      ["explain", "status"].allSatisfy { command in
        let told = story.world.run(command, "--policy", "household.yaml")
        return (told.output + told.error).unwrapped.contains(words)
      }
    }
    let words = "left alone until 21:30, when a pause of the policy with its own end takes its place"
    await story.pause(false, seconds: 1_200)
    #expect(story.apply().output.unwrapped.contains("by hand"))
    #expect(says("that is left alone") && !says("takes its place"))
    await story.pause(false, seconds: 3_600)
    #expect(story.apply().output.unwrapped.contains("by hand"))
    #expect(says(words))
    func override(_ time: String, from start: String? = nil) -> TestWorld.Outcome {
      let from = start.map { ["--from", $0] } ?? []
      return story.world.run(["override", "pihole", "paused", "--for", time] + from + ["--policy", "household.yaml"])
    }
    let longer = override("2h")
    #expect(longer.status == 0 && !longer.output.contains("by hand"), "\(longer)")
    #expect(story.world.run("override", "end", "pihole", "--policy", "household.yaml").status == 0)
    for _ in 1...2 {
      let made = override("5m")
      let told = "ends a pause sooner that somebody made by hand: 'pihole' was paused until 22:00:04."
      #expect(made.status == 0 && made.output.unwrapped.contains(told), "\(made)")
      #expect(story.world.run("override", "end", "pihole", "--policy", "household.yaml").status == 0)
    }
    // What begins after it has nothing to shorten, also beside one that does.
    for isBeside in [false, true] {
      if isBeside { #expect(override("5m").output.unwrapped.contains("ends a pause sooner")) }
      for start in ["22:30", "tomorrow 12:00"] {
        let later = override("5m", from: start)
        #expect(later.status == 0 && !later.output.contains("by hand"), "\(later)")
      }
      #expect(story.world.run("override", "end", "pihole", "--policy", "household.yaml").status == 0)
    }
  }

  /// What a line or an override wants of it, every view says that the pause goes on, and what ends it.
  @Test func somebodysPauseIsNamed() async throws {
    var story = Self.story(Self.policy.replacing("21:00–23:00", with: "03:00–04:00"))
    #expect(story.apply().status == 0)
    await story.pause(false, seconds: 3_600)
    for _ in 1...2 {
      #expect(story.apply().output.unwrapped.contains("by hand"))
      for command in ["explain", "status"] {
        let told = story.world.run(command, "--policy", "household.yaml")
        let text = (told.output + told.error).unwrapped
        #expect(text.contains("'pihole' is paused by hand until") && !text.contains("somebody changed it"), "\(told)")
        #expect(command == "explain" || text.contains("should be active"), "\(told)")
      }
      let idle = story.world.run("override", "pihole", "active", "--for", "30m", "--policy", "household.yaml")
      #expect(idle.status == 4 && idle.error.unwrapped.contains("but paused by hand until"), "\(idle)")
      #expect(idle.error.unwrapped.contains("enforcement: strict"), "\(idle)")
      let made = story.world.run("override", "pihole", "active", "--for", "8h", "--policy", "household.yaml")
      #expect(made.status == 0 && made.output.unwrapped.contains("runs leave that alone"), "\(made)")
      #expect(story.world.run("override", "end", "pihole", "--policy", "household.yaml").status == 0)
      await story.pass(minutes: 5)
    }
    await story.pause(true, seconds: nil)
    #expect(story.apply().status == 0)
    let told = story.world.run("explain", "--policy", "household.yaml")
    #expect(!told.error.contains("by hand"), "\(told)")
  }

  /// After another start of the machine nobody knows how long ago it was; the wall clock says it, as long as it was right.
  @Test func afterAnotherStartTheWallClockCounts() async throws {
    var story = Self.story()
    #expect(story.apply().status == 0)
    await story.pass(minutes: 30)
    story.world.boot = BootMoment(boot: "second", seconds: 20)
    story.world.files["household.yaml"] = Self.policy.replacing("21:00–23:00", with: "03:00–04:00")
    let run = story.apply()
    #expect(run.status == 0 && !run.output.unwrapped.contains("by hand"), "\(run)")
    #expect(await story.isBlocking())
  }

  /// Seconds since another start say nothing.
  @Test func afterAnotherStartSomebodysPauseStays() async throws {
    var story = Self.story(Self.policy.replacing("21:00–23:00", with: "21:00–21:20"))
    #expect(story.apply().status == 0)
    await story.pass(minutes: 10)
    await story.pause(false, seconds: 1_800)
    // By that clock the timer of ours would ring when theirs does.
    story.world.boot = BootMoment(boot: "second", seconds: 5_000 + 1_196 - 1_800)
    await story.pass(minutes: 10)
    let run = story.apply()
    #expect(run.status == 0 && run.output.unwrapped.contains("by hand"), "\(run)")
    #expect(await !story.isBlocking())
  }
}
