import Controller
import Policies
import StateStore
import Testing

@testable import Host
@testable import ReconcileCLI

/// What is done to an override that changes nothing is never said to take effect.
@Suite struct IdleAnswerTests {
  private static let (home, draft) = ("/etc/reconcile/policy.yaml", "/home/anna/draft.yaml")

  private struct House {
    let scene = OverrideScene()
    var files = FakeFiles(texts: [home: OverrideScene.policy, draft: OverrideScene.policy])

    init() throws { try scene.store().follow(PolicyFile(path: home, owner: "home"), isSame: false, at: scene.now) }

    func run(_ line: String, _ policy: String) -> TestWorld.Outcome {
      scene.run(line.split(separator: " ").map(String.init) + ["--policy", policy], files: files)
    }

    mutating func write(_ policy: String) { files = FakeFiles(texts: [home: policy]) }
  }

  private static func takesEffect(_ run: TestWorld.Outcome) -> Bool {
    run.output.contains("takes effect") || run.output.contains("reconcile apply") || run.output.contains("  now ")
      || run.output.contains("  then ")
  }

  @Test("one for a policy that is not followed", arguments: [home, draft], ["extend 1 --for 3h", "end 1", "end 1 2"])
  func isUnfollowed(_ named: String, _ deed: String) throws {
    let house = try House()
    for target in ["tv", "kids"] { #expect(house.run("lock \(target) --for 1h", Self.draft).status == 0) }
    let run = house.run("override \(deed)", named)
    let says = deed.hasPrefix("end") ? "did not count, so nothing changes: it was" : "does not count yet: it was"
    let name = deed == "end 1 2" ? "lock 2" : "It"
    #expect(run.status == 0 && run.output.unwrapped.contains("\(name) \(says) made for another policy"), "\(run)")
    #expect(!run.output.contains("takes effect") && !run.output.contains("reconcile apply"), "\(run)")
    #expect(named == Self.draft || !Self.takesEffect(run), "\(run)")
    #expect(house.run("override \(deed) --format json", named).status != 0 || !deed.hasPrefix("end"))
  }

  @Test("one for the policy that is followed, beside another that is named")
  func isForTheFollowedOne() throws {
    let house = try House()
    #expect(house.run("lock kids --for 1h", Self.home).status == 0)
    for deed in ["extend 1 --for 2h", "end 1"] {
      let run = house.run("override \(deed)", Self.draft)
      #expect(run.output.unwrapped.contains("'reconcile apply --policy \(Self.home)'"), "\(run)")
      #expect(!run.output.contains(Self.draft) && !run.output.contains("does not count"), "\(run)")
    }
  }

  /// `policy` with other lines.
  private static func changed(_ lines: [(String, String)]) -> String {
    lines.reduce(OverrideScene.policy) { $0.replacing($1.0, with: $1.1) }
  }

  private static let kids = #"kids: {acl-rules: ["Downtime-*"]}"#
  private static let renamed = changed([("kids", "emilia")])
  private static let observed = changed([(kids, #"kids: {acl-rules: ["Downtime-*"], enforcement: observe}"#)])
  private static let door = changed([
    (kids, "kids: {system: home, entities: [lock.front_door]}"), ("- kids off", "- kids locked"),
    (
      "  pihole:", "  home: {kind: home-assistant, url: http://192.168.1.9:8123, token: {credential: token}}\n  pihole:"
    ),
    ("[kids, tv]", "[tv]"), ("[kids, guests]", "[guests]"),
  ])

  private static let changes: [(policy: String, said: String, ending: String)] = [
    (renamed, "It does nothing: the policy has no target 'kids'.", "so nothing changes: the policy has no target"),
    (observed, "It does nothing: the policy only observes 'kids'.", "It changes nothing by its end: the policy only"),
    (door, "It does nothing: in the policy 'kids' cannot be 'off'.", "so nothing changes: in the policy 'kids' cannot"),
  ]

  @Test("one that reaches nothing", arguments: changes)
  func reachesNothing(_ policy: String, _ said: String, _ ending: String) throws {
    var house = try House()
    #expect(house.run("lock kids --for 1h", Self.home).status == 0)
    house.write(policy)
    let validated = house.run("validate", Self.home)
    #expect(validated.status == 0, "\(validated)")
    let list = house.run("override list", Self.home).output.unwrapped
    #expect(!list.contains("beaten by") && list.contains("does nothing: "), "\(list)")
    let json = house.run("override list --format json", Self.home).output
    #expect(json.contains("\"idle\":\"does nothing: ") && json.contains("\"beatenBy\":[]"), "\(json)")
    for (deed, words) in [("extend 1 --for 3h", said), ("end 1", ending)] {
      let run = house.run("override \(deed)", Self.home)
      #expect(run.status == 0 && run.output.unwrapped.contains(words), "\(run)")
      #expect(!run.output.contains("takes effect") && !run.output.contains("reconcile apply"), "\(run)")
    }
  }

  @Test("more time that was given before a target was renamed") func isGivenUnderAnotherName() throws {
    var house = try House()
    let said = "override 1 (kids on until 21:30:04) counts for nobody any more: the policy has no target 'kids'."
    let before = house.run("more devices 30m", Self.home)
    #expect(before.status == 0 && !before.output.contains("counts for nobody"), "\(before)")
    house.write(Self.renamed)
    for (line, end) in [("more devices 30m", "emilia on until 21:30:04"), ("more emilia 30m", "until 22:00:04")] {
      let run = house.run(line, Self.home)
      #expect(run.status == 0 && run.error.isEmpty && run.output.contains(end), "\(run)")
      #expect(run.output.unwrapped.contains(said), "\(run)")
    }
    #expect(house.run("override end 1", Self.home).status == 0)
    #expect(!house.run("more emilia 30m", Self.home).output.contains("counts for nobody"))
  }

  @Test("and its JSON does not count it") func json() throws {
    let house = try House()
    for (policy, counts) in [(Self.draft, false), (Self.home, true)] {
      #expect(house.run("lock kids --for 1h --format json", policy).output.contains("\"counts\":\(counts)"))
    }
    #expect(house.run("override end 1 --format json", Self.home).output.contains("\"counts\":false"))
    #expect(house.run("override end 2 --format json", Self.home).output.contains("\"counts\":true"))
  }
}
