import TestSupport
import Testing

/// Two targets that name one object: neither has it, and who looks at either is told.
@Suite struct SharedObjectTests {
  @Test func eachOfTheTargetsIsInDoubt() async {
    let policy = PretendHousehold.policy.replacing(
      "  kids: {system: gateway, acl-rules: [\"Downtime-*\"]}",
      with:
        "  kids: {system: gateway, acl-rules: [\"Downtime-*\"]}\n  ipad: {system: gateway, acl-rules: [Downtime-iPad]}")
    let story = Chronicle(policy: policy + "  - ipad on 09:00–22:00\n")
    let run = story.apply()
    #expect(run.status == 3, "\(run)")
    let words = "'Downtime-iPad' selected by 'kids' and 'ipad'; left alone"
    let status = story.world.run("status", "household.yaml").output.unwrapped
    #expect(status.contains("ipad should be on") && status.contains("kids should be off"), "\(status)")
    #expect(status.ranges(of: words).count == 1, "\(status)")
    for target in ["kids", "ipad"] {
      let explained = story.world.run("explain", target, "--policy", "household.yaml").output.unwrapped
      #expect(explained.contains("\(target): should be") && explained.contains(words), "\(explained)")
    }
  }
}
