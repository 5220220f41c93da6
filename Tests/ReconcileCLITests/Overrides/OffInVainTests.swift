import Simulator
import TestSupport
import Testing

/// What is off on a Pi-hole that is paused holds nothing back: whoever pauses it, looks or asks is told.
@Suite struct OffInVainTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems:
      pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}
    targets:
      phone: {groups: [kids], when-off: enabled}
    policy:
      - phone off 20:00–23:00
      - resume pihole

    """

  private static let told = "phone: holds nothing back while 'pihole' is paused"

  @Test func whoeverPausesItIsToldWhatThatFrees() {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    #expect(!scene.run("status").output.contains("holds nothing back"))
    let made = scene.run("override pihole paused --for 1h")
    let words = "While 'pihole' is paused, 'phone' holds nothing back, though it is off."
    #expect(made.status == 0 && (made.output + made.error).unwrapped.contains(words), "\(made)")
    let status = scene.run("status")
    #expect(status.output.unwrapped.contains("\(Self.told) until 22:00"), "\(status)")
    let explained = scene.run("explain phone")
    #expect(explained.output.unwrapped.contains("holds nothing back while 'pihole' is paused"), "\(explained)")
    for round in 1...2 {
      let plan = scene.run("plan")
      let words = ["once 'pihole' is paused, this", "'pihole' is paused: while it is, this"][round - 1]
      #expect(plan.output.unwrapped.contains("\(words) holds nothing back"), "\(round): \(plan)")
      scene.enforce()
    }
    #expect(scene.run("status").output.unwrapped.contains("\(Self.told) until 22:00"))
    #expect(scene.run("override end pihole").status == 0)
    scene.enforce()
    for line in ["status", "plan", "explain phone"] {
      #expect(!scene.run(line).output.contains("holds nothing back"), "\(line)")
    }
  }

  /// Whichever comes second: who locks something because a child is on it has to know that it is not blocked.
  @Test func whoeverLocksDuringAPauseIsToldThatItIsInVain() {
    let words = "While 'pihole' is paused, 'phone' holds nothing back, though it is off."
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    #expect(scene.run("override pihole paused --for 1h").status == 0)
    scene.enforce()
    for line in ["lock phone --until 07:00", "override extend 2 --until 07:30", "override extend 1 --until 21:30"] {
      let answer = scene.run(line)
      #expect(answer.status == 0 && (answer.output + answer.error).unwrapped.contains(words), "\(line): \(answer)")
    }
    #expect(scene.run("override end 2").status == 0)
    let idle = scene.run("override phone off --for 20m")
    #expect(
      (idle.output + idle.error).unwrapped.contains("anyway, but holds nothing back while 'pihole' is paused"),
      "\(idle)")
    // Also of what begins while it is paused, and of what is over by then.
    let later = scene.run("lock phone --from 21:15 --for 5m")
    #expect(later.status == 0 && (later.output + later.error).unwrapped.contains(words), "\(later)")
    let after = scene.run("lock phone --from 21:45 --for 5m")
    #expect(after.status == 0 && !(after.output + after.error).contains("holds nothing back"), "\(after)")
  }

  /// As long as somebody's pause lasts, also where no run has looked since.
  @Test(arguments: [(0, true), (3_500, true), (3_599, true), (3_600, false), (5_400, false)] as [(Int64, Bool)])
  func whoeverLooksAfterThePause(_ seconds: Int64, _ isSaid: Bool) async {
    var story = Chronicle(policy: Self.policy)
    #expect(story.apply().status == 0)
    await story.pause(false, seconds: 3_600)
    #expect(story.apply().status == 0)
    await story.pass(seconds: seconds)
    let status = story.world.run("status", "household.yaml")
    #expect(status.output.unwrapped.contains(Self.told) == isSaid, "\(status)")
  }

  /// A pause at a time at which nothing is off frees nothing.
  @Test func aPauseBesideTheHoursIsNotTold() {
    let scene = RequestScene(policy: Self.policy)
    scene.enforce()
    let made = scene.run("override pihole paused --from 23:00 --for 1h")
    #expect(made.status == 0 && !(made.output + made.error).contains("holds nothing back"), "\(made)")
  }
}
