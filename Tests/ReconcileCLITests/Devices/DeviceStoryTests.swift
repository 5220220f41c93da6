import CivilTime
import JSONTree
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import Host

/// A household whose policy names devices, run after run: what is made for them, kept, left behind and removed.
@Suite struct DeviceStoryTests {
  static let policy = """
    timezone: Europe/Berlin
    owner: home
    people: {anna: {}}
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
    devices:
      emma-ipad: "02:00:5e:00:53:01"
      emma-phone: {mac: "02:00:5e:00:53:02", because: private address is off for our WiFi}
      console: {mac: 02-00-5E-00-53-03, because: it has no other}
    targets:
      emma: {devices: [emma-ipad, emma-phone]}
      videos: {devices: [emma-ipad], apps: [YouTube, TikTok]}
    policy:
      - emma off 21:00–07:00
      - videos off 14:00–18:00

    """

  /// The policies of the file on the console, with what they block: `reconcile: emma (Internal) on 02:…`.
  private static func made(_ chronicle: Chronicle) async -> [String] {
    await chronicle.household.console.inspect { console in
      (console.sites[0].zoneFirewall?.policies ?? []).compactMap { policy in
        guard policy.origin == "USER_DEFINED", let name = policy.settings["name"]?.text, name.hasPrefix("reconcile:")
        else { return nil }
        return "\(name.dropFirst(11)) \(policy.isEnabled ? "blocks" : "rests")"
      }
    }.sorted()
  }

  private static func edit(_ chronicle: inout Chronicle, _ old: String, _ new: String) {
    let text = chronicle.world.files["household.yaml"] ?? ""
    precondition(text.contains(old), "no '\(old)' in the policy")
    chronicle.world.files["household.yaml"] = text.replacing(old, with: new)
  }

  /// Lets the same household be managed by a machine that remembers nothing.
  private static func forget(_ chronicle: inout Chronicle) {
    let (now, text) = (chronicle.world.now, chronicle.world.files["household.yaml"] ?? "")
    chronicle.world = chronicle.household.world(policy: text)
    chronicle.world.now = now
  }

  /// What was printed, wherever lines end.
  private static func words(_ run: TestWorld.Outcome) -> String {
    run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func blocks(_ chronicle: Chronicle, _ mac: String, _ destination: ClientDestination = .internet) async
    -> Bool?
  {
    await chronicle.household.console.inspect { console in
      console.blocks(mac, from: destination, at: Double(chronicle.now.secondsSinceEpoch))
    }
  }

  /// The story of the clock: what is made in the evening rests in the morning, and blocks again.
  @Test func twoChildrenGoToBed() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 12:00:00")
    #expect(await Self.made(chronicle).isEmpty)
    let plan = chronicle.plan()
    #expect(plan.status == 0 && plan.output.contains("0 changes"), "\(plan)")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.made(chronicle).isEmpty, "nothing is made before it is needed")
    try await chronicle.pass(until: "2026-11-21 21:00:30")
    let night = chronicle.apply()
    #expect(night.status == 0 && night.output.contains("absent → enabled, done"), "\(night)")
    #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
    #expect(await Self.blocks(chronicle, "02:00:5e:00:53:01") == true)
    #expect(await Self.blocks(chronicle, "02:00:5e:00:53:03") == false)
    #expect(chronicle.apply().output.contains("Nothing to do"))
    try await chronicle.pass(until: "2026-11-22 07:00:30")
    #expect(chronicle.apply().output.contains("enabled → disabled, done"))
    #expect(await Self.made(chronicle) == ["emma (Hotspot) rests", "emma (Internal) rests"])
    try await chronicle.pass(until: "2026-11-22 14:00:30")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.blocks(chronicle, "02:00:5e:00:53:01", .application(262_256)) != nil)
    #expect(await Self.blocks(chronicle, "02:00:5e:00:53:01") == false)
    #expect(chronicle.world.run("history", "--verify").status == 0)
    let told = try chronicle.told()
    #expect(
      told.contains("change reconcile: emma (Internal) gateway absent enabled first-run policy-1 applied")
        || told.contains("change reconcile: emma (Internal) gateway absent enabled schedule policy-1 applied"),
      "\(told)")
  }

  /// What the console does not list could not be lifted, is removed at once, and is not made again before a day is over.
  @Test func whatCannotBeLiftedIsNotMadeEveryMinute() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    await chronicle.household.console.inspect { $0.newPolicies.listing = .missing }
    try await chronicle.pass(until: "2026-11-21 21:00:30")
    let first = chronicle.apply()
    #expect(first.status == 3, "\(first)")
    #expect(await Self.made(chronicle).isEmpty)
    await chronicle.household.console.inspect { $0.newPolicies.listing = .whole }
    for _ in 1...3 {
      try await chronicle.pass(until: "2026-11-22 06:00:00")
      let again = chronicle.apply()
      #expect(again.status == 3 && Self.words(again).contains("was created and removed again"), "\(again)")
      #expect(await Self.made(chronicle).isEmpty)
    }
    try await chronicle.pass(until: "2026-11-22 22:00:00")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
  }

  /// One that is taken out of its target while it is off is free at once, and one that is put in is not.
  @Test func devicesComeAndGoWithTheFile() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    Self.edit(&chronicle, "emma: {devices: [emma-ipad, emma-phone]}", "emma: {devices: [emma-ipad, console]}")
    let plan = chronicle.plan()
    #expect(plan.output.contains("enabled, to be brought up to date"), "\(plan)")
    #expect(plan.output.contains("devices: + console, − emma-phone") && plan.output.contains("· policy"), "\(plan)")
    let applied = chronicle.apply()
    #expect(applied.status == 0 && applied.output.contains("2 changes"), "\(applied)")
    #expect(await Self.blocks(chronicle, "02:00:5e:00:53:02") == false)
    #expect(await Self.blocks(chronicle, "02:00:5e:00:53:03") == true)
    let history = chronicle.world.run("history").output.unwrapped
    #expect(history.contains("devices: + console, − emma-phone"), "\(history)")
    #expect(chronicle.apply().output.contains("Nothing to do"))
  }

  @Test func appsComeAndGoWithTheFile() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 15:30:00")
    #expect(chronicle.apply().status == 0)
    Self.edit(&chronicle, "apps: [YouTube, TikTok]", "apps: [YouTube, WhatsApp]")
    let plan = chronicle.plan()
    #expect(plan.output.contains("apps: + WhatsApp, − tiktok\n"), "\(plan)")
    #expect(chronicle.apply().status == 0)
    // What nobody has named has no name.
    await chronicle.editPolicy("reconcile: videos (Internal)") {
      $0.settings["destination"]?["trafficFilter"]?["applicationFilter"]?["applicationIds"] = [77]
    }
    let drift = chronicle.drift()
    #expect(drift.output.contains("apps: + YouTube, + WhatsApp, − id:77\n"), "\(drift)")
  }

  @Test func editsByHandAreDriftAndPutBack() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    await chronicle.pass(minutes: 1)
    // The next run sees under which id the console keeps what was made.
    #expect(chronicle.apply().status == 0)
    await chronicle.pass(minutes: 5)
    await chronicle.editPolicy("reconcile: emma (Internal)") {
      $0.settings["description"] = "mine now"
      $0.settings["source"]?["trafficFilter"] = nil
    }
    let drift = chronicle.drift()
    #expect(drift.status == 3 || drift.output.unwrapped.contains("changed by somebody else"), "\(drift)")
    #expect(drift.output.contains("devices: + emma-ipad, + emma-phone"))
    let applied = chronicle.apply()
    #expect(applied.status == 0 && applied.output.contains("the mark in its description"), "\(applied)")
    #expect(applied.output.unwrapped.contains("changed by somebody else"))
    #expect(await Self.made(chronicle).count == 2, "it is known by its id: no second one was made")
  }

  // MARK: - Left behind, and removed

  @Test func withoutPruneItStaysAndIsToldOf() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    Self.edit(&chronicle, "  emma: {devices: [emma-ipad, emma-phone]}\n", "")
    Self.edit(&chronicle, "  - emma off 21:00–07:00\n", "")
    let left = chronicle.apply()
    #expect(left.status == 0 && left.output.contains("'reconcile: emma (Internal)' still blocks"), "\(left)")
    #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
    // Also a machine that remembers nothing tells of it, and can open it.
    Self.forget(&chronicle)
    let found = chronicle.apply()
    #expect(
      Self.words(found).contains("made by a run that this state does not know, and 'emma' is not in this policy"),
      "\(found)")
    // What is to stay as it is is not told of again.
    let kept = chronicle.world.run("release", "emma", "--keep", "--policy", "household.yaml")
    #expect(kept.status == 0 && kept.output.contains("kept as it is"), "\(kept)")
    for _ in 1...2 {
      let run = chronicle.apply()
      #expect(run.status == 0 && !run.output.contains("still blocks"), "\(run)")
      #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
    }
    Self.forget(&chronicle)
    #expect(Self.words(chronicle.apply()).contains("made by a run that this state does not know"))
    let shown = chronicle.world.run("release", "emma", "--policy", "household.yaml")
    #expect(shown.status == 4 && shown.output.contains("enabled → disabled"), "\(shown)")
    let opened = chronicle.world.run("release", "emma", "--policy", "household.yaml", "--yes")
    #expect(opened.status == 0, "\(opened)")
    #expect(await Self.made(chronicle) == ["emma (Hotspot) rests", "emma (Internal) rests"])
    let after = chronicle.apply()
    #expect(
      Self.words(after).contains("2 firewall policies were created by this file for targets that are no longer on"))
    #expect(Self.words(after).contains("in the system 'gateway', and an 'owner' at the top unless there is one"))
    Self.edit(&chronicle, "api-key: {credential: unifi-api-key}}", "api-key: {credential: unifi-api-key}, prune: true}")
    let pruned = chronicle.apply()
    #expect(pruned.output.contains("disabled → absent, done") && pruned.output.contains("removed"), "\(pruned)")
    #expect(pruned.output.contains("target 'emma' is not in this policy"))
    #expect(await Self.made(chronicle).isEmpty)
    #expect(chronicle.apply().output.contains("Nothing to do"))
  }

  /// What becomes of a target of devices that is still in the policy: it names other things, or is on another console.
  @Test(arguments: [
    (#"emma: {system: gateway, acl-rules: ["Downtime-iPad"]}"#, "'emma' no longer needs it"),
    ("emma: {system: annex, devices: [emma-ipad]}", "target 'emma' is now on 'annex'"),
  ]) func aTargetThatIsElsewhereIsNotSaidToBeGone(_ target: String, _ words: String) async throws {
    var chronicle = Chronicle(
      policy: Self.policy.replacing("unifi-api-key}}", with: "unifi-api-key}, prune: true}")
        .replacing("  - videos off 14:00–18:00\n", with: "").replacing(
          "  videos: {devices: [emma-ipad], apps: [YouTube, TikTok]}\n", with: ""))
    try await chronicle.pass(until: "2026-11-21 21:00:30")
    #expect(chronicle.apply().status == 0)
    Self.edit(&chronicle, "emma: {devices: [emma-ipad, emma-phone]}", target)
    if words.contains("annex") {
      Self.edit(
        &chronicle, "devices:\n  emma",
        "  annex: {kind: unifi, url: https://192.168.1.9, api-key: {credential: annex-key}}\ndevices:\n  emma")
    }
    let plan = chronicle.plan()
    #expect(Self.words(plan).contains(words), "\(plan)")
    #expect(!plan.output.contains("is not in this policy"), "\(plan)")
  }

  /// A file that names no device any more, on a machine that remembers nothing: where firewall policies are read anyway,
  /// what still blocks is told; where they are not, they are not read for that.
  @Test(arguments: ["firewall-policies: [\"By hand\"]", "acl-rules: [\"Downtime-iPad\"]"])
  func afterTheLastDeviceItIsToldOfInPassing(_ selector: String) async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    await chronicle.household.console.inspect { console in
      guard var policy = console.sites[0].zoneFirewall?.policies.last(where: { $0.origin == "USER_DEFINED" }) else {
        return
      }
      policy.id = "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5b20"
      (policy.settings["name"], policy.settings["description"]) = ("By hand", "mine")
      policy.isEnabled = false
      console.sites[0].zoneFirewall?.add(policy)
    }
    let text = chronicle.world.files["household.yaml"] ?? ""
    let systems = text.prefix(upTo: try #require(text.firstRange(of: "devices:")).lowerBound)
    chronicle.world.files["household.yaml"] =
      systems + "targets:\n  kids: {\(selector)}\npolicy:\n  - kids off 14:00–15:00\n"
    Self.forget(&chronicle)
    let isRead = selector.hasPrefix("firewall")
    await chronicle.household.console.clearLog()
    let plan = chronicle.plan()
    #expect(Self.words(plan).contains("'reconcile: emma (Internal)' still blocks") == isRead, "\(plan)")
    #expect(await chronicle.household.console.log.count == 3, "the version, the site, and one list")
    // It is remembered from then on, and can be opened.
    #expect(chronicle.apply().status == 0)
    let opened = chronicle.world.run("release", "emma", "--policy", "household.yaml", "--yes")
    #expect(opened.status == (isRead ? 0 : 1), "\(opened)")
    let word = isRead ? "rests" : "blocks"
    #expect(await Self.made(chronicle) == ["emma (Hotspot) \(word)", "emma (Internal) \(word)"])
    let later = chronicle.plan("--target", "kids")
    #expect(!later.output.contains("emma"), "\(later)")
  }

  /// Adds a policy somebody made to the console: a copy of one of the file's, with this name and description.
  private static func addByHand(_ chronicle: Chronicle, _ name: String, _ description: String) async {
    await chronicle.household.console.inspect { console in
      guard var policy = console.sites[0].zoneFirewall?.policies.last(where: { $0.origin == "USER_DEFINED" }) else {
        return
      }
      policy.id = "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5b2\(name.count % 10)"
      (policy.settings["name"], policy.settings["description"]) = (.string(name), .string(description))
      console.sites[0].zoneFirewall?.add(policy)
    }
  }

  /// A second box with the same owner and an empty state: what the first one made is told of, and removed by nobody but who asks.
  @Test func whatAnotherMachineMadeIsNotRemoved() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    let before = await Self.made(chronicle)
    Self.edit(&chronicle, "api-key: {credential: unifi-api-key}}", "api-key: {credential: unifi-api-key}, prune: true}")
    Self.edit(&chronicle, "  emma: {devices: [emma-ipad, emma-phone]}\n", "")
    Self.edit(&chronicle, "  - emma off 21:00–07:00\n", "")
    Self.forget(&chronicle)
    for _ in 1...3 {
      for run in [chronicle.plan(), chronicle.apply()] {
        let words = Self.words(run)
        #expect(run.status == 0 && !words.contains("enabled → absent"), "\(run)")
        #expect(
          words.contains("made by a run that this state does not know, and 'emma' is not in this policy"), "\(run)")
        #expect(words.contains("if another file has the owner 'home', give this one another 'owner'"), "\(run)")
      }
      #expect(await Self.made(chronicle) == before)
      await chronicle.pass(minutes: 1)
    }
    let opened = chronicle.world.run("release", "emma", "--policy", "household.yaml", "--yes")
    #expect(opened.status == 0 && Self.words(opened).contains("enabled → disabled, done"), "\(opened)")
    let removed = chronicle.apply()
    #expect(removed.status == 0 && removed.output.contains("removed"), "\(removed)")
    #expect(await Self.made(chronicle).isEmpty)
  }

  /// Somebody's own policies that mention ours are theirs: neither removed nor told of.
  @Test(arguments: [true, false]) func whatMentionsAMarkIsSomebodysOwn(_ prunes: Bool) async throws {
    var chronicle = Chronicle(policy: Self.policy)
    if prunes {
      Self.edit(
        &chronicle, "api-key: {credential: unifi-api-key}}", "api-key: {credential: unifi-api-key}, prune: true}")
    }
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    await Self.addByHand(chronicle, "reconcile: a", "Like reconcile:home/emma, but for the telly")
    await Self.addByHand(chronicle, "reconcile: bb", "see reconcile:home/emma. Anna")
    await Self.addByHand(chronicle, "reconcile: ccc", "Like reconcile:home/Emma")
    let before = await Self.made(chronicle)
    #expect(before.count == 5, "\(before)")
    for _ in 1...2 {
      let run = chronicle.apply()
      #expect(run.status == 0 && run.output.contains("Nothing to do") && !run.output.contains("warning"), "\(run)")
      #expect(await Self.made(chronicle) == before)
    }
  }

  /// What blocks in the night stays while the rule that is to block instead is not there: of the same target, or of one
  /// that it was renamed to. By day nothing has to.
  @Test(arguments: ["emma", "zoe"]) func whatBlocksStaysWhileTheOtherRuleIsMissing(_ name: String) async throws {
    var chronicle = Chronicle(policy: Self.policy)
    Self.edit(&chronicle, "api-key: {credential: unifi-api-key}}", "api-key: {credential: unifi-api-key}, prune: true}")
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    let text = chronicle.world.files["household.yaml"] ?? ""
    func rewrite(_ rule: String) {
      chronicle.world.files["household.yaml"] = text.replacing(
        "emma: {devices: [emma-ipad, emma-phone]}", with: "\(name): {firewall-policies: [\(rule)]}"
      ).replacing("- emma off", with: "- \(name) off")
    }
    rewrite("Nope")
    for _ in 1...2 {
      let run = chronicle.apply()
      #expect(run.status == 3 && Self.words(run).contains("is removed once everything that is to block"), "\(run)")
      #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
    }
    if name == "emma" {
      await Self.addByHand(chronicle, "By hand", "mine")
      rewrite("By hand")
    } else {
      try await chronicle.pass(until: "2026-11-22 07:00:30")
    }
    let removed = chronicle.apply()
    #expect(removed.output.contains("removed"), "\(removed)")
    #expect(await Self.made(chronicle).isEmpty)
  }

  /// Nobody can switch what has no id, and it blocks for ever: that is a problem, each counted.
  @Test func whatCannotBeRemovedIsAProblem() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    Self.edit(&chronicle, "api-key: {credential: unifi-api-key}}", "api-key: {credential: unifi-api-key}, prune: true}")
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    Self.edit(&chronicle, "  emma: {devices: [emma-ipad, emma-phone]}\n", "")
    Self.edit(&chronicle, "  - emma off 21:00–07:00\n", "")
    for name in ["Internal", "Hotspot"] {
      await chronicle.editPolicy("reconcile: emma (\(name))") { $0.hasID = false }
    }
    for _ in 1...2 {
      let run = chronicle.apply()
      #expect(run.status == 3 && run.output.contains("2 problems"), "\(run)")
      #expect(Self.words(run).ranges(of: "lists it without an id").count == 2, "each is told once: \(run)")
      #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
    }
    let json = try JSON(parsing: Array(chronicle.plan("--format", "json").output.utf8))
    #expect(json["problems"]?.elements?.count == 2 && json["summary"]?["problems"]?.int == 2)
  }

  /// What could not be removed is known by its id until it is gone, whatever becomes of its mark.
  @Test func aRemovalThatFailsIsTriedAgain() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    Self.edit(&chronicle, "api-key: {credential: unifi-api-key}}", "api-key: {credential: unifi-api-key}, prune: true}")
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    await chronicle.pass(minutes: 1)
    #expect(chronicle.apply().status == 0)
    Self.edit(&chronicle, "  emma: {devices: [emma-ipad, emma-phone]}\n", "")
    Self.edit(&chronicle, "  - emma off 21:00–07:00\n", "")
    await chronicle.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey, role: .viewOnly)] }
    let refused = chronicle.apply()
    #expect(refused.status != 0, "\(refused)")
    await chronicle.household.console.inspect { console in
      console.keys = [UniFiKey(Household.apiKey)]
      for place in (console.sites[0].zoneFirewall?.policies ?? []).indices {
        guard console.sites[0].zoneFirewall?.policies[place].settings["name"]?.text?.hasPrefix("reconcile:") == true
        else {
          continue
        }
        console.sites[0].zoneFirewall?.edit(at: place) { $0.settings["description"] = "mine" }
      }
    }
    await chronicle.pass(minutes: 2)
    let removed = chronicle.apply()
    #expect(removed.status == 0 && removed.output.contains("removed"), "\(removed)")
    #expect(await Self.made(chronicle).isEmpty)
  }

  /// Two files with owners of their own live beside each other on one console.
  @Test func anotherFilesPoliciesAreNoneOfIts() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    Self.edit(&chronicle, "owner: home", "owner: attic")
    Self.edit(&chronicle, "api-key: {credential: unifi-api-key}}", "api-key: {credential: unifi-api-key}, prune: true}")
    Self.edit(&chronicle, "emma: {devices", "tom: {devices")
    Self.edit(&chronicle, "- emma off", "- tom off")
    Self.forget(&chronicle)
    #expect(chronicle.apply().status == 0)
    #expect(
      await Self.made(chronicle) == [
        "emma (Hotspot) blocks", "emma (Internal) blocks", "tom (Hotspot) blocks", "tom (Internal) blocks",
      ])
  }

  /// Another file with the state of the first one: it remembers nothing of what that made as its own, whether it would
  /// remove it, make something in its place, or open it, and whether the mark is there or was edited away.
  @Test(arguments: [false, true]) func anotherFileOfTheSameStateTakesNothing(_ isMarkGone: Bool) async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    for _ in 1...2 { #expect(chronicle.apply().status == 0) }
    if isMarkGone {
      await chronicle.editPolicy("reconcile: emma (Internal)") { $0.settings["description"] = "mine" }
    }
    let before = await Self.settings(chronicle, of: "emma")
    #expect(before.count == 2)
    let first = chronicle.world.files["household.yaml"] ?? ""
    let other = first.replacing("owner: home", with: "owner: attic")
    chronicle.world.files["other.yaml"] = other.replacing("unifi-api-key}}", with: "unifi-api-key}, prune: true}")
      .replacing("  emma: {devices: [emma-ipad, emma-phone]}\n", with: "")
      .replacing("  - emma off 21:00–07:00\n", with: "")
    for _ in 1...2 {
      let run = chronicle.world.run("apply", "other.yaml")
      #expect(run.status == 0 && !run.output.contains("emma"), "\(run)")
      #expect(await Self.settings(chronicle, of: "emma") == before)
    }
    let released = chronicle.world.run("release", "--all", "--policy", "other.yaml", "--yes")
    #expect(released.status == 0 && !released.output.contains("emma"), "\(released)")
    // Nor does one with a target of this name take them over: it makes its own.
    chronicle.world.files["other.yaml"] = other.replacing("[emma-ipad, emma-phone]", with: "[console]")
    for _ in 1...2 { #expect(chronicle.world.run("apply", "other.yaml").status == 0) }
    let both = await Self.settings(chronicle, of: "emma")
    #expect(before.allSatisfy(both.contains) && both.count == 4, "\(both)")
    // The first file finds everything as it left it, and the mark that is gone.
    if !isMarkGone { #expect(chronicle.apply().output.contains("Nothing to do")) }
    #expect(before.allSatisfy(both.contains))
  }

  /// Two files of one owner with a target of one name undo each other, whether they share a state or not.
  @Test(arguments: [true, false]) func twoFilesOfOneOwnerAreToldOf(_ isOneState: Bool) async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    var other = chronicle
    if !isOneState { Self.forget(&other) }
    let text = Self.policy.replacing("[emma-ipad, emma-phone]", with: "[console]")
    chronicle.world.files["/household.yaml"] = Self.policy
    for name in ["other.yaml", "/other.yaml"] {
      (chronicle.world.files[name], other.world.files[name]) = (text, text)
    }
    for run in 1...4 {
      await chronicle.pass(minutes: 1)
      other.world.now = chronicle.world.now
      let first = Self.words(chronicle.apply())
      let second = Self.words(
        isOneState ? chronicle.world.run("apply", "other.yaml") : other.world.run("apply", "other.yaml"))
      if isOneState {
        #expect(first.contains("other.yaml' made this as well, and has the same owner 'home'") == (run > 1), "\(first)")
        #expect(second.contains("household.yaml' made this as well, and has the same owner 'home'"), "\(second)")
      } else {
        let told =
          "somebody edits it in the console, or another machine runs a file with the owner 'home' and a target 'emma'"
        #expect(first.contains(told) == (run > 3), "\(run): \(first)")
        #expect(second.contains(told) == (run > 3), "\(run): \(second)")
      }
    }
    #expect(chronicle.apply().status == 0)
    chronicle.world.files["/household.yaml"] = nil
    let last = chronicle.world.run("apply", "other.yaml")
    #expect(
      last.status == 0 && !last.output.contains("made this as well"), "a file that is gone undoes nothing: \(last)")
  }

  /// What the policies for a target are on the console, whoever made them.
  private static func settings(_ chronicle: Chronicle, of target: String) async -> [JSONValue] {
    await chronicle.household.console.inspect { console in
      (console.sites[0].zoneFirewall?.policies ?? []).map(\.settings).filter {
        $0["name"]?.text?.hasPrefix("reconcile: \(target) ") == true
      }
    }
  }

  /// A file that gets another owner takes along what it made, with the new mark: also where the console refuses that at
  /// first, or nobody knows what an application is called by now, and however often it has run before.
  @Test(arguments: [1, 2]) func anOwnerThatChangesTakesItsPoliciesAlong(_ runs: Int) async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    for _ in 1...runs { #expect(chronicle.apply().status == 0) }
    var owner = "home"
    for other in ["attic", "cellar"] {
      Self.edit(&chronicle, "owner: \(owner)", "owner: \(other)")
      await chronicle.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey, role: .viewOnly)] }
      #expect(chronicle.apply().status != 0)
      await chronicle.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey)] }
      await chronicle.pass(minutes: 30)
      let run = chronicle.apply()
      #expect(run.status == 0 && run.output.contains("the mark in its description"), "\(run)")
      let words = await Self.settings(chronicle, of: "emma").compactMap { $0["description"]?.text }
      #expect(words.count == 2 && words.allSatisfy { $0.hasPrefix("reconcile:\(other)/emma ") }, "\(words)")
      owner = other
    }
    #expect(chronicle.apply().output.contains("Nothing to do"))
    // What it made under another owner is left behind like everything else of it.
    Self.edit(&chronicle, "owner: cellar", "owner: home")
    Self.edit(&chronicle, "  emma: {devices: [emma-ipad, emma-phone]}\n", "")
    Self.edit(&chronicle, "  - emma off 21:00–07:00\n", "")
    #expect(chronicle.apply().output.contains("'reconcile: emma (Internal)' still blocks"))
  }

  /// Two files with owners of their own and one state: one that gets another owner takes its policies along although the other
  /// has run since, and nothing is left behind of them.
  @Test(arguments: [1, 2]) func anOwnerThatChangesBesideAnotherFileTakesItsPoliciesAlong(_ runs: Int) async throws {
    var chronicle = Chronicle(policy: Self.policy)
    let other = Self.policy.replacing("owner: home", with: "owner: attic")
    chronicle.world.files["/household.yaml"] = Self.policy
    func write(_ text: String) {
      for name in ["other.yaml", "/other.yaml"] { chronicle.world.files[name] = text }
    }
    write(other)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    for _ in 1...runs {
      #expect(chronicle.apply().status == 0)
      #expect(chronicle.world.run("apply", "other.yaml").status == 0)
    }
    #expect(await Self.settings(chronicle, of: "emma").count == 4)
    #expect(chronicle.apply().output.contains("Nothing to do"))
    var owner = "attic"
    for next in ["cellar", "garage"] {
      write(other.replacing("owner: attic", with: "owner: \(next)"))
      let run = chronicle.world.run("apply", "other.yaml")
      #expect(run.status == 0 && run.output.contains("the mark in its description"), "\(run)")
      let words = await Self.settings(chronicle, of: "emma").compactMap { $0["description"]?.text }
      #expect(words.count == 4 && words.filter { $0.hasPrefix("reconcile:\(next)/emma ") }.count == 2, "\(words)")
      #expect(!words.contains { $0.hasPrefix("reconcile:\(owner)/") })
      #expect(chronicle.apply().output.contains("Nothing to do"))
      owner = next
    }
    try await chronicle.pass(until: "2026-11-22 07:00:30")
    #expect(chronicle.apply().status == 0)
    #expect(chronicle.world.run("apply", "other.yaml").status == 0)
    #expect(await Self.made(chronicle).allSatisfy { $0.hasSuffix("rests") })
    // What the other file's mark was edited away of is still its own.
    await chronicle.editPolicy("reconcile: emma (Internal)") { $0.settings["description"] = "mine" }
    #expect(chronicle.world.run("apply", "other.yaml").status == 0)
    #expect(chronicle.apply().status == 0)
    let descriptions = await Self.settings(chronicle, of: "emma").compactMap { $0["description"]?.text }
    #expect(descriptions.count == 4 && !descriptions.contains("mine"), "\(descriptions)")
  }

  // MARK: - The rest of the chain

  /// Of how many changes a refusal says that something else would be made.
  private static func changed(_ refused: TestWorld.Outcome) -> Int {
    words(refused).split(separator: "; what it is made of has changed", omittingEmptySubsequences: false).count - 1
  }

  @Test func limitsAndPlanFilesHold() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    let tooMany = chronicle.apply("--max-changes", "1")
    #expect(tooMany.status != 0)
    #expect(await Self.made(chronicle).isEmpty, "\(tooMany)")
    let planned = chronicle.plan("--output", "plan.json")
    #expect(planned.status == 0, "\(planned)")
    // A device more than was agreed to is not what was agreed to.
    let agreed = chronicle.world.files["household.yaml"] ?? ""
    Self.edit(&chronicle, "[emma-ipad, emma-phone]", "[emma-ipad, emma-phone, console]")
    chronicle.world.files["plan.json"] = chronicle.world.replaced["plan.json"]
    let refused = chronicle.apply("--plan", "plan.json")
    #expect(refused.status == 4, "\(refused)")
    #expect(Self.changed(refused) == 2, "\(refused)")
    #expect(await Self.made(chronicle).isEmpty)
    chronicle.world.files["household.yaml"] = agreed
    let applied = chronicle.apply("--plan", "plan.json")
    #expect(applied.status == 0, "\(applied)")
    #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
    // Nor is one less, once they are there.
    Self.edit(&chronicle, "[emma-ipad, emma-phone]", "[emma-ipad, emma-phone, console]")
    #expect(chronicle.plan("--output", "plan.json").status == 0)
    chronicle.world.files["plan.json"] = chronicle.world.replaced["plan.json"]
    Self.edit(&chronicle, "[emma-ipad, emma-phone, console]", "[emma-ipad, console]")
    let stale = chronicle.apply("--plan", "plan.json")
    #expect(stale.status == 4 && Self.changed(stale) == 2, "\(stale)")
    #expect(await Self.blocks(chronicle, "02:00:5e:00:53:02") == true)
    #expect(await Self.blocks(chronicle, "02:00:5e:00:53:03") == false)
    // What another edit has made of it since is not what the plan wanted, though it blocks as well.
    #expect(chronicle.apply().status == 0)
    let other = chronicle.apply("--plan", "plan.json")
    #expect(other.status == 4 && Self.words(other).contains("no longer wanted: "), "\(other)")
    #expect(!Self.words(other).contains("every change of the plan"), "\(other)")
    Self.edit(&chronicle, "[emma-ipad, console]", "[emma-ipad, emma-phone, console]")
    #expect(chronicle.apply().status == 0)
    let done = chronicle.apply("--plan", "plan.json")
    #expect(done.status == 4 && Self.words(done).contains("every change of the plan "), "\(done)")
  }

  @Test func observeAndLeaveWriteNothing() async throws {
    for option in [", enforcement: observe", ", otherwise: leave"] {
      var chronicle = Chronicle(policy: Self.policy)
      Self.edit(&chronicle, "emma-phone]}", "emma-phone]\(option)}")
      try await chronicle.pass(until: option.contains("leave") ? "2026-11-21 12:00:00" : "2026-11-21 21:30:00")
      #expect(chronicle.apply().status == 0)
      #expect(await Self.made(chronicle).isEmpty, "\(option)")
    }
  }

  @Test func overridesHold() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    try chronicle.override(.on, of: "emma", minutes: 30)
    #expect(chronicle.apply().status == 0)
    #expect(await Self.made(chronicle) == ["emma (Hotspot) rests", "emma (Internal) rests"])
    await chronicle.pass(minutes: 31)
    #expect(chronicle.apply().status == 0)
    #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
  }

  @Test func whatTheProgramPrintsSaysWhatDiffers() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    Self.edit(&chronicle, "[emma-ipad, emma-phone]", "[emma-ipad]")
    let json = try JSON(parsing: Array(chronicle.plan("--format", "json").output.utf8))
    let resource = try #require(json["resources"]?.elements?.first { $0["target"]?.string == "emma" })
    #expect(resource["kind"]?.string == "device-policy" && resource["action"]?.string == "change")
    #expect(resource["differences"]?.elements?.compactMap(\.string) == ["devices: − emma-phone"])
    #expect(resource["address"]?.string?.count == 36)
    #expect(resource["id"]?.string?.hasPrefix("emma/") == true && resource["from"] == resource["to"])
    let markdown = chronicle.plan("--format", "markdown").output
    #expect(markdown.contains("devices: − emma-phone") || markdown.contains("emma-phone"), "\(markdown)")
  }

  /// A target named by a pattern does not take what another one owns.
  @Test func noOtherTargetSelectsIt() async throws {
    var chronicle = Chronicle(policy: Self.policy)
    try await chronicle.pass(until: "2026-11-21 21:30:00")
    #expect(chronicle.apply().status == 0)
    Self.edit(
      &chronicle, "  videos:",
      "  both: {firewall-policies: [\"recon*\"]}\n  one: {firewall-policies: [\"reconcile: emma (Internal)\"]}\n  videos:"
    )
    Self.edit(&chronicle, "policy:\n", "policy:\n  - both, one off 20:00–20:10\n")
    let applied = chronicle.apply()
    #expect(applied.output.contains("was created by a policy file of 'home' for the devices of 'emma'"), "\(applied)")
    #expect(await Self.made(chronicle) == ["emma (Hotspot) blocks", "emma (Internal) blocks"])
  }
}
