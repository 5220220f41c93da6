import Policies
import StateStore
import TestSupport
import Testing

/// A household that moves to another time zone: what stays where it was, as nobody could move it, is told.
@Suite struct MovedZoneTests {
  private static let policy = """
    timezone: Europe/Berlin
    owner: home
    systems:
      gateway:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: unifi-api-key}
        console-timezone: Europe/Berlin
    devices:
      laptop: "00:00:5e:00:53:11"
    targets:
      ben: {devices: [laptop]}
    policy:
      - ben off 21:00–07:00
    """

  private static func story(at time: String = "2026-11-23 15:00:00") async throws -> Chronicle {
    var story = Chronicle(policy: policy)
    try await story.pass(until: time)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 5)
    return story
  }

  private static func edit(_ before: String, _ after: String, in story: inout Chronicle) {
    story.world.files["household.yaml"] = story.world.files["household.yaml"]?.replacing(before, with: after)
  }

  private func expect(_ words: String, isSaid: Bool, by story: Chronicle, at line: SourceLocation = #_sourceLocation) {
    for run in [story.plan(), story.apply(), story.world.run("status", "household.yaml")] {
      #expect((run.output + run.error).unwrapped.contains(words) == isSaid, "\(run)", sourceLocation: line)
    }
  }

  // MARK: The clock of a system

  private static let unset =
    "the policy says that the clock of 'gateway' is in America/New_York now, no longer in Europe/Berlin: until the console is "
    + "set to that, it keeps the hours by its old clock"

  /// The same hours by another clock: nothing is sent, and nobody can see whether somebody has set the console.
  @Test func aConsoleThatHasToBeSetIsToldOfForAWeek() async throws {
    var story = try await Self.story()
    expect(Self.unset, isSaid: false, by: story)
    Self.edit("Europe/Berlin", "America/New_York", in: &story)
    let plan = story.plan().output
    #expect(plan.unwrapped.contains(Self.unset) && plan.contains("Nothing to do"), "\(plan)")
    for _ in 1...2 {
      expect(Self.unset, isSaid: true, by: story)
      await story.pass(minutes: 5)
    }
    await story.pass(hours: 6 * 24)
    expect(Self.unset, isSaid: true, by: story)
    await story.pass(hours: 24)
    expect(Self.unset, isSaid: false, by: story)
  }

  /// What was never followed, or is taken back, has moved nothing; a name is no clock.
  @Test(arguments: [("America/New_York", "Europe/Berlin"), ("Europe/Copenhagen", "Europe/Berlin")])
  func aMoveThatIsTakenBackIsNotTold(_ there: String, _ back: String) async throws {
    var story = try await Self.story()
    Self.edit("Europe/Berlin", there, in: &story)
    #expect(story.apply().status == 0)
    await story.pass(minutes: 5)
    Self.edit(there, back, in: &story)
    #expect(story.apply().status == 0)
    expect("keeps the hours by its old clock", isSaid: false, by: story)
  }

  @Test func anotherNameOfTheSameZoneIsNoMove() async throws {
    var story = try await Self.story()
    Self.edit("Europe/Berlin", "Asia/Calcutta", in: &story)
    #expect(story.apply().status == 0)
    await story.pass(hours: 8 * 24)
    expect("old clock", isSaid: false, by: story)
    Self.edit("timezone: Asia/Calcutta", "timezone: Asia/Kolkata", in: &story)
    // The hours go on being the console's, which is in the same zone under another name.
    let plan = story.plan().output.unwrapped
    #expect(plan.contains("by the console's own clock") && plan.contains("Nothing to do"), "\(plan)")
    expect("old clock", isSaid: false, by: story)
    #expect(!story.world.run("validate", "household.yaml").output.contains("system.clock"))
  }

  // MARK: What was made before

  @Test func whatWasMadeBeforeTheMoveIsNamed() async throws {
    var story = try await Self.story()
    for words in ["ben off --until 20:00", "ben on --from 2026-11-25T20:00 --until 2026-11-25T22:30"] {
      let run = story.world.run(
        ["override", "--policy", "household.yaml"] + words.split(separator: " ").map(String.init))
      #expect(run.status == 0, "\(run)")
    }
    #expect(story.apply().status == 0)
    await story.pass(minutes: 5)
    Self.edit("timezone: Europe/Berlin", "timezone: America/New_York", in: &story)
    let words =
      "times are those of America/New_York now, no longer of Europe/Berlin, and what was made before keeps its instants: "
      + "override 2 is from Wed 14:00 to Wed 16:30, not from Wed 20:00 to Wed 22:30; override 1 ends 14:00, not 20:00"
    for _ in 1...2 {
      expect(words, isSaid: true, by: story)
      await story.pass(minutes: 5)
    }
    let history = story.world.run("history").output.unwrapped
    #expect(history.contains("time zone Europe/Berlin → America/New_York"), "\(history)")
    // What is made afterwards is meant by the new clock; of what is over nobody hears.
    #expect(story.world.run("override", "--policy", "household.yaml", "ben", "off", "--until", "18:00").status == 0)
    await story.pass(hours: 8)
    expect("keeps its instants: override 2 is from", isSaid: true, by: story)
    await story.pass(hours: 48)
    expect("keeps its instants", isSaid: false, by: story)
  }

  /// An earlier version has kept the name of the zone alone.
  @Test func theZoneThatAnEarlierVersionKeptCounts() throws {
    let folder = StateFolder()
    let store = try StateStore(writing: folder.path, now: Chronicle().now)
    try store.keep(zone: "Europe/Berlin")
    #expect(try store.clocks() == KeptClocks(policy: KeptClock(zone: "Europe/Berlin")))
    let kept = KeptClocks(
      policy: KeptClock(zone: "Asia/Kolkata", before: "Europe/Berlin", since: Chronicle().now),
      systems: [Name("gateway"): KeptClock(zone: "Asia/Kolkata")])
    try store.keep(kept)
    #expect(try store.clocks() == kept)
    #expect(try store.zone() == "Asia/Kolkata")
    try store.keep(zone: "UTC")
    #expect(try store.clocks().policy == KeptClock(zone: "UTC"))
  }
}
