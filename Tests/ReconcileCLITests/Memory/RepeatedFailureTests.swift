import CivilTime
import JSONTree
import Simulator
import TestSupport
import Testing

/// What a system refuses every minute is in the history when it begins, when its reason changes, and when it ends.
@Suite struct RepeatedFailureTests {
  private static let policy = PretendHousehold.policy.replacing("  - pause pihole weekdays\n", with: "")

  /// The outcomes of the changes in the history, the earliest first.
  private static func outcomes(_ world: TestWorld) throws -> [String] {
    let run = world.run("history", "--since", "2026-11-01", "--format", "json")
    let entries = try JSON(parsing: Array(run.output.utf8))["entries"]?.elements ?? []
    return entries.filter { $0["kind"]?.string == "change" }.compactMap { $0["outcome"]?.string }
  }

  private static func setRole(_ role: UniFiKey.Role, _ world: TestWorld) async {
    await world.household?.console.inspect { $0.keys = [UniFiKey(Household.apiKey, role: role)] }
  }

  @Test func aRefusedWriteIsNotedOnceUntilItIsDone() async throws {
    var world = PretendHousehold().world(policy: Self.policy)
    #expect(world.run("apply", "household.yaml").status == 0)
    let before = try Self.outcomes(world)
    world.now = world.now + 86_400 / 2
    await Self.setRole(.viewOnly, world)
    for _ in 1...30 {
      #expect(world.run("apply", "household.yaml").status != 0)
      world.now = world.now + 60
    }
    let failed = try Self.outcomes(world).dropFirst(before.count)
    // Of two writes that one answer has refused the second is not sent.
    #expect(failed == ["failed", "skipped"], "\(failed)")
    await Self.setRole(.full, world)
    world.now = world.now + 3600
    #expect(world.run("apply", "household.yaml").status == 0)
    let done = try Self.outcomes(world).dropFirst(before.count + failed.count)
    #expect(done == ["applied", "applied"], "\(done)")
    // The next time that something fails is news: in the evening it is another change, in the morning after the same one, in
    // the same words.
    for part in ["evening", "morning"] {
      let known = try Self.outcomes(world).count
      world.now = world.now + 86_400 / 2
      await Self.setRole(.viewOnly, world)
      for _ in 1...3 {
        #expect(world.run("apply", "household.yaml").status != 0)
        world.now = world.now + 60
      }
      let again = try Self.outcomes(world).dropFirst(known)
      #expect(again == ["failed", "skipped"], "\(part): \(again)")
      await Self.setRole(.full, world)
      #expect(world.run("apply", "household.yaml").status == 0)
    }
    #expect(world.run("history", "--verify").status == 0)
  }

  /// A run about other targets, or one that was refused as a whole, has not tried it and says nothing of it.
  @Test(arguments: [["--target", "guests"], ["--max-changes", "0"]])
  func aRunThatDoesNotTryItSaysNothingOfIt(_ options: [String]) async throws {
    let targets = """
        kids: {system: gateway, acl-rules: [Downtime-KidsRoom]}
        guests: {system: gateway, acl-rules: [Downtime-iPad], otherwise: leave}
      """
    let policy = Self.policy.replacing(#"  kids: {system: gateway, acl-rules: ["Downtime-*"]}"#, with: targets)
    var world = PretendHousehold().world(policy: policy)
    #expect(world.run("apply", "household.yaml").status == 0)
    let before = try Self.outcomes(world)
    world.now = world.now + 86_400 / 2
    await Self.setRole(.viewOnly, world)
    for _ in 1...3 {
      #expect(world.run("apply", "household.yaml").status != 0)
      world.now = world.now + 60
      _ = world.run(["apply", "household.yaml"] + options)
      world.now = world.now + 60
    }
    #expect(try Self.outcomes(world).dropFirst(before.count) == ["failed"])
  }
}
