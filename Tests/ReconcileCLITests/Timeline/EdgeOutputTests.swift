import Host
import Policies
import Providers
import TestSupport
import Testing

@testable import ReconcileCLI

/// What commands say of what is done at a time, and of doors.
@Suite struct EdgeOutputTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems: {house: {kind: pretend-house, url: http://192.168.1.9}}
    targets:
      gate: {action: gate.open, may-open: true}
      front: {locks: [Front], may-unlock: true}
      bell: {action: bell.ring}
    policy:
      - front locked 22:00–06:00
      - {do: gate at 06:45 on weekdays, because: the bin lorry}
      - gate at 08:10, 23:50 on sat
    tests:
      - {at: 2026-11-23 06:45, expect: {gate: runs}}
      - {at: 2026-11-22 06:45, expect: {gate: runs}}
      - {from: 2026-11-23 06:00, to: 2026-11-23 08:00, expect: {gate: leave}}
      - {from: 2026-11-22 06:00, to: 2026-11-22 08:00, expect: {gate: runs}}

    """

  private static func world(_ policy: String = policy) -> TestWorld {
    var world = TestWorld()
    world.kinds = ProviderKinds(ProviderKinds.shipped.all + [.pretendHouse])
    world.files["home.yaml"] = policy
    world.files["new.yaml"] = policy.replacing("06:45 on weekdays", with: "07:00 on mon-thu")
    return world
  }

  @Test(
    arguments: [
      "validate home.yaml", "explain --policy home.yaml", "explain gate bell --policy home.yaml --format json",
      "next home.yaml", "next home.yaml --format json --hours 12", "next gate --hours 1 --policy home.yaml",
      "timeline home.yaml --days 7",
      "timeline gate --policy home.yaml --days 3 --format json", "timeline home.yaml --days 7 --format svg",
      "compare home.yaml new.yaml", "compare home.yaml new.yaml --format markdown", "test home.yaml",
    ]) func says(_ line: String) throws
  {
    let (status, output, error) = Self.world().run(line.split(separator: " ").map(String.init))
    let name = line.replacing(" ", with: "_").replacing("--", with: "") + (line.hasSuffix("svg") ? "" : ".txt")
    let text = line.hasSuffix("svg") ? output : "status \(status)\n\(output)\(error)"
    try Golden.check(text, "edges/" + (line.hasSuffix("svg") ? "timeline.svg" : name))
  }

  /// What an override may ask of a door, of a service and of what has no states.
  @Test(
    arguments: [
      ("override front locked --for 1h", 0, "front locked"), ("override front unlocked --for 1h", 0, "front unlocked"),
      ("lock front --for 1h", 0, "front locked"),
      ("override front off --for 1h", 64, "'front' can be unlocked or locked"),
      ("override gate on --for 1h", 64, "'gate' has no states"), ("lock gate --for 1h", 64, "'gate' has no states"),
      ("more front 30m", 64, "no bedtime"), ("more gate 30m", 64, "'gate' has no states"),
    ]) func overrides(_ line: String, _ status: Int32, _ text: String)
  {
    let found = Self.world().run(line.split(separator: " ").map(String.init) + ["--policy", "home.yaml"])
    #expect(found.status == status && (found.output + found.error).contains(text), "\(found)")
  }

  @Test func anOverrideNeedsThePermission() {
    let world = Self.world(Self.policy.replacing("{locks: [Front], may-unlock: true}", with: "{locks: [Front]}"))
    let refused = world.run("override", "front", "unlocked", "--for", "1h", "--policy", "home.yaml")
    #expect(refused.status == 64 && refused.error.contains("may-unlock: true"), "\(refused)")
    #expect(world.run("override", "front", "locked", "--for", "1h", "--policy", "home.yaml").status == 0)
  }

  /// An override that was made while it was permitted counts no longer when the permission is gone.
  @Test func aPermissionThatIsTakenBackEndsIt() {
    var world = Self.world()
    #expect(world.run("override", "front", "unlocked", "--for", "3h", "--policy", "home.yaml").status == 0)
    #expect(world.run("explain", "front", "--policy", "home.yaml").output.contains("front: unlocked"))
    world.files["home.yaml"] = Self.policy.replacing("{locks: [Front], may-unlock: true}", with: "{locks: [Front]}")
    let explained = world.run("explain", "front", "--policy", "home.yaml")
    #expect(explained.output.contains("front: left alone"), "\(explained)")
    #expect(explained.error.contains("which the policy does not allow"), "\(explained)")
  }

  /// What joins a target of targets is judged by itself, whatever holds for the others.
  @Test(
    arguments: [
      ("[front, back]", "override 1 wants 'unlocked', which the policy does not allow for 'back'"),
      ("[front, gate, bell]", "override 1 wants 'unlocked', which 'gate' and 'bell' cannot be"),
    ]) func whatJoinsAndDoesNotSuitIsLeftOut(_ members: String, _ text: String)
  {
    let all = Self.policy.replacing(
      "  bell: {", with: "  back: {locks: [Back]}\n  doors: {targets: [front]}\n  bell: {")
    var world = Self.world(all)
    #expect(world.run("override", "doors", "unlocked", "--for", "3h", "--policy", "home.yaml").status == 0)
    world.files["home.yaml"] = all.replacing("targets: [front]", with: "targets: \(members)")
    let explained = world.run("explain", "front", "back", "--policy", "home.yaml")
    #expect(
      explained.output.contains("front: unlocked") && explained.output.contains("back: left alone"), "\(explained)")
    #expect(explained.error.contains("\(text); it still counts for the rest of 'doors'\n"), "\(explained)")
  }
}

extension ProviderKind {
  /// A kind with which policies are read and shown; nothing talks to such a house.
  static let pretendHouse = ProviderKind(
    system: .pretendHouse, basePath: { $0.path },
    connect: { _ in preconditionFailure("nothing talks to a pretend house") },
    checkup: Checkup(
      nameHint: "", interface: "", webPageHint: "", absentHint: "", credential: { _ in .ok(.credential, "") },
      version: { $0 }, rights: .ok(.rights, "")),
    setup: Setup(
      name: "house", scheme: .http, exampleHost: "192.168.1.9", mayRepeat: false, secret: nil, credential: { $0 },
      summaries: [:], objects: []
    ) { _ in Draft(targets: [], statements: []) })
}
