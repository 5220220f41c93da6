import Policies
import StateStore
import Testing

@testable import ReconcileCLI

/// Who is only observed in a group keeps nobody else of it from an override.
@Suite struct LeftOutTests {
  private static let policy = OverrideScene.policy.replacing(
    "everything: {targets: [kids, guests]}",
    with: "everything: {targets: [kids, guests, tv]}\n  watched: {targets: [guests]}")
  private static let note = "'guests' of 'everything' is left out: the policy only observes it."

  @Test(arguments: ["override everything on --for 2h", "lock everything --for 2h", "lock kids everything --for 2h"])
  func isToldAndNotMade(_ line: String) throws {
    let scene = OverrideScene(policy: Self.policy)
    let run = scene.run(line)
    #expect(run.status == 0 && run.error == "" && run.output.unwrapped.contains(Self.note), "\(run)")
    let made = try scene.store().overrides()
    #expect(Set(made.map(\.target.text)) == ["kids", "tv"], "\(made)")
    // The group ends what it made, and not what was named beside it.
    let named = line.hasPrefix("lock kids") ? "kids everything" : "everything"
    #expect(scene.run("override end \(named)").status == 0)
    #expect(scene.run("override list").output.contains("No override is active"))
    #expect(scene.run(line + " --format json").output.contains("\"notes\":[\"\(Self.note)\"]"))
  }

  @Test(
    "what is idle but for who is left out, or about nobody else, is refused",
    arguments: [
      ("override everything off --until 21:30", 4, "kids: off until Sat 07:00 anyway"),
      ("override watched on --for 1h", 64, "'guests' is only observed"),
      ("lock watched --for 1h", 64, "'guests' is only observed"),
      ("override guests everything on --for 1h", 64, "'guests' is only observed"),
    ] as [(String, Int32, String)])
  func isRefused(_ line: String, _ status: Int32, _ said: String) throws {
    let scene = OverrideScene(policy: Self.policy.replacing("tv off 22", with: "tv off 20"))
    let run = scene.run(line)
    #expect(run.status == status && run.error.contains(said) && !run.error.contains("left out"), "\(run)")
    #expect(try scene.store().overrides().isEmpty)
  }
}
