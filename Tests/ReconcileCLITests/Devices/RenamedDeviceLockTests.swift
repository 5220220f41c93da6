import CivilTime
import Simulator
import TestSupport
import Testing

/// What was made for the devices of a target stays with its name, and so does what a lock has shut of it.
@Suite struct RenamedDeviceLockTests {
  private static let policy = """
    timezone: Europe/Berlin
    owner: home
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
    devices:
      laptop: "00:00:5e:00:53:11"
    targets:
      ben: {devices: [laptop]}
    policy:
      - ben off 02:00–07:00

    """

  @Test func theEndOfTheLockNamesWhatOpensIt() async {
    var story = Chronicle(policy: Self.policy)
    #expect(story.world.run("lock", "ben", "--for", "2h", "--policy", "household.yaml").status == 0)
    #expect(story.apply().status == 0)
    #expect(await Self.isBlocked(story))
    await story.pass(minutes: 1)
    story.world.files["household.yaml"] = Self.policy.replacing("ben", with: "benny")
    #expect(story.apply().status == 0)
    let list = story.world.run("override", "list", "--policy", "household.yaml").output.unwrapped
    #expect(list.contains("does nothing: the policy has no target 'ben'"), "\(list)")
    let end = story.world.run("override", "end", "1", "--policy", "household.yaml")
    let words = "stays as it is until 'reconcile release ben --policy household.yaml' opens it."
    #expect(end.status == 0 && end.output.unwrapped.contains(words), "\(end)")
    await story.pass(minutes: 1)
    #expect(story.apply().status == 0)
    #expect(await Self.isBlocked(story))
    let release = story.world.run("release", "ben", "--yes", "--policy", "household.yaml")
    #expect(release.status == 0, "\(release)")
    #expect(await !Self.isBlocked(story))
  }

  /// Where the file's own is removed once nothing names it, the lock keeps it until its end.
  @Test(arguments: [true, false]) func whatIsPrunedStaysAsLongAsTheLockHolds(_ isEnded: Bool) async {
    let policy = Self.policy.replacing("unifi-api-key}}", with: "unifi-api-key}, prune: true}")
    var story = Chronicle(policy: policy)
    #expect(story.world.run("lock", "ben", "--for", "2h", "--policy", "household.yaml").status == 0)
    #expect(story.apply().status == 0)
    #expect(await Self.isBlocked(story))
    story.world.files["household.yaml"] = policy.replacing("ben", with: "benny")
    for _ in 1...3 {
      await story.pass(minutes: 1)
      let run = story.apply()
      #expect(run.status == 3, "\(run)")
      #expect(run.output.unwrapped.contains("lock 1 on 'ben' has switched it and holds"), "\(run)")
      #expect(await Self.isBlocked(story))
    }
    if isEnded {
      let end = story.world.run("override", "end", "1", "--policy", "household.yaml")
      let words = "The next run removes what it has switched, as 'prune' says."
      #expect(end.status == 0 && end.output.unwrapped.contains(words), "\(end)")
      #expect(!end.output.contains("release"), "\(end)")
    } else {
      await story.pass(minutes: 120)
    }
    let run = story.apply()
    #expect(run.status == 0 && run.output.contains("enabled → absent, done"), "\(run)")
    #expect(await !Self.isBlocked(story))
    #expect(story.apply().output.contains("Nothing to do"))
  }

  private static func isBlocked(_ story: Chronicle) async -> Bool {
    let now = Double(story.now.secondsSinceEpoch)
    return await story.household.console.inspect { $0.blocks("00:00:5e:00:53:11", at: now) == true }
  }
}
