import Foundation
import Simulator
import TestSupport
import Testing

@testable import Host

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
      let isTarget = !again.output.contains("has no target of that name")
      #expect(again.status == (isTarget ? 0 : 1), "\(again)")
      #expect(again.output.contains("Nothing called '\(name)' is left behind."), "\(again)")
    }
    #expect(world.run("household.yaml").status == 0)
    #expect(await house.state() == open, "the next apply leaves it open")
    let history = world.run("history").output.unwrapped
    #expect(history.contains("· released by somebody · applied"), "\(history)")
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
    #expect(run.output.contains("kept as it is") && !run.output.contains("cannot be read"), "\(run)")
    #expect(await house.state() == closed)
    #expect(!world.run("plan", "household.yaml").output.contains("release"))
    #expect(world.run("history").output.contains("kept") || world.run("history").output.contains("stay"))
  }

  /// What was to stay is managed again once a target names it again, and is told of when that is gone: each time.
  @Test(arguments: kinds) func whatCameBackIsToldOfAgain(_ kind: Kind) async {
    let name = kind.selector.isEmpty ? "pihole" : "tablet"
    var (_, world) = await leftBehind(kind)
    for _ in 1...2 {
      #expect(world.run("release", name, "--keep", "--policy", "household.yaml").status == 0)
      #expect(!world.run("household.yaml").output.contains("release"))
      world.files["household.yaml"] = Self.policy(kind)
      let back = world.run("household.yaml")
      #expect(back.status == 0 && back.output.contains("0 changes"), "\(back)")
      world.files["household.yaml"] = Self.policy(nil)
      for command in [["household.yaml"], ["status", "household.yaml"], ["plan", "household.yaml"]] {
        let told = world.run(command)
        #expect(told.output.unwrapped.contains("found so at"), "\(told)")
      }
    }
  }

  /// Who ends the program while it looks wants nothing opened.
  @Test(arguments: [StopSignal.Reason.terminated, .interrupted])
  func aSignalEndsAllOfIt(_ reason: StopSignal.Reason) async {
    var (house, world) = await leftBehind(Self.kinds[0])
    let closed = await house.state()
    await house.systems.forgetRequests()
    world.household?.beforeAnswering = { sent in if sent.entry == "GET 192.168.1.1" { sent.stop?.request(reason) } }
    let run = world.run("release", "tablet", "--yes", "--policy", "household.yaml")
    #expect(run.status == reason.status?.rawValue, "\(run)")
    #expect(await house.systems.writes.isEmpty)
    #expect(await house.state() == closed)
    world.household?.beforeAnswering = nil
    #expect(world.run("release", "tablet", "--yes", "--policy", "household.yaml").status == 0)
    #expect(await house.state() != closed)
  }

  /// What the policy that is followed keeps shut is nothing that another file has left behind.
  @Test func nothingIsLeftBehindByADraft() async {
    let house = WholeHouse()
    let kind = Self.kinds[0]
    await house.systems.console.inspect { _ = $0.perform(kind.before, seconds: nil, at: 0) }
    let (home, draft) = ("/etc/reconcile/policy.yaml", "/home/anna/draft.yaml")
    var world = house.world(Self.policy(kind))
    world.files[home] = Self.policy(kind)
    #expect(world.run(home).status == 0)
    let closed = await house.state()
    world.files[draft] = Self.policy(nil)
    let plan = world.run("plan", draft)
    #expect(!plan.output.contains("still blocks") && !plan.output.contains("reconcile release"), "\(plan)")
    #expect(!world.run("drift", draft).output.contains("still blocks"))
    #expect(!world.run("doctor", draft).output.contains("still blocks"))
    for words in [["--all", "--yes"], ["tablet", "--keep"], []] {
      let refused = world.run(["release"] + words + ["--policy", draft])
      #expect(refused.status == 4 && refused.error.contains("is not the policy that is followed"), "\(refused)")
      #expect(refused.error.contains("reconcile release --policy \(home)"), "\(refused)")
    }
    #expect(await house.state() == closed)
    // Once it is followed, and the other one is gone, it is.
    #expect(!world.run(draft).output.contains("still blocks"))
    world.files[home] = nil
    #expect(world.run(draft).output.contains("still blocks"))
    #expect(world.run("release", "--all", "--yes", "--policy", draft).status == 0)
    #expect(await house.state() != closed)
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
    #expect(unreachable.status != 0 && unreachable.output.unwrapped.contains("stays on this list"), "\(unreachable)")
    await house.systems.console.inspect { $0.isBooting = false }
    world.isAtTerminal = true
    world.typed = ["yes"]
    let rest = world.run("release", "--policy", "household.yaml")
    #expect(rest.status == 0 && rest.output.components(separatedBy: ", done").count == 3, "\(rest)")
    #expect(world.run("release", "--all", "--yes", "--policy", "household.yaml").output.contains("Nothing is left"))
  }

  /// Each that is kept is told by itself.
  @Test func severalAreKeptTogether() async {
    let house = WholeHouse()
    let both = Self.policy(Self.kinds[0]).replacing(
      "targets: {", with: "targets: {filter: {groups: [kids], when-off: disabled}, "
    )
    .replacing("printer on,", with: "printer on, filter off,")
    await house.systems.console.inspect { _ = $0.perform(Self.kinds[0].before, seconds: nil, at: 0) }
    var world = house.world(both)
    #expect(world.run("household.yaml").status == 0)
    world.files["household.yaml"] = Self.policy(nil)
    let kept = world.run("release", "--all", "--keep", "--policy", "household.yaml")
    #expect(kept.status == 0 && kept.output.contains("All 2 stay as they are"), "\(kept)")
    let history = world.run("history").output
    for name in ["tablet: 'Downtime-KidsRoom'", "filter: 'kids'"] {
      #expect(history.contains(name + " stays as it is, no longer listed"), "\(history)")
    }
  }

  /// Whoever mistypes a name must not be told that it was done.
  @Test("a slip in a name fails, and a target that has left nothing behind does not") func aSlipIsNoTarget() {
    let world = WholeHouse().world(Self.policy(Self.kinds[1]))
    #expect(world.run("household.yaml").status == 0)
    let target = world.run("release", "tablet", "--yes", "--policy", "household.yaml")
    #expect(target.status == 0 && target.output.contains("Nothing called 'tablet' is left behind.\n"), "\(target)")
    let slip = world.run("release", "tabelt", "--yes", "--policy", "household.yaml")
    #expect(slip.status == 1 && slip.output.unwrapped.contains("did you mean 'tablet'?"), "\(slip)")
  }

  /// What the rule that is to be enabled has become.
  enum Turned: CaseIterable, Sendable {
    case block
    case blockOfEverything
    case unknown
    case another

    /// A rule that allows, made into it.
    func change(_ members: [JSONValue.Field]) -> [JSONValue.Field] {
      let action = self == .unknown ? "QUARANTINE" : self == .another ? "ALLOW" : "BLOCK"
      let kept = members.filter {
        self != .blockOfEverything || !["sourceFilter", "destinationFilter"].contains($0.name)
      }
      return kept.map { member in
        switch member.name {
        case "action": .init("action", .string(action))
        case "name" where self == .another: .init("name", .string("Allow-Everything"))
        default: member
        }
      }
    }
  }

  /// It must not be enabled, however it came to be what it is, the second time no more than the first.
  @Test(arguments: Turned.allCases.filter { $0 != .another }) func whatMustNotBeEnabledIsNot(_ turned: Turned) async {
    let (house, world) = await leftBehind(Self.kinds[1])
    await house.systems.console.inspect { $0.sites[0].turn("Allow-Printer", turned) }
    let before = await house.state()
    await house.systems.forgetRequests()
    for _ in 1...2 {
      let run = world.run("release", "--all", "--yes", "--policy", "household.yaml")
      if turned == .unknown {
        #expect(run.status == 3 && run.output.unwrapped.contains("disabled, not opened; "), "\(run)")
        #expect(run.output.contains("QUARANTINE"), "\(run)")
        #expect(world.run("plan", "household.yaml").output.contains("is still disabled"))
      } else {
        #expect(run.status == 0 && run.output.contains("Nothing is left behind."), "\(run)")
        #expect(!world.run("plan", "household.yaml").output.contains("left"))
      }
      #expect(await house.state() == before)
    }
    #expect(await house.systems.writes.filter { !$0.contains("/auth") }.isEmpty)
  }

  /// It was still a rule that allows when it was shown, and is another one when it is to be written.
  @Test(arguments: Turned.allCases) func whatIsTurnedMeanwhileIsNotEnabled(_ turned: Turned) async {
    let (house, world) = await leftBehind(Self.kinds[1])
    let rule = await house.systems.console.inspect { console in
      console.sites[0].aclRules.first { $0.name == "Allow-Printer" }
    }
    guard let rule else {
      Issue.record("no such rule")
      return
    }
    for _ in 1...2 {
      await house.systems.console.inspect { $0.sites[0].put(rule) }
      await house.systems.forgetRequests()
      await house.systems.console.beforeNext({ $0.method == "GET" && $0.target.hasSuffix(rule.id) }) {
        $0.sites[0].turn("Allow-Printer", turned)
      }
      let run = world.run("release", "tablet", "--yes", "--policy", "household.yaml")
      #expect(run.status == 3 && !run.output.contains("done"), "\(run)")
      #expect(run.output.unwrapped.contains("disabled → enabled"), "\(run)")
      #expect(await house.systems.writes.filter { !$0.contains("/auth") }.isEmpty)
      let now = await house.systems.console.inspect { console in
        console.sites[0].aclRules.first { $0.id == rule.id }?.settings["enabled"]
      }
      #expect(now == .bool(false))
    }
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
        run.status == 3 && run.output.unwrapped.contains("enabled, not opened; its comment no longer says"), "\(run)")
      #expect(await house.state() == before)
    }
    #expect(world.run("release", "tablet", "--keep", "--policy", "household.yaml").status == 0)
    #expect(!world.run("plan", "household.yaml").output.contains("games.example"))
  }

  /// The number of a group says nothing where it is another group's by now, as on a Pi-hole that was set up anew.
  @Test func aGroupThatHasTheNumberOfAnotherIsNotTouched() async {
    let (house, world) = await leftBehind(Self.kinds[3])
    await house.systems.pihole.inspect { pihole in
      for (name, other) in [("kids", "x"), ("no-youtube", "kids"), ("x", "no-youtube")] {
        try? pihole.gravity.rename(group: name, to: other, isEnabled: other != "no-youtube", at: pihole.startedAt)
      }
    }
    let before = await house.state()
    #expect(!world.run("plan", "household.yaml").output.contains("left-behind"))
    for _ in 1...2 {
      let run = world.run("release", "tablet", "--yes", "--policy", "household.yaml")
      #expect(run.status == 0 && !run.output.contains("disabled"), "\(run)")
      #expect(await house.state() == before)
    }
    let plan = world.run("plan", "household.yaml")
    #expect(!plan.output.contains("is still enabled"), "\(plan)")
  }

  /// A console never gives the id of a rule to another one: it is still what was switched off, and is told by its new name.
  @Test func aRuleWithAnotherNameIsOpenedByThat() async {
    let (house, world) = await leftBehind(Self.kinds[0])
    await house.systems.console.inspect { console in
      guard let place = console.sites[0].aclRules.firstIndex(where: { $0.name == "Downtime-KidsRoom" }) else { return }
      console.sites[0].aclRules[place].settings["name"] = .string("Old rule")
    }
    for _ in 1...2 {
      #expect(world.run("plan", "household.yaml").output.unwrapped.contains("'Old rule' still blocks"))
      let shown = world.run("release", "tablet", "--policy", "household.yaml")
      #expect(shown.status == 4 && shown.output.contains("acl-rule 'Old rule' on gateway"), "\(shown)")
      #expect(!shown.output.contains("Downtime-KidsRoom"), "\(shown)")
    }
    let json = world.run("release", "tablet", "--policy", "household.yaml", "--format", "json")
    #expect(json.output.contains(#""name":"Old rule""#), "\(json)")
    #expect(world.run("household.yaml").status == 0)
    let status = world.run("status", "household.yaml")
    #expect(status.output.unwrapped.contains("~ gateway: 'Old rule' still blocks"), "\(status)")
    let run = world.run("release", "tablet", "--yes", "--policy", "household.yaml")
    #expect(
      run.status == 0 && run.output.unwrapped.contains("'Old rule' on gateway: enabled → disabled, done"), "\(run)")
    #expect(
      world.run("history").output.unwrapped.contains("'Old rule' enabled → disabled · released by somebody · applied"))
  }

  /// The policy still has its old name, which it finds no more: what was switched off is the likeliest to be meant.
  @Test func aRuleWithAnotherNameIsProposed() async {
    var (house, world) = await leftBehind(Self.kinds[0])
    world.files["household.yaml"] = Self.policy(Self.kinds[0])
    await house.systems.console.inspect { console in
      guard let place = console.sites[0].aclRules.firstIndex(where: { $0.name == "Downtime-KidsRoom" }) else { return }
      console.sites[0].aclRules[place].settings["name"] = .string("Old rule")
    }
    for _ in 1...2 {
      let run = world.run("household.yaml").output.unwrapped
      #expect(run.contains("did you mean 'Old rule'? 'tablet' switched it, and it may have been renamed"), "\(run)")
    }
    // What it never switched is found by its looks.
    world.files["household.yaml"] = Self.policy(Self.kinds[0]).replacing("[Downtime-KidsRoom]", with: "[Downtime-IPod]")
      .replacing("tablet", with: "another")
    let other = world.run("plan", "household.yaml").output.unwrapped
    #expect(other.contains("did you mean 'Downtime-iPad'?"), "\(other)")
  }

  @Test func aPolicyIsNoObject() {
    let world = WholeHouse().world()
    let run = world.run("release", "household.yaml")
    #expect(run.status == 64 && run.error.contains("give it as --policy household.yaml"), "\(run)")
  }

  // MARK: doctor and compare

  @Test func doctorTellsOfItToo() async {
    let (_, world) = await leftBehind(Self.kinds[0])
    let words = "'Downtime-KidsRoom' still blocks: 'tablet' turned the block on at"
    for _ in 1...2 {
      let run = world.run("doctor", "household.yaml")
      #expect(run.output.unwrapped.contains(words), "\(run)")
      #expect(
        run.output.unwrapped.contains("'reconcile release tablet --policy household.yaml' lifts the block"), "\(run)")
    }
    let json = world.run("doctor", "--format", "json", "household.yaml").output
    #expect(json.contains(#""check":"targets","status":"advice","code":"object.left-behind""#), "\(json)")
    #expect(!json.contains(#""warnings":[{"code":"object.left-behind""#), "\(json)")
    var other = world
    let lines = Self.policy(nil).split(separator: "\n", omittingEmptySubsequences: false)
    other.files["household.yaml"] = (lines.prefix(3) + lines.dropFirst(7)).joined(separator: "\n")
      .replacing(
        "targets: {printer: {firewall-policies: [Guest internet]}}\npolicy: [printer on]",
        with: "policy: [pause pihole]")
    let gone = other.run("doctor", "household.yaml")
    #expect(gone.output.unwrapped.contains("warning: 'Downtime-KidsRoom' may still block"), "\(gone)")
    #expect(gone.output.unwrapped.contains("'reconcile release --keep tablet --policy household.yaml'"), "\(gone)")
    let goneJSON = other.run("doctor", "--format", "json", "household.yaml").output
    #expect(goneJSON.contains(#""warnings":[{"code":"object.left-behind""#), "\(goneJSON)")
    let kept = other.run("release", "--keep", "tablet", "--policy", "household.yaml")
    #expect(kept.status == 0, "\(kept)")
    #expect(!other.run("doctor", "household.yaml").output.contains("warning"))
  }

  @Test(arguments: ["text", "markdown", "json"]) func compareSaysWhatStays(format: String) {
    // Who reads a comment is not where the file is.
    let place = format == "markdown" ? "" : " --policy new.yaml"
    let stays =
      "what it has switched off stays off; after the next apply, 'reconcile release tablet\(place)' undoes that"
    let world = TestWorld(files: ["old.yaml": Self.policy(Self.kinds[0]), "new.yaml": Self.policy(nil)])
    let run = world.run("compare", "--format", format, "old.yaml", "new.yaml")
    #expect(run.status == 2 && run.output.unwrapped.contains(stays), "\(run)")
    let back = world.run("compare", "--format", format, "new.yaml", "old.yaml")
    #expect(back.status == 2 && !back.output.contains("stays off"), "\(back)")
  }

  /// What is quoted, as somebody types it, runs and opens what the edit left behind.
  @Test(arguments: kinds, ["household.yaml", "a house's.yaml"]) func theQuotedCommandRuns(_ kind: Kind, path: String)
    async
  {
    let (house, start) = await leftBehind(kind)
    var world = start
    world.files["old.yaml"] = Self.policy(kind)
    world.files["household.yaml"] = nil
    world.files[path] = Self.policy(nil)
    let told = world.run("compare", "old.yaml", path).output.unwrapped
    let quoted = told.firstMatch(of: /'(reconcile release .*?)' undoes that/).map { String($0.1) }
    guard let quoted else {
      Issue.record("no command in \(told)")
      return
    }
    #expect(world.run(path).status == 0)
    let words = Self.words(quoted)
    #expect(words.first == "reconcile")
    let closed = await house.state()
    let run = world.run(Array(words.dropFirst()) + ["--yes"])
    #expect(run.status == 0 && run.output.unwrapped.contains(kind.words + ", done"), "\(quoted): \(run)")
    #expect(await house.state() != closed)

  }

  /// The words of a command as a shell reads them.
  private static func words(_ command: String) -> [String] {
    var words: [String] = [""]
    var isQuoted = false
    var isEscaped = false
    for character in command {
      switch character {
      case _ where isEscaped:
        words[words.count - 1].append(character)
        isEscaped = false
      case "'": isQuoted.toggle()
      case "\\" where !isQuoted: isEscaped = true
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words
  }

  struct Edit: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var old: String
    var new: String
    var leaves: Bool
    init(_ old: String, _ new: String, leaves: Bool) {
      (self.old, self.new, self.leaves) = (old, new, leaves)
      testDescription = "\(old) → \(new)"
    }
  }

  /// By what the selectors mean, not by how they are written.
  @Test(arguments: [
    Edit("acl-rules: [a, b]", "acl-rules: [a, b, c]", leaves: false),
    Edit("acl-rules: [a, b]", "acl-rules: [c, b, a]", leaves: false),
    Edit("acl-rules: [a, b]", "acl-rules: [B, A]", leaves: false),
    Edit("acl-rules: [a, b]", "acl-rules: [a]", leaves: true),
    Edit("acl-rules: [a]", "acl-rules: [ab]", leaves: true),
    Edit("acl-rules: [a]", "acl-rules: [ab, ac]", leaves: true),
    Edit("acl-rules: [Night-1, Night-2]", #"acl-rules: ["night-*"]"#, leaves: false),
    Edit("acl-rules: [Night-1, Day]", #"acl-rules: ["Night-*"]"#, leaves: true),
    Edit(#"acl-rules: ["Night-*"]"#, #"acl-rules: ["Nigh*"]"#, leaves: false),
    Edit(#"acl-rules: ["Night-?"]"#, #"acl-rules: ["Night-*"]"#, leaves: false),
    Edit(#"acl-rules: ["Night-*"]"#, #"acl-rules: ["Night-?"]"#, leaves: true),
    Edit(#"acl-rules: ["Night-*"]"#, "acl-rules: [Night-1]", leaves: true),
    Edit(#"acl-rules: ["Night-*"]"#, #"{acl-rules: ["Night-*"], not: [Night-1]}"#, leaves: true),
    Edit(#"{acl-rules: ["Night-*"], not: [Night-1]}"#, #"acl-rules: ["Night-*"]"#, leaves: false),
    Edit(
      #"{acl-rules: ["Night-*"], not: [Night-1]}"#, #"{acl-rules: ["Night-*"], not: [Night-2]}"#, leaves: true),
    Edit(#"{acl-rules: [a, b], not: [b]}"#, "acl-rules: [a]", leaves: false),
    Edit("acl-rules: [Night-1]", #"{acl-rules: ["Night*"], not: [b]}"#, leaves: false),
    Edit("acl-rules: [Night-1]", #"{acl-rules: ["Night*"], not: [NIGHT-1]}"#, leaves: true),
    Edit("acl-rules: [a]", "firewall-policies: [a]", leaves: true),
    Edit(
      "acl-rules: [\"id:01234567-89ab-cdef-0123-456789abcdef\"]",
      "acl-rules: [\"id:01234567-89AB-CDEF-0123-456789ABCDEF\"]", leaves: false),
    Edit("acl-rules: [\"id:01234567-89ab-cdef-0123-456789abcdef\"]", "acl-rules: [\"night*\"]", leaves: true),
    Edit("groups: [a], when-off: enabled", "groups: [a, b], when-off: disabled", leaves: false),
    Edit("lists: [a, b], when-off: disabled", "lists: [b], when-off: disabled", leaves: true),
    Edit(
      "domains: {deny: [a.example], groups: [x]}", "domains: {deny: [b.example, a.example], groups: [y]}",
      leaves: false),
    Edit("domains: {deny: [a.example], groups: [x]}", "domains: {allow: [a.example], groups: [x]}", leaves: true),
    Edit("domains: {deny: [a.example], groups: [x]}", "domains: {deny: [b.example], groups: [x]}", leaves: true),
    Edit(
      "domains: {deny: [a.example], groups: [x]}", "{domains: {deny: [b.example], groups: [x]}, prune: true}",
      leaves: false),
  ])
  func compareJudgesByMeaning(_ edit: Edit) {
    func policy(_ selector: String, called name: String) -> String {
      let selector = selector.hasPrefix("{") ? selector : "{\(selector)}"
      return Self.policy(nil).replacing("targets: {", with: "targets: {\(name): \(selector), ")
        .replacing("[printer on]", with: "[printer on, \(name) off]")
    }
    // Under the name that it had, and under another one, where nothing stays either.
    for name in ["tablet", "emma"] {
      let world = TestWorld(files: [
        "old.yaml": policy(edit.old, called: "tablet"), "new.yaml": policy(edit.new, called: name),
      ])
      let run = world.run("compare", "old.yaml", "new.yaml")
      #expect([0, 2].contains(run.status), "\(run)")
      let count = run.output.unwrapped.components(separatedBy: "reconcile release tablet").count - 1
      #expect(count == (edit.leaves ? 1 : 0), "\(name): \(run)")
    }
  }

  @Test func compareTellsOfASystemThatIsGone() {
    let new = "timezone: Europe/Berlin\nowner: home\npolicy: []\n"
    let world = TestWorld(files: ["old.yaml": Self.policy(Self.kinds[0]), "new.yaml": new])
    let run = world.run("compare", "old.yaml", "new.yaml").output.unwrapped
    #expect(run.contains("'reconcile release --keep tablet --policy new.yaml' only ends the warnings"), "\(run)")
  }
}

extension UniFiSite {
  /// Makes the rule called `name` what somebody has turned it into.
  fileprivate mutating func turn(_ name: String, _ turned: ReleaseTests.Turned) {
    for place in aclRules.indices where aclRules[place].name == name {
      guard case .object(let members) = aclRules[place].settings else { continue }
      aclRules[place].settings = .object(turned.change(members))
    }
  }

  /// Puts back the rule of the same id.
  fileprivate mutating func put(_ rule: ACLRule) {
    for place in aclRules.indices where aclRules[place].id == rule.id { aclRules[place] = rule }
  }
}
