import CivilTime
import Testing

@testable import ReconcileCLI

/// Whoever asks what comes next hears that a door stays shut, however far ahead its time is.
@Suite struct LaterDoorTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems: {door: {kind: easy-control, url: http://192.168.1.9:8123, pairing: {credential: door-pairing}}}
    targets:
      front: {system: door, entities: [lock.front_door]}
      gate: {system: door, action: door.unlock, may-unlock: true}
    policy:
      - front locked
      - {do: gate at 21:05 on fridays, grace: 5m}

    """

  /// Five minutes ahead, a week ahead and within the hours, and a week ahead and after them.
  @Test(arguments: [(0, "1"), (600, "200"), (600, "1"), (600, "48")] as [(Int64, String)])
  func staysShut(_ seconds: Int64, _ hours: String) throws {
    for (policy, isKept) in [(Self.policy, true), (Self.policy.replacing("  - front locked\n", with: ""), false)] {
      var world = TestWorld(files: ["household.yaml": policy])
      world.now = world.now + seconds
      let text = world.run("next", "household.yaml", "--hours", hours)
      #expect(text.status == 0 && text.output.contains("gate"), "\(text)")
      let words = "unless it opens what 'front' has: locked"
      #expect(text.output.unwrapped.contains(words) == isKept, "\(text)")
      let json = world.run("next", "household.yaml", "--hours", hours, "--format", "json").output
      #expect(json.contains(#""unless":{"target":"front""#) == isKept, "\(json)")
    }
  }
}
