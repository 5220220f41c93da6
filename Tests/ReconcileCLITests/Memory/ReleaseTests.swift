import Foundation
import Simulator
import TestSupport
import Testing

@testable import ReconcileCLI

/// `release` of every kind of object: what it opens is what the policy had closed, and nothing else.
@Suite struct ReleaseTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What the target selects.
    var selector: String
    /// How `release` names the object and its step.
    var words: String
    /// Made so by hand beforehand, so that it is the program that switches it off.
    var before: [String] = []
  }

  static let kinds = [
    Kind(
      testDescription: "ACL rule", selector: "acl-rules: [Downtime-KidsRoom]",
      words: "acl-rule 'Downtime-KidsRoom' on gateway: enabled → disabled",
      before: ["rules", "Downtime-KidsRoom", "disable"]),
    Kind(
      testDescription: "ACL rule that allows", selector: "acl-rules: [Allow-Printer]",
      words: "acl-rule 'Allow-Printer' on gateway: disabled → enabled", before: ["rules", "Allow-Printer", "enable"]),
    Kind(
      testDescription: "WiFi", selector: "wifi: [Kids]", words: "wifi 'Kids' on gateway: disabled → enabled",
      before: ["wifi", "Kids", "enable"]),
    Kind(
      testDescription: "group, off is enabled", selector: "groups: [no-youtube], when-off: enabled",
      words: "group 'no-youtube' on pihole: enabled → disabled"),
    Kind(
      testDescription: "group, off is disabled", selector: "groups: [kids], when-off: disabled",
      words: "group 'kids' on pihole: disabled → enabled"),
    Kind(
      testDescription: "list", selector: #"lists: ["https://lists.example/advertising.txt"], when-off: disabled"#,
      words: "list 'https://lists.example/advertising.txt' on pihole: disabled → enabled"),
    Kind(
      testDescription: "domain entry", selector: "domains: {deny: [games.example], groups: [kids]}",
      words: "domain 'games.example' on pihole: enabled → disabled"),
    Kind(
      testDescription: "pause without an end", selector: "", words: "blocking on pihole: paused → active"),
  ]

  private static let head = (WholeHouse.policy.components(separatedBy: "targets:").first ?? "")

  private static func policy(_ kind: Kind?) -> String {
    guard let kind else {
      return head + "targets: {printer: {firewall-policies: [Guest internet]}}\npolicy: [printer on]\n"
    }
    guard !kind.selector.isEmpty else {
      return policy(nil).replacing("[printer on]", with: "[printer on, pause pihole]")
    }
    return policy(nil).replacing("targets: {", with: "targets: {tablet: {\(kind.selector)}, ")
      .replacing("[printer on]", with: "[printer on, tablet off]")
  }

  /// The policy switched it off, and a minute later does not name it any more.
  private func leftBehind(_ kind: Kind) async -> (WholeHouse, TestWorld) {
    let house = WholeHouse()
    if !kind.before.isEmpty {
      await house.systems.console.inspect { _ = $0.perform(kind.before, seconds: nil, at: 0) }
    }
    var world = house.world(Self.policy(kind))
    let apply = world.run("household.yaml")
    #expect(apply.status == 0, "\(apply)")
    world.files["household.yaml"] = Self.policy(nil)
    return (house, world)
  }

  @Test(arguments: kinds) func opensWhatWasClosed(_ kind: Kind) async {
    let name = kind.selector.isEmpty ? "pihole" : "tablet"
    let (house, world) = await leftBehind(kind)
    let closed = await house.state()
    let plan = world.run("plan", "household.yaml")
    #expect(plan.output.contains("reconcile release \(name) --policy household.yaml"), "\(plan)")
    await house.systems.forgetRequests()
    let shown = world.run("release", name, "--policy", "household.yaml")
    #expect(shown.status == 4 && shown.output.unwrapped.contains(kind.words), "\(shown)")
    #expect(await house.systems.writes.filter { !$0.contains("/auth") }.isEmpty)
    let run = world.run("release", name, "--yes", "--policy", "household.yaml")
    #expect(run.status == 0 && run.output.unwrapped.contains(kind.words + ", done"), "\(run)")
    let writes = await house.systems.writes.filter { !$0.contains("/auth") }
    #expect(writes.count == 1, "\(writes)")
    let open = await house.state()
    #expect(open != closed)
    #expect(open.objects.filter { closed.objects[$0.key] != $0.value }.count <= 1)
    #expect(open.rows.filter { closed.rows[$0.key] != $0.value }.count <= 1)
    for _ in 1...2 {
      let again = world.run("release", name, "--yes", "--policy", "household.yaml")
      #expect(again.status == 0 && again.output.contains("Nothing called '\(name)' is left behind."), "\(again)")
    }
    #expect(world.run("household.yaml").status == 0)
    #expect(await house.state() == open, "the next apply leaves it open")
    let history = world.run("history").output.unwrapped
    #expect(history.contains("· released · applied"), "\(history)")
  }

  /// It is told, in JSON, and may be said to stay: of each kind, for good.
  @Test(arguments: kinds) func keepsWhatIsToStay(_ kind: Kind) async {
    let name = kind.selector.isEmpty ? "pihole" : "tablet"
    let (house, world) = await leftBehind(kind)
    let closed = await house.state()
    let json = world.run("release", "--policy", "household.yaml", "--format", "json")
    #expect(json.status == 4 && json.output.contains("\"target\":\"\(name)\""), "\(json)")
    #expect(json.output.contains("\"outcome\":null,\"message\":"), "\(json)")
    #expect(json.output.hasSuffix("}],\"unknown\":[]}\n"), "\(json)")
    let run = world.run("release", name, "--keep", "--policy", "household.yaml")
    #expect(run.status == 0 && run.output.contains("Nothing was written."), "\(run)")
    #expect(await house.state() == closed)
    #expect(!world.run("plan", "household.yaml").output.contains("release"))
    #expect(world.run("history").output.contains("kept") || world.run("history").output.contains("stay"))
  }

  @Test func severalAreOpenedTogetherAndOneIsEnough() async {
    let house = WholeHouse()
    let both = Self.policy(Self.kinds[0]).replacing(
      "targets: {", with: "targets: {filter: {groups: [kids], when-off: disabled}, wlan: {wifi: [Kids]}, "
    ).replacing("printer on,", with: "printer on, filter off, wlan off,")
    await house.systems.console.inspect {
      _ = $0.perform(["rules", "Downtime-KidsRoom", "disable"], seconds: nil, at: 0)
    }
    await house.systems.console.inspect { _ = $0.perform(["wifi", "Kids", "enable"], seconds: nil, at: 0) }
    var world = house.world(both)
    #expect(world.run("household.yaml").status == 0)
    world.files["household.yaml"] = Self.policy(nil)
    let one = world.run("release", "FILTER", "--yes", "--policy", "household.yaml")
    #expect(one.status == 0 && one.output.contains("group 'kids'") && !one.output.contains("wifi"), "\(one)")
    let shown = world.run("release", "tablet", "kids", "nobody", "--policy", "household.yaml")
    #expect(shown.output.contains("Nothing called 'nobody'") && shown.status == 4, "\(shown)")
    #expect(shown.output.contains("Downtime-KidsRoom") && shown.output.contains("wifi 'Kids'"), "\(shown)")
    await house.systems.console.inspect { $0.isBooting = true }
    let unreachable = world.run("release", "--all", "--yes", "--policy", "household.yaml")
    #expect(unreachable.status != 0 && unreachable.output.contains("stays remembered"), "\(unreachable)")
    await house.systems.console.inspect { $0.isBooting = false }
    world.isAtTerminal = true
    world.typed = ["yes"]
    let rest = world.run("release", "--policy", "household.yaml")
    #expect(rest.status == 0 && rest.output.components(separatedBy: ", done").count == 3, "\(rest)")
    #expect(world.run("release", "--all", "--yes", "--policy", "household.yaml").output.contains("Nothing is left"))
  }

  /// A rule that allowed when it was switched off, and was turned into one that blocks: nothing is there to open.
  @Test func aRuleThatBlocksByNowIsNotEnabled() async {
    let (house, world) = await leftBehind(Self.kinds[1])
    await house.systems.console.inspect { console in
      for place in console.sites[0].aclRules.indices where console.sites[0].aclRules[place].name == "Allow-Printer" {
        guard case .object(let members) = console.sites[0].aclRules[place].settings else { continue }
        console.sites[0].aclRules[place].settings = .object(
          members.map { $0.name == "action" ? .init($0.name, .string("BLOCK")) : $0 })
      }
    }
    let before = await house.state()
    #expect(!world.run("plan", "household.yaml").output.contains("left"))
    let run = world.run("release", "--all", "--yes", "--policy", "household.yaml")
    #expect(run.status == 0 && run.output.contains("Nothing is left behind."), "\(run)")
    #expect(await house.state() == before)
  }

  /// Whoever takes the mark out of an entry's comment has taken the entry over.
  @Test func anEntryThatIsNobodysIsNotTouched() async {
    let (house, world) = await leftBehind(Self.kinds[6])
    await house.systems.pihole.inspect { pihole in
      try? pihole.gravity.upsert(
        "games.example", in: .domain(.deny, .exact), comment: "mine", isEnabled: true, at: pihole.startedAt)
    }
    let before = await house.state()
    for _ in 1...2 {
      let run = world.run("release", "tablet", "--yes", "--policy", "household.yaml")
      #expect(
        run.status == 3 && run.output.unwrapped.contains("enabled, not opened; its comment does not say"), "\(run)")
      #expect(await house.state() == before)
    }
    #expect(world.run("release", "tablet", "--keep", "--policy", "household.yaml").status == 0)
    #expect(!world.run("plan", "household.yaml").output.contains("games.example"))
  }

  @Test func aPolicyIsNoObject() {
    let world = WholeHouse().world()
    let run = world.run("release", "household.yaml")
    #expect(run.status == 64 && run.error.contains("give it as --policy household.yaml"), "\(run)")
  }

  // MARK: doctor and compare

  @Test func doctorTellsOfItToo() async {
    let (_, world) = await leftBehind(Self.kinds[0])
    let words = "'Downtime-KidsRoom' still blocks: 'tablet', which switched it off at"
    for _ in 1...2 {
      let run = world.run("doctor", "household.yaml")
      #expect(run.output.unwrapped.contains(words), "\(run)")
      #expect(run.output.unwrapped.contains("'reconcile release tablet --policy household.yaml' opens it"), "\(run)")
    }
    let json = world.run("doctor", "--format", "json", "household.yaml").output
    #expect(json.contains(#""check":"targets","status":"advice","code":"object.left-behind""#), "\(json)")
    #expect(json.contains(#""warnings":[]"#), "\(json)")
    var other = world
    let lines = Self.policy(nil).split(separator: "\n", omittingEmptySubsequences: false)
    other.files["household.yaml"] = (lines.prefix(3) + lines.dropFirst(7)).joined(separator: "\n")
      .replacing(
        "targets: {printer: {firewall-policies: [Guest internet]}}\npolicy: [printer on]",
        with: "policy: [pause pihole]")
    let gone = other.run("doctor", "household.yaml")
    #expect(gone.output.unwrapped.contains("warning: 'Downtime-KidsRoom' may still be enabled"), "\(gone)")
    #expect(gone.output.unwrapped.contains("'reconcile release --keep tablet --policy household.yaml'"), "\(gone)")
    let goneJSON = other.run("doctor", "--format", "json", "household.yaml").output
    #expect(goneJSON.contains(#""warnings":[{"code":"object.left-behind""#), "\(goneJSON)")
    let kept = other.run("release", "--keep", "tablet", "--policy", "household.yaml")
    #expect(kept.status == 0, "\(kept)")
    #expect(!other.run("doctor", "household.yaml").output.contains("warning"))
  }

  @Test(arguments: ["text", "markdown", "json"]) func compareSaysWhatStays(format: String) {
    let stays = "what it has switched off stays off: after the next apply 'reconcile release tablet' opens it"
    let world = TestWorld(files: ["old.yaml": Self.policy(Self.kinds[0]), "new.yaml": Self.policy(nil)])
    let run = world.run("compare", "--format", format, "old.yaml", "new.yaml")
    #expect(run.status == 2 && run.output.unwrapped.contains(stays), "\(run)")
    let back = world.run("compare", "--format", format, "new.yaml", "old.yaml")
    #expect(back.status == 2 && !back.output.contains("stays off"), "\(back)")
  }
}
