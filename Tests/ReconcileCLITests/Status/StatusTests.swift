import Approvals
import CivilTime
import Foundation
import JSONTree
import Planning
import Policies
import Providers
import Simulator
import StateStore
import TestSupport
import Testing
import UniFi

@testable import Controller
@testable import Presentation
@testable import ReconcileCLI

/// `status`: whether something runs it, what holds, what is wrong, who waits and what comes next.
@Suite struct StatusTests {
  private static let policy = """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}
      pihole: {kind: pihole, url: https://192.168.1.2}
    targets:
      kids: {acl-rules: ["Downtime-*"]}
      tv: {acl-rules: [TV]}
      guests: {acl-rules: [Guests], otherwise: leave}
      pihole: {}
    policy:
      - kids off 21:00–07:00
      - tv off 22:00–06:00
      - guests off weekdays 23:00–06:00
      - pause pihole weekdays

    """

  /// A household whose timer is `enabled` or not, and ran so many seconds ago.
  private static func world(
    _ policy: String = policy, enabled: [String] = [UpkeepTests.timer], ran ago: Int64? = 60
  ) throws -> TestWorld {
    var world = TestWorld(files: ["household.yaml": policy, UpkeepTests.booted: ""])
    for link in enabled { world.files[link] = "" }
    world.userName = "anna"
    _ = try StateStore(writing: world.state.path, now: world.now)
    if let ago { LastRun.mark(world.state.path, at: world.now + -ago) }
    return world
  }

  private static func change(_ world: TestWorld, _ body: (StateStore) throws -> Void) throws {
    try body(try StateStore(writing: world.state.path, now: world.now))
  }

  private static func request(_ world: TestWorld, _ count: Int = 1) throws {
    try change(world) { store in
      for number in 0..<count {
        let override = Override(
          id: "", target: Name("kids"), state: .on, from: world.now, until: world.now + 1_800 + Int64(number),
          because: nil,
          by: "ben", madeAt: world.now)
        let wanted = ApprovalRequest(
          id: "", asker: "ben", deed: .make([override]), because: nil,
          made: ClockReading(wall: world.now, boot: nil), expires: world.now + 1_800, policy: nil,
          needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
        _ = try store.make(wanted) { [$0.event(.requestMade, at: world.now, by: "ben")] }
      }
    }
  }

  private static func trouble(_ world: TestWorld) throws {
    try change(world) { store in
      try store.keep(lost: [Name("pihole"), Name("gone")])
      try store.keep(problems: [
        RecordedProblem(target: Name("tv"), code: "object.not-found", text: "'TV' not found"),
        RecordedProblem(target: Name("gone"), code: "object.not-found", text: "'Gone' not found"),
      ])
    }
  }

  private static func fits(_ text: String, _ columns: Int) -> Bool {
    // A command is on a line of its own, whole.
    text.split(separator: "\n").filter { !$0.contains("systemctl") }.allSatisfy { displayWidth(String($0)) <= columns }
  }

  // MARK: Whole outputs

  @Test func aQuietEvening() throws {
    let world = try Self.world()
    let made = world.run(
      "override", "kids", "on", "--until", "22:30", "--because", "film night", "--policy", "household.yaml")
    #expect(made.status == 0, "\(made)")
    let run = world.run("status", "household.yaml")
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    try Golden.check(run.output, "status/evening.txt")
    try Golden.check(world.run("status", "household.yaml", "--format", "json").output, "status/evening.json")
  }

  @Test(arguments: [80, 40]) func anEveningWithTrouble(_ columns: Int) throws {
    var world = try Self.world()
    world.columns = columns
    try Self.trouble(world)
    try Self.request(world)
    let run = world.run("status", "household.yaml")
    #expect(run.status == 3 && run.error.isEmpty, "\(run)")
    #expect(run.output.contains("? request 1: ben asks for kids on until"), "\(run.output)")
    #expect(Self.fits(run.output, columns), "\(run.output)")
    try Golden.check(run.output, "status/trouble-\(columns).txt")
    let document = world.run("status", "household.yaml", "--format", "json").output
    // Where no lines are folded away, what people read as "should be" a program can tell as well.
    if columns == 80 {
      let targets = try JSON(parsing: Array(document.utf8))["targets"]?.elements ?? []
      for target in targets {
        let name = target["target"]?.string ?? ""
        let isSaid = run.output.split(separator: "\n").contains { line in
          line.split(whereSeparator: \.isWhitespace).prefix(3).elementsEqual([Substring(name), "should", "be"])
        }
        #expect(target["doubtful"]?.bool == isSaid, "\(name): \(run.output)")
      }
      #expect(Set(targets.map { $0["doubtful"]?.bool }) == [true, false])
      try Golden.check(document, "status/trouble.json")
    }
  }

  @Test func severalRequestsAreCounted() throws {
    let world = try Self.world()
    try Self.request(world, 3)
    let run = world.run("status", "household.yaml")
    #expect(
      run.output.contains("? 3 requests wait for an answer ('reconcile requests --policy household.yaml')\n"), "\(run)")
    #expect(!run.output.contains("ben asks"), "\(run)")
  }

  /// Also by time alone, before a run has noted it.
  @Test func aRequestThatIsOverWaitsForNobody() throws {
    var world = try Self.world()
    try Self.request(world)
    world.now = world.now + 1_799
    #expect(world.run("status", "household.yaml").output.contains("request 1"))
    world.now = world.now + 1
    let run = world.run("status", "household.yaml")
    #expect(!run.output.contains("request"), "\(run)")
  }

  @Test(arguments: [80, 40]) func nothingRunsIt(_ columns: Int) throws {
    var world = try Self.world(enabled: [], ran: 3 * 3_600)
    world.files["/etc/reconcile/policy.yaml"] = Self.policy
    world.columns = columns
    let run = world.run("status")
    #expect(run.status == 1 && run.error.isEmpty, "\(run)")
    #expect(Self.fits(run.output, columns), "\(run.output)")
    try Golden.check(run.output, "status/idle-\(columns).txt")
  }

  // MARK: Who runs it

  /// What is enabled, when it ran last, whether it is the policy of the package's units; what is said, and the status.
  private static let supervisions: [(enabled: [String], ago: Int64?, sentence: String, status: Int32)] = [
    ([UpkeepTests.timer], 60, "Last run 20:59, by reconcile.timer.\n", 0),
    ([UpkeepTests.watch], 60, "Last run 20:59, by reconcile-watch.service.\n", 0),
    ([UpkeepTests.timer, UpkeepTests.watch], 60, "by reconcile.timer or reconcile-watch.service.\n", 0),
    ([], 60, "Last run 20:59, but no timer or watch is enabled.\n", 0),
    (
      [UpkeepTests.timer], 3_600,
      "Nothing has run since 20:00, although reconcile.timer is enabled.\n"
        + "  systemctl status reconcile.timer reconcile.service\n", 1
    ),
    // The clock was set back since.
    (
      [UpkeepTests.timer], -7_200,
      "The last run is noted for 23:00, in the future: the clock was set back, and\n"
        + "  nothing has run since, although reconcile.timer is enabled.\n"
        + "  systemctl status reconcile.timer reconcile.service\n", 1
    ),
    (
      [UpkeepTests.watch], nil,
      "It has not run yet. reconcile-watch.service is enabled, so it should within a\n  minute.\n"
        + "  systemctl status reconcile-watch.service\n", 1
    ),
    (
      [], nil,
      "No timer or watch is enabled.\n"
        + "  sudo reconcile units --output /etc/systemd/system --policy household.yaml\n", 1
    ),
  ]

  @Test(arguments: supervisions)
  func whoRunsItIsSaid(_ enabled: [String], _ ago: Int64?, _ sentence: String, _ status: Int32) throws {
    let run = try Self.world(enabled: enabled, ran: ago).run("status", "household.yaml")
    #expect(run.status == status && run.output.contains(sentence), "\(run)")
  }

  /// Without systemd nothing is said of units.
  @Test(arguments: [
    (-7_200, "the clock was set back, and\n  nothing has run since.\n"), (Int64(60), "Last run 20:59.\n"),
    (3_600, "Nothing has run since 20:00.\n"), (nil, "It has not run yet.\n"),
  ])
  func inAContainerNoUnitIsNamed(_ ago: Int64?, _ sentence: String) throws {
    var world = try Self.world(ran: ago)
    world.files[UpkeepTests.booted] = nil
    let run = world.run("status", "household.yaml")
    #expect(run.output.contains(sentence) && !run.output.contains("systemctl"), "\(run)")
  }

  @Test func aStateThatCannotBeReadIsNotTakenForNoRun() throws {
    let world = try Self.world()
    let file = world.state.path + "/elsewhere"
    try Data().write(to: URL(filePath: file))
    let run = world.run("status", "household.yaml", "--state", file)
    #expect(run.status == 77, "\(run)")
    #expect(
      run.output.contains("Whether it runs, and which overrides hold, is unknown.")
        && run.output.contains("kids    off"), "\(run)")
    let printed = world.run("status", "household.yaml", "--state", file, "--format", "json").output
    let json = try JSON(parsing: Array(printed.utf8))
    #expect(json["running"]?["status"]?.string == "unknown")
    #expect(json["warnings"]?.elements?.map { $0["code"]?.string } == ["state.unknown"], "\(printed)")
  }

  /// 1 says that nothing runs, which nobody knows where the state is damaged.
  @Test func aDamagedStateIsNotTakenForNoRun() throws {
    let world = try Self.world()
    for file in ["journal.db-wal", "journal.db-shm"] {
      try? FileManager.default.removeItem(atPath: world.state.path + "/" + file)
    }
    try Data("this is no database, and it is long enough to be told from an empty one".utf8).write(
      to: URL(filePath: world.state.file))
    let run = world.run("status", "household.yaml")
    #expect(run.status == 77 && run.output.contains("Whether it runs, and which overrides hold, is unknown."), "\(run)")
  }

  @Test func runsOfAnotherPolicyAreNotTakenForRunsOfThisOne() throws {
    var world = try Self.world()
    try Self.trouble(world)
    let other = PolicyFile(path: "/etc/reconcile/policy.yaml", owner: "x")
    try Self.change(world) { try $0.follow(other, isSame: false, at: world.now) }
    world.files["/etc/reconcile/policy.yaml"] = Self.policy
    let run = world.run("status", "household.yaml")
    #expect(run.status == 1, "\(run)")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Runs follow '/etc/reconcile/policy.yaml', not this policy."), "\(run)")
    #expect(!run.output.contains("TV"))
  }

  @Test func aBrokenPolicyIsToldAsEverywhere() throws {
    let run = try Self.world("targets: {kids: 3}\n").run("status", "household.yaml")
    #expect(run.status == 65 && run.output.isEmpty && run.error.contains("household.yaml:1"))
  }

  /// With a broken policy the runs go on, and so does what they enforce. Each time.
  @Test func aBrokenPolicyHoldsByItsLastVersion() throws {
    var world = try Self.world()
    let path = "/etc/reconcile/policy.yaml"
    let file = GoodPolicy.File(name: path, bytes: Array(Self.policy.utf8))
    try Self.change(world) { try $0.keep(GoodPolicy(path: path, files: [file], at: world.now)) }
    world.files[path] = "targets: {"
    for _ in 1...2 {
      let run = world.run("status", path)
      #expect(run.status == 65 && run.error.contains("policy.yaml:1"))
      let words = run.output.unwrapped
      #expect(words.hasPrefix("The policy has errors. Runs use its last valid version, from 21:00:04:"), "\(run)")
      #expect(words.contains("kids off until Sat 07:00 · policy-1"), "\(run)")
      let json = world.run("status", path, "--format", "json")
      #expect(json.status == 65 && json.output.contains(#""diagnostics""#) && !json.output.contains("targets\""))
    }
    // Of another policy that was never valid nothing holds.
    world.files["draft.yaml"] = "targets: {"
    let draft = world.run("status", "draft.yaml")
    #expect(draft.status == 65 && draft.output.isEmpty, "\(draft)")
  }

  // MARK: Ten lines

  @Test(arguments: [0, 1, 3, 9, 40], [0, 1, 9]) func tenLinesAreEnough(_ targets: Int, _ problems: Int) throws {
    let names = (0..<targets).map { "target-\($0)" }
    let definitions = targets == 0 ? ["  unused: {acl-rules: [x]}"] : names.map { "  \($0): {acl-rules: [\($0)]}" }
    let sentences = targets == 0 ? ["  - unused on"] : names.map { "  - \($0) off 21:00–07:00" }
    let policy =
      """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}}
      targets:
      \(definitions.joined(separator: "\n"))
      policy:
      \(sentences.joined(separator: "\n"))
      """
    let world = try Self.world(policy)
    try Self.request(world, problems)
    try Self.change(world) { store in
      try store.keep(
        problems: (0..<problems).map { number in
          RecordedProblem(
            target: names.isEmpty ? nil : Name(names[number % names.count]), code: "object.not-found",
            text: "'a rule with a rather long name that takes more than a line, number \(number)' not found")
        })
    }
    let run = world.run("status", "household.yaml")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count <= 10 && Self.fits(run.output, 80), "\(run.output)")
    #expect(lines.count { $0.hasPrefix("  target-") } >= min(targets, 1), "\(run.output)")
    #expect(run.output.contains(" more: ") == (targets >= 9 || targets == 3 && problems == 9), "\(run.output)")
    #expect(run.status == (problems == 0 ? 0 : 3))
  }

  @Test(
    arguments: [
      ([("off", 1)], "1 more: off"), ([("off", 6)], "6 more: all off"),
      ([("off", 4), ("on", 2)], "6 more: 4 off, 2 on"),
    ] as [([(String, Int)], String)]) func targetsWithoutALineAreCounted(_ states: [(String, Int)], _ line: String)
  {
    #expect(StatusMessages.moreTargets(states.map { (state: $0.0, count: $0.1) }) == line)
  }

  /// What is not shown is in what is named for it: a plan knows no plan that was refused, no request and no file.
  @Test(arguments: [80, 40], ["plan", "stale", "requests", "files"])
  func whatIsNotShownIsInWhatIsNamed(_ columns: Int, _ hidden: String) throws {
    var world = try Self.world()
    world.columns = columns
    if hidden == "requests" { try Self.request(world, 2) }
    if hidden == "files" {
      world.files["/etc/reconcile/policy.yaml"] = Self.policy
      world.files["household.yaml"] = nil
    }
    try Self.change(world) { store in
      let long =
        "'a rule with a rather long name that takes more than a line, and more than two or three or four on a narrow screen, as somebody was bored' not found"
      let known = ["kids", "tv", "guests"].map {
        RecordedProblem(target: Name($0), code: "object.not-found", text: long)
      }
      let stale = RecordedProblem(target: nil, code: "plan.stale", text: "nothing was written: things have changed")
      try store.keep(problems: known + (hidden == "stale" ? [stale] : []))
    }
    let run = hidden == "files" ? world.run("status") : world.run("status", "household.yaml")
    let isInPlan = hidden == "plan" || hidden == "files"
    let named = hidden == "files" ? "" : " --policy household.yaml"
    #expect(run.output.unwrapped.contains("'reconcile plan\(named)' shows all") == isInPlan, "\(run)")
    #expect(
      run.output.unwrapped.contains("more; 'reconcile status --format json\(named)' shows all") == !isInPlan, "\(run)")
    #expect(Self.fits(run.output, columns), "\(run.output)")
  }

  /// What is left of the notes is marked as the gravest of them: warnings are no problems.
  @Test(arguments: [(1, "~ 6 more; "), (9, "! ")]) func whatIsNotShownIsMarkedAsWhatItIs(
    _ problems: Int, _ words: String
  ) throws {
    let world = try Self.world()
    for _ in 1...9 {
      #expect(world.run("lock", "tv", "--for", "3h", "--policy", "household.yaml").status == 0)
    }
    var other = world
    other.files["household.yaml"] = Self.policy.replacing("tv", with: "box")
    try Self.change(world) { store in
      try store.keep(
        problems: (0..<problems).map {
          RecordedProblem(target: Name("kids"), code: "object.not-found", text: "'Rule \($0)' not found")
        })
    }
    let run = other.run("status", "household.yaml")
    let line = run.output.split(separator: "\n").first { $0.contains(" more; 'reconcile plan") }
    #expect(line?.hasPrefix(words) == true, "\(run)")
  }

  // MARK: A clock that was ahead

  /// What was seen then says nothing of when somebody last looked.
  @Test(arguments: [60, 120, 121, 2 * 366 * 86_400] as [Int64])
  func whatIsYetToComeIsNoLook(_ seconds: Int64) throws {
    let world = try Self.world(enabled: [], ran: 3_600)
    let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "1")
    try Self.change(world) { store in
      let seen = RecordedObject(switchState: SwitchState(.enabled), at: world.now + seconds, wanted: nil)
      try store.record([], before: RecordedState(), after: RecordedState(objects: [key: seen]), at: world.now)
    }
    for _ in 1...2 {
      let run = world.run("status", "household.yaml")
      #expect(run.output.contains("by hand") == (seconds <= 120), "\(run)")
    }
  }

  /// What a run saw while it went on is its own look; what was seen later is somebody's.
  @Test(arguments: [(3_600, false), (3_500, false), (3_310, false), (3_200, true), (60, true)] as [(Int64, Bool)])
  func theLookOfARunIsNotByHand(_ ago: Int64, _ isByHand: Bool) throws {
    let world = try Self.world(enabled: [], ran: 3_600)
    let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "1")
    try Self.change(world) { store in
      let seen = RecordedObject(switchState: SwitchState(.enabled), at: world.now + -ago, wanted: nil)
      try store.record([], before: RecordedState(), after: RecordedState(objects: [key: seen]), at: world.now)
    }
    let run = world.run("status", "household.yaml")
    #expect(run.output.contains("by hand") == isByHand, "\(run)")
  }

  /// No change is known then, and that one may come.
  @Test func after2099NothingIsPromised() throws {
    var world = try Self.world(ran: nil)
    world.now = Instant(secondsSinceEpoch: 4_300_000_000)
    for _ in 1...2 {
      let run = world.run("status", "household.yaml")
      #expect(run.output.contains("After 2099 the next change is unknown.\n"), "\(run)")
      #expect(!run.output.contains("before 2100"), "\(run)")
    }
  }

  // MARK: What a run leaves

  /// Why an object is not as the policy says that nobody tried to change in vain: how it is remembered, and what is said.
  private static let differences: [(enforcement: String, wasInPlace: Bool, line: String, status: Int32)] = [
    ("observe", false, "~ kids: only observed, and not as the policy says\n", 0),
    ("observe", true, "~ kids: only observed, and not as the policy says\n", 0),
    ("yield", true, "~ kids: somebody changed it, and it is left that way\n", 0),
    ("yield", false, "! kids: the last run did not get to change it\n", 3),
    ("normal", true, "! kids: the last run did not get to change it\n", 3),
    ("strict", false, "! kids: the last run did not get to change it\n", 3),
  ]

  @Test(arguments: differences)
  func nobodyIsSaidToHaveChangedWhatIsOnlyObserved(
    _ enforcement: String, _ wasInPlace: Bool, _ line: String, _ status: Int32
  ) throws {
    let world = try Self.world(
      Self.policy.replacing("[\"Downtime-*\"]", with: "[\"Downtime-*\"], enforcement: \(enforcement)"))
    try Self.change(world) { store in
      var seen = RecordedObject(
        switchState: SwitchState(.disabled), at: world.now, wanted: SwitchState(.enabled), hasBeenInPlace: wasInPlace)
      (seen.target, seen.wantedState) = (Name("kids"), "off")
      let key = ObjectKey(system: Name("gateway"), kind: .aclRule, id: "1")
      try store.record([], before: RecordedState(), after: RecordedState(objects: [key: seen]), at: world.now)
    }
    let run = world.run("status", "household.yaml")
    #expect(run.output.contains(line) && run.status == status, "\(run)")
  }

  @Test func aFirstLookAtWhatIsOnlyObservedAccusesNobody() async {
    let story = Chronicle(
      policy: PretendHousehold.policy.replacing("[\"Downtime-*\"]", with: "[\"Downtime-*\"], enforcement: observe"))
    await story.switchRule(0, on: false)
    for _ in 1...2 {
      #expect(story.apply().status == 0)
      let run = story.world.run("status", "household.yaml")
      #expect(run.output.contains("~ kids: only observed, and not as the policy says\n"), "\(run)")
      #expect(!run.output.contains("somebody"), "\(run)")
    }
  }

  /// A name that nothing has is told until a run has found it.
  @Test func aRunRemembersWhatItCouldNotDo() {
    let policy = PretendHousehold.policy.replacingOccurrences(of: "[\"Downtime-*\"]", with: "[Downtime-iPod]")
    var world = PretendHousehold().world(policy: policy)
    #expect(world.run("apply", "household.yaml").status == 3)
    let before = world.run("status", "household.yaml")
    #expect(before.status == 3 && before.output.contains("! kids: 'Downtime-iPod'"), "\(before)")
    // A run of other targets does not forget it.
    #expect(world.run("apply", "--target", "pihole", "household.yaml").status == 0)
    #expect(world.run("status", "household.yaml").status == 3)
    world.files["household.yaml"] = PretendHousehold.policy
    #expect(world.run("apply", "household.yaml").status == 0)
    let after = world.run("status", "household.yaml")
    #expect(after.status == 0 && !after.output.contains("!"), "\(after)")
  }

  /// What it could not do for a target is not said of one of that name in another file, whose runs have not looked at it.
  @Test func aProblemOfAnotherFileIsNotTakenOver() {
    var world = PretendHousehold().world(policy: PretendHousehold.policy)
    world.files["/etc/a.yaml"] = PretendHousehold.policy.replacing("[\"Downtime-*\"]", with: "[Downtime-iPod]")
    world.files["/etc/b.yaml"] = PretendHousehold.policy
    for _ in 1...2 {
      #expect(world.run("apply", "/etc/a.yaml").status == 3)
      #expect(world.run("status", "/etc/a.yaml").output.contains("! kids: 'Downtime-iPod'"))
      #expect(world.run("apply", "--target", "pihole", "/etc/b.yaml").status == 0)
      let other = world.run("status", "/etc/b.yaml")
      #expect(other.status == 0 && !other.output.contains("iPod"), "\(other)")
    }
  }

  /// While it is under way nobody knows whether it gets to its end; killed, it never does, and `status` must not call it a
  /// run. So it is with the next one.
  @Test func onlyARunThatEndedIsTheLastRun() throws {
    var world = PretendHousehold().world(policy: PretendHousehold.policy)
    let path = world.state.path
    for number in 1...2 {
      let (moment, before) = (world.now, LastRun.read(path))
      world.household?.beforeAnswering = { _ in #expect(LastRun.read(path) == before) }
      _ = world.run("apply", "household.yaml")
      #expect(LastRun.read(path) == moment, "run \(number)")
      world.now = world.now + 600
    }
  }

  /// The mark of a run is not moved on by the next ones.
  @Test func aRunRightBehindAnotherIsTheLast() async {
    var story = Chronicle(policy: PretendHousehold.policy)
    for minute in 0...2 {
      await story.switchRule(1, on: false)
      #expect(story.world.run("apply", "household.yaml").status == 0)
      let status = story.world.run("status", "household.yaml").output
      #expect(status.contains("Last run 21:0\(minute)"), "\(status)")
      await story.pass(seconds: 60)
    }
  }

  /// What is over is told no more, also where nothing looks at it again: how the policy and the console are once a change
  /// of both rules has failed.
  enum Over: CaseIterable {
    case ruleGone, ruleNotNamed, targetGone, systemGone
  }

  @Test(arguments: Over.allCases, [true, false]) func whatNoTargetSelectsIsNoTrouble(over: Over, hasFailed: Bool) async
  {
    let policy = PretendHousehold.policy.replacing("  - pause pihole weekdays\n", with: "")
      .replacing("[\"Downtime-*\"]}", with: "[Downtime-KidsRoom, Downtime-iPad], enforcement: yield}")
    let story = Chronicle(policy: policy)
    var world = story.world
    await story.switchRule(1, on: false)
    if hasFailed {
      await story.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey, role: .viewOnly)] }
      #expect(world.run("apply", "household.yaml").status == 77)
      await story.household.console.inspect { $0.keys = [UniFiKey(Household.apiKey)] }
    } else {
      #expect(world.run("apply", "household.yaml").status == 0)
      await story.switchRule(1, on: false)
      #expect(world.run("apply", "household.yaml").status == 0)
    }
    let words = hasFailed ? "! kids: the last attempt to change it failed" : "~ kids: somebody changed it"
    #expect(world.run("status", "household.yaml").output.contains(words))
    if over == .ruleGone { await story.household.console.inspect { _ = $0.sites[0].aclRules.remove(at: 1) } }
    world.files["household.yaml"] =
      switch over {
      case .ruleGone, .ruleNotNamed: policy.replacing(", Downtime-iPad", with: "")
      case .targetGone: policy.replacing("kids", with: "room").replacing(", Downtime-iPad", with: "")
      case .systemGone:
        policy.replacing("gateway", with: "console").replacing(", Downtime-iPad", with: "")
      }
    let run = world.run("apply", "household.yaml")
    #expect(run.status == 0, "\(run)")
    world.files["household.yaml"] = policy.replacing(", Downtime-iPad", with: "")
    let after = world.run("status", "household.yaml")
    #expect(!after.output.contains("! ") && !after.output.contains("~ "), "\(after)")
  }

  /// A target that has become one of targets has no objects of its own any more.
  @Test func aProblemOfWhatIsAGroupByNowIsOver() {
    let policy = PretendHousehold.policy.replacingOccurrences(of: "[\"Downtime-*\"]", with: "[Downtime-iPod]")
    var world = PretendHousehold().world(policy: policy)
    #expect(world.run("apply", "household.yaml").status == 3)
    #expect(world.run("status", "household.yaml").output.contains("! kids: 'Downtime-iPod'"))
    world.files["household.yaml"] = policy.replacing(
      "kids: {system: gateway, acl-rules: [Downtime-iPod]}",
      with: "emma: {acl-rules: [Downtime-iPad]}\n  kids: {targets: [emma]}")
    #expect(world.run("apply", "household.yaml").status == 0)
    let after = world.run("status", "household.yaml")
    #expect(after.status == 0 && !after.output.contains("!"), "\(after)")
  }

  /// An override has named a Pi-hole that could not be read, and is over.
  @Test func aSystemThatNothingLooksAtIsNoTrouble() async {
    var story = Chronicle(policy: PretendHousehold.policy.replacing("  - pause pihole weekdays\n", with: ""))
    #expect(story.apply().status == 0)
    let made = story.world.run("override", "pihole", "paused", "--for", "1m", "--policy", "household.yaml")
    #expect(made.status == 0, "\(made)")
    story.world.files[PretendHousehold.passwordFile] = nil
    #expect(story.apply().status != 0)
    let words = "! pihole: could not be read at the last look"
    #expect(story.world.run("status", "household.yaml").output.contains(words))
    await story.pass(minutes: 2)
    #expect(story.apply("--target", "kids").status == 0)
    #expect(story.world.run("status", "household.yaml").output.contains(words), "it looked at something else")
    #expect(story.apply().status == 0)
    let after = story.world.run("status", "household.yaml")
    #expect(after.status != 3 && !after.output.contains("!"), "\(after)")
  }

  @Test func aSystemThatCannotBeReadIsNamed() {
    var world = PretendHousehold().world()
    world.files[PretendHousehold.passwordFile] = nil
    _ = world.run("apply", "household.yaml")
    let run = world.run("status", "household.yaml")
    #expect(run.status == 3 && run.output.contains("! pihole: could not be read at the last look"), "\(run)")
  }
}

/// The built program, with the machine's own files.
@Suite(.waitsForPrograms) struct BuiltStatusTests {
  @Test func theBuiltProgramTellsItsStatus() throws {
    let folder = try TemporaryFolder(["policy.yaml": OverrideScene.policy])
    let program = Program.built("reconcile")
    let variables = ["STATE_DIRECTORY": folder.url.path + "/state", "HOME": folder.url.path]
    let run = try Program.run(program, ["status"], environment: variables, in: folder.url)
    #expect(run.status == 1 && run.error.isEmpty, "\(run)")
    #expect(run.output.contains("kids") && run.output.contains("Next change: "), "\(run)")
    #expect(run.output.split(separator: "\n").count <= 10)
    let made = try Program.run(
      program, ["lock", "kids", "--for", "1h"], environment: variables.merging(["USER": "anna"]) { $1 }, in: folder.url)
    #expect(made.status == 0, "\(made)")
    let json = try Program.run(program, ["status", "--format", "json"], environment: variables, in: folder.url)
    let tree = try JSON(parsing: Array(json.output.utf8))
    #expect(tree["targets"]?.elements?.first?["decidedBy"]?.string == "override:1", "\(json)")
    #expect(tree["running"]?["status"]?.string == "never")
    // It looked, and changed nothing.
    let state = try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/state")
    #expect(!state.contains("last-run"))
  }
}
