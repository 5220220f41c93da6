import Foundation
import Policies
import TestSupport
import Testing

/// Somebody who may write the state file writes rows into it.
@Suite(.waitsForPrograms) struct ForgedStateTests {
  private static func edit(_ story: Chronicle, _ sql: String) throws {
    let script = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.executescript(sys.argv[2]); db.commit()"
    let run = try Program.run("/usr/bin/python3", ["-c", script, story.world.state.file, sql])
    #expect(run.status == 0, "\(run)")
  }

  private static let forged = """
    INSERT INTO overrides(target, state, begins, ends, made_by, made_at, kind, policy, owner)
      SELECT target, 'on', begins, ends + 99999, made_by, made_at, kind, policy, owner FROM overrides WHERE id = 1
    """

  @Test func aForgedOverrideDoesNotCountUntilItIsEnded() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    try story.override(.off, of: "kids", minutes: 30)
    #expect(story.apply().status == 0)
    #expect(await story.isRuleOn(0))
    try Self.edit(story, Self.forged)
    let words = "somebody else has written into the state; that does not count: override 2"
    for _ in 1...2 {
      await story.pass(minutes: 1)
      let run = story.apply()
      #expect(run.status == 0 && run.output.unwrapped.contains(words), "\(run)")
      #expect(run.output.unwrapped.contains("'reconcile override end 2 --policy household.yaml' ends it"), "\(run)")
      #expect(await story.isRuleOn(0), "the lines of the policy and override 1 hold")
    }
    #expect(story.plan("--format", "json").output.contains(#""code":"state.not-in-history","message":"\#(words)""#))
    #expect(!story.world.run("override", "list", "--policy", "household.yaml").output.contains("\n  2 "))
    let verified = story.world.run("history", "--verify")
    #expect(verified.status == 1)
    #expect(verified.output.contains("  override 2 is not in the history: somebody else added it\n"))
    let json = story.world.run("history", "--verify", "--format", "json").output
    #expect(json.contains(#""check":"differs","count":null,"brokenAt":null"#), "\(json)")
    #expect(json.contains(#""differences":[{"what":"override","id":"2","how":"unknown"}]"#), "\(json)")
    // What the warning proposes is taken, and mends it.
    #expect(story.world.run("override", "end", "2", "--policy", "household.yaml").status == 0)
    #expect(story.world.run("history", "--verify").status == 0)
    #expect(!story.apply().output.contains("does not count"))
  }

  @Test func aSwappedPolicyIsNotFollowed() async throws {
    var story = Chronicle()
    #expect(story.apply().status == 0)
    try Self.edit(
      story, "UPDATE notes SET value = replace(value, 'kids off', 'kids on') WHERE name GLOB 'good-policy*'")
    #expect(story.world.run("history", "--verify").output.contains("the last valid policy differs"))
    story.world.files["household.yaml"] = "targets: ["
    await story.pass(minutes: 1)
    let run = story.apply()
    #expect(run.status == 65 && run.error.contains("nothing is enforced until the policy is fixed"), "\(run)")
  }
}
