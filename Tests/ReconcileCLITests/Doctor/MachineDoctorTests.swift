import CivilTime
import Foundation
import Host
import JSONTree
import Policies
import Simulator
import StateStore
import TestSupport
import Testing

/// What `doctor` says of the machine that is to keep the schedule, and of rules that nothing enforces.
@Suite struct MachineDoctorTests {
  private static func world(_ policy: String = DoctorStage.policy) async -> TestWorld {
    await DoctorStage.household().world(policy: policy)
  }

  /// The codes of what it warns of, and what it exits with.
  private static func warnings(_ world: TestWorld) throws -> (codes: [String], status: Int32) {
    let run = world.run("doctor", "--format", "json", "household.yaml")
    let warnings = try JSON(parsing: Array(run.output.utf8))["warnings"]?.elements ?? []
    return (warnings.compactMap { $0["code"]?.string }, run.status)
  }

  // MARK: Who runs it

  /// What is enabled, how long ago it ran, what is said of it.
  private static let supervisions: [(enabled: [String], ago: Int64?, codes: [String], words: String)] = [
    ([UpkeepTests.booted], nil, ["run.not-enabled"], "no timer or watch is enabled, so nothing keeps the schedule"),
    ([UpkeepTests.booted], 3_600, ["run.not-enabled"], "so nothing keeps the schedule"),
    ([UpkeepTests.booted], 60, ["run.not-enabled"], "so it may not start again with this machine"),
    ([UpkeepTests.booted, UpkeepTests.timer], 60, [], ""),
    ([UpkeepTests.booted, UpkeepTests.watch], 60, [], ""),
    (
      [UpkeepTests.booted, UpkeepTests.timer], 3_600, ["run.stopped"],
      "nothing has run since 20:00:04, although reconcile.timer is enabled"
    ),
    (
      [UpkeepTests.booted, UpkeepTests.timer], -3_600, ["run.stopped"],
      "the last run is noted for 22:00:04, in the future: the clock was set back, and nothing has run since, although"
    ),
    (
      [UpkeepTests.booted, UpkeepTests.watch], nil, ["run.stopped"],
      "nothing has run yet, although reconcile-watch.service is enabled"
    ),
    ([UpkeepTests.booted, UpkeepTests.timer, UpkeepTests.watch], 60, ["run.twice"], "are both enabled"),
    // Without systemd only what has run before can have stopped.
    ([], nil, [], ""), ([], 60, [], ""),
    ([], 3_600, ["run.stopped"], "nothing has run since 20:00:04, so nothing keeps the schedule"),
  ]

  @Test(arguments: supervisions)
  func whoRunsItIsLookedAt(_ enabled: [String], _ ago: Int64?, _ codes: [String], _ words: String) async throws {
    var world = await Self.world()
    for link in enabled { world.files[link] = "" }
    _ = try StateStore(writing: world.state.path, now: world.now)
    if let ago { LastRun.mark(world.state.path, at: world.now + -ago) }
    let warned = try Self.warnings(world)
    #expect(warned.codes == codes && warned.status == 0)
    let text = world.run("doctor", "household.yaml").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.isEmpty || text.contains(words), "\(text)")
  }

  /// Something else than a unit may run it.
  @Test func whereTheStateCannotBeReadNobodyKnowsWhetherItRuns() async throws {
    var world = await Self.world()
    world.files[UpkeepTests.booted] = ""
    _ = try StateStore(writing: world.state.path, now: world.now)
    let file = world.state.path + "/elsewhere"
    try Data().write(to: URL(filePath: file))
    let run = world.run("doctor", "household.yaml", "--state", file)
    let said = "no timer or watch is enabled, and it is unknown whether anything else keeps the schedule"
    #expect(run.output.unwrapped.contains(said) && !run.output.contains("nothing keeps"), "\(run)")
  }

  /// What follows the policy of this path: the unit files that are there, and what is to be typed.
  private static let followers: [(units: [String: String], path: String, command: String)] = [
    ([:], "/etc/reconcile/policy.yaml", "enable --now reconcile.timer"),
    ([:], "/srv/home.yaml", write("/srv/home.yaml")),
    (["reconcile.service": "/srv/home.yaml"], "/srv/home.yaml", "enable --now reconcile.timer"),
    (["reconcile.service": "\"/srv/our 100%%.yaml\""], "/srv/our 100%.yaml", "enable --now reconcile.timer"),
    (["reconcile.service": "/srv/home.yaml"], "/etc/reconcile/policy.yaml", write("/etc/reconcile/policy.yaml")),
    (["reconcile-watch.service": "/srv/home.yaml"], "/srv/home.yaml", "enable --now reconcile-watch.service"),
    (["reconcile-watch.service": "/srv/home.yaml"], "/etc/reconcile/policy.yaml", "enable --now reconcile.timer"),
    // A drop-in has the last word.
    (["reconcile.service": "/srv/home.yaml", dropIn: "/x.yaml"], "/srv/home.yaml", write("/srv/home.yaml")),
    (["reconcile.service": "/x.yaml", dropIn: "/srv/home.yaml"], "/srv/home.yaml", "enable --now reconcile.timer"),
    ([dropIn: "/srv/home.yaml"], "/srv/home.yaml", "enable --now reconcile.timer"),
    ([dropIn: "/srv/home.yaml"], "/etc/reconcile/policy.yaml", write("/etc/reconcile/policy.yaml")),
  ]

  private static let dropIn = "reconcile.service.d/override.conf"
  private static func write(_ path: String) -> String {
    "sudo reconcile units --output /etc/systemd/system --policy \(path)"
  }

  @Test(arguments: followers)
  func whatIsEnabledFollowsThePolicy(_ units: [String: String], _ path: String, _ command: String) async throws {
    var world = await Self.world()
    world.files[UpkeepTests.booted] = ""
    world.files[path] = DoctorStage.policy
    for (name, policy) in units {
      world.files["/etc/systemd/system/\(name)"] =
        "[Service]\nExecStart=\nExecStart=/usr/bin/reconcile apply \\\n  --max-changes 20 \(policy)\n"
    }
    let doctor = world.run("doctor", path)
    #expect(doctor.output.unwrapped.contains(command), "\(doctor)")
    #expect(doctor.output.contains("systemctl enable") == command.contains("enable"), "\(doctor)")
    // On a line of its own, to be copied.
    let status = world.run("status", path)
    #expect(
      status.output.split(separator: "\n").contains { $0.hasPrefix("  sudo ") && $0.hasSuffix(command) }, "\(status)")
  }

  /// A unit of the machine's own, and whether an earlier version has written it.
  private static let units: [(text: String, isEarlier: Bool)] = [
    ("LoadCredential=key:/etc/key\nProcSubset=pid\n", true), ("LoadCredential=key:/etc/key\n", true),
    ("LoadCredential=key:/etc/key\nLoadCredential=people.yaml:/etc/people.yaml\nProcSubset=pid\n", true),
    ("LoadCredential=key:/etc/key\nLoadCredential=people.yaml:/etc/people.yaml\n", false),
    ("LoadCredential=people.yaml:/etc/people.yaml\nProcSubset=pid\nProcSubset=all\n", false), ("", false),
  ]

  @Test(arguments: units, ["reconcile.service", "reconcile-watch.service"])
  func aUnitOfAnEarlierVersionIsNamed(_ unit: (text: String, isEarlier: Bool), _ name: String) async throws {
    var world = await Self.world()
    let path = "/etc/systemd/system/\(name)"
    for link in [UpkeepTests.booted, UpkeepTests.timer] { world.files[link] = "" }
    world.files[path] = "[Service]\nExecStart=/usr/bin/reconcile apply /srv/home.yaml\n" + unit.text
    _ = try StateStore(writing: world.state.path, now: world.now)
    LastRun.mark(world.state.path, at: world.now)
    #expect(try Self.warnings(world).codes.filter { $0 == "run.earlier-unit" }.count == (unit.isEarlier ? 1 : 0))
    #expect(world.run("doctor", "household.yaml").output.contains("'\(path)' is a unit") == unit.isEarlier)
    // Without systemd nothing reads it.
    world.files[UpkeepTests.booted] = nil
    #expect(try !Self.warnings(world).codes.contains("run.earlier-unit"))
  }

  // MARK: Which policy runs follow

  /// What is enabled, and what is to be done about runs that follow another policy.
  private static let others: [(files: [String], words: String)] = [
    ([], ""),
    ([UpkeepTests.booted], "one unit follows one policy: add the entries of this one to '/etc/reconcile/policy.yaml'"),
    ([UpkeepTests.booted, UpkeepTests.timer], "add the entries of this one to '/etc/reconcile/policy.yaml'"),
    ([UpkeepTests.booted, own], "sudo systemctl enable --now reconcile.timer"),
    ([UpkeepTests.booted, own, UpkeepTests.timer], "reconcile.timer follows this policy, so its next run"),
  ]

  private static let own = "/etc/systemd/system/reconcile.service"

  @Test(arguments: others) func runsOfAnotherPolicyAreNamed(_ files: [String], _ words: String) async throws {
    var world = await Self.world()
    for file in files { world.files[file] = "ExecStart=/usr/bin/reconcile apply /srv/home.yaml\n" }
    for path in ["/srv/home.yaml", "/etc/reconcile/policy.yaml"] { world.files[path] = DoctorStage.policy }
    let other = PolicyFile(path: "/etc/reconcile/policy.yaml", owner: "x")
    try StateStore(writing: world.state.path, now: world.now).follow(other, isSame: false, at: world.now)
    LastRun.mark(world.state.path, at: world.now + -60)
    for _ in 0..<2 {
      let run = world.run("doctor", "/srv/home.yaml")
      let said = "warning: runs follow '/etc/reconcile/policy.yaml', not this policy"
      #expect(run.status == 0 && run.output.unwrapped.contains(said), "\(run)")
      #expect(
        (words.isEmpty || run.output.unwrapped.contains(words)) && !run.output.contains("may not start"), "\(run)")
      #expect(!world.run("doctor", "/etc/reconcile/policy.yaml").output.contains("runs follow"))
    }
    let printed = world.run("doctor", "--format", "json", "/srv/home.yaml").output
    let warnings = try JSON(parsing: Array(printed.utf8))["warnings"]?.elements ?? []
    #expect(warnings.compactMap { $0["code"]?.string } == ["run.other-policy"])
  }

  /// Units for the one would end what the other does; where that is gone, nothing is lost.
  @Test func noUnitsAreOfferedInPlaceOfThoseOfAnotherPolicy() async throws {
    var world = await Self.world()
    for file in [UpkeepTests.booted, UpkeepTests.timer] { world.files[file] = "" }
    for path in ["/srv/home.yaml", "/etc/reconcile/policy.yaml"] { world.files[path] = DoctorStage.policy }
    let other = PolicyFile(path: "/etc/reconcile/policy.yaml", owner: "x")
    try StateStore(writing: world.state.path, now: world.now).follow(other, isSame: false, at: world.now)
    LastRun.mark(world.state.path, at: world.now + -60)
    for isThere in [true, true, false] {
      world.files["/etc/reconcile/policy.yaml"] = isThere ? DoctorStage.policy : nil
      let run = world.run("doctor", "/srv/home.yaml")
      #expect(run.output.contains("runs follow") && run.output.contains("reconcile units") == !isThere, "\(run)")
    }
  }

  /// No service sees it where it is, so no unit is offered.
  @Test(arguments: ["/home/ha2.yaml", "/root/policy.yaml", "/tmp/it's.yaml"])
  func aPolicyThatIsHiddenFromServicesIsInstalled(_ path: String) async {
    var world = await Self.world()
    world.files[UpkeepTests.booted] = ""
    world.files[path] = DoctorStage.policy
    let install = " /etc/reconcile/policy.yaml && sudo systemctl enable --now reconcile.timer"
    for isInstalled in [false, true] {
      if isInstalled { world.files["/etc/reconcile/policy.yaml"] = DoctorStage.policy }
      for command in ["doctor", "status"] {
        let run = world.run(command, path)
        let text = run.output.unwrapped
        #expect(text.contains("sudo install -bD -m 644 ") == !isInstalled, "\(run)")
        #expect(text.contains(install) == !isInstalled && !text.contains("reconcile units"), "\(run)")
        #expect(text.contains("add its entries to '/etc/reconcile/policy.yaml'") == isInstalled, "\(run)")
      }
    }
  }

  /// Only the package's units follow the policy in `/etc`: for another one the command would enable the wrong thing.
  @Test func theCommandFitsThePolicy() async {
    var world = await Self.world()
    world.files[UpkeepTests.booted] = ""
    world.files["/etc/reconcile/policy.yaml"] = DoctorStage.policy
    let other = world.run("doctor", "household.yaml").output
    #expect(
      other.unwrapped.contains("--policy household.yaml'") && !other.contains("systemctl"), "\(other)")
    let installed = world.run("doctor", "/etc/reconcile/policy.yaml")
    #expect(installed.output.contains("\n  sudo systemctl enable --now reconcile.timer\n"), "\(installed)")
  }

  // MARK: Its clock

  /// A machine without a battery for its clock begins in 1970, and nothing is written until somebody sets it: whoever looks
  /// is told, each time.
  @Test func aClockThatWritesNothingIsNamed() async throws {
    var world = await Self.world()
    let right = world.now
    for _ in 1...2 {
      world.now = Instant(secondsSinceEpoch: 13)
      let warned = try Self.warnings(world)
      #expect(warned.codes.first == "clock.too-early" && warned.status == 3, "\(warned)")
      let words = "the clock says Thu 1970-01-01 01:00:13 +01:00, which is before this version was made"
      for command in ["doctor", "plan", "status"] {
        let run = world.run(command, "household.yaml")
        #expect(run.output.unwrapped.contains(words), "\(run)")
        #expect(run.output.unwrapped.contains("nothing is written until it is set"), "\(run)")
      }
      let doctor = world.run("doctor", "household.yaml")
      #expect(doctor.output.contains("\n! the clock says") && doctor.output.contains("1 failed"), "\(doctor)")
      #expect(world.run("plan", "household.yaml").status == 0)
      world.now = right
      #expect(try Self.warnings(world).status == 0)
      #expect(!world.run("plan", "household.yaml").output.contains("the clock says"))
    }
  }

  // MARK: The policy

  /// Root reads what the timer's user cannot.
  @Test func aPolicyForRootAloneIsNamed() async {
    var world = await Self.world()
    world.files["/etc/reconcile/policy.yaml"] = DoctorStage.policy
    let words = "only root can read '/etc/reconcile/policy.yaml', so the timer follows no edit of it"
    for command in ["doctor", "status"] {
      world.closed = []
      let open = world.run(command, "/etc/reconcile/policy.yaml")
      #expect(!open.output.unwrapped.contains(words), "\(open)")
      world.closed = ["/etc/reconcile/policy.yaml", "household.yaml"]
      let closed = world.run(command, "/etc/reconcile/policy.yaml")
      #expect(closed.output.unwrapped.contains(words), "\(closed)")
      #expect(closed.output.unwrapped.contains("sudo chmod a+rX /etc/reconcile/policy.yaml"), "\(closed)")
      #expect(!world.run(command, "household.yaml").output.contains("chmod"), "the timer does not follow it")
    }
  }

  /// A calendar of it is part of it.
  @Test func aCalendarForRootAloneIsNamed() async {
    var world = await Self.world()
    world.files["/etc/reconcile/policy.yaml"] =
      DoctorStage.policy + "schedules: {free: {ics: free.ics}, more: {ics: more.ics}}\n"
    for name in ["free", "more"] {
      world.files["/etc/reconcile/\(name).ics"] = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
    }
    world.closed = ["/etc/reconcile/free.ics"]
    let one = world.run("doctor", "/etc/reconcile/policy.yaml").output.unwrapped
    #expect(one.contains("only root can read '/etc/reconcile/free.ics', so the timer follows no edit of it:"), "\(one)")
    world.closed.insert("/etc/reconcile/more.ics")
    let two = world.run("doctor", "/etc/reconcile/policy.yaml").output.unwrapped
    #expect(two.contains("no edit of them: sudo chmod a+rX /etc/reconcile/free.ics /etc/reconcile/more.ics"), "\(two)")
  }

  /// Wherever it lies: who can write it decides what is off.
  @Test func aPolicyForEverybodyToChangeIsNamed() async {
    var world = await Self.world()
    for command in ["doctor", "status"] {
      world.openToAll = ["elsewhere.yaml"]
      #expect(!world.run(command, "household.yaml").output.contains("chmod"))
      world.openToAll = ["household.yaml"]
      let open = world.run(command, "household.yaml").output.unwrapped
      #expect(open.contains("everybody on this machine can change 'household.yaml'"), "\(open)")
      #expect(open.contains("chmod o-w household.yaml"), "\(open)")
    }
  }

  /// Who can change a file in a folder changes the policy, and so does who can change its calendar.
  @Test(
    arguments: [
      (["home/a.yaml"], "can change 'home/a.yaml', and with it", "o-w home/a.yaml"),
      (["home/cal/c.ics"], "can change 'home/cal/c.ics', and with it", "o-w home/cal/c.ics"),
      (["home", "home/b.yml"], "can change 'home' and 'home/b.yml', and with them", "o-w home home/b.yml"),
      (
        ["home", "home/a.yaml", "home/b.yml", "home/cal/c.ics"], "can change 'home', 'home/a.yaml' and 2 more, and",
        "o-w home home/a.yaml home/b.yml home/cal/c.ics"
      ),
      (["home/notes.txt", "home/.hidden.yaml", "other.yaml"], nil, ""),
    ] as [(Set<String>, String?, String)])
  func aFileOfAPolicyForEverybodyToChangeIsNamed(_ open: Set<String>, _ words: String?, _ command: String) async {
    var world = await Self.world()
    world.files = world.files.merging([
      "home/a.yaml": DoctorStage.policy, "home/b.yml": "schedules: {free: {ics: cal/c.ics}}\n",
      "home/cal/c.ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", "home/notes.txt": "",
      "home/.hidden.yaml": "", "other.yaml": "",
    ]) { $1 }
    world.openToAll = open
    for name in ["doctor", "status"] {
      let run = world.run(name, "--policy", "home")
      let text = run.output.unwrapped
      #expect(text.contains("everybody on this machine") == (words != nil) && !text.contains("[ics"), "\(run)")
      if let words { #expect(text.contains(words) && text.contains("sudo chmod \(command)"), "\(run)") }
    }
  }

  @Test func whoMayWriteAFileIsAskedOfTheMachine() throws {
    let folder = try TemporaryFolder(["policy.yaml": "timezone: UTC"])
    let path = folder.url.path + "/policy.yaml"
    for (mode, isOpen) in [(0o644, false), (0o664, false), (0o666, true), (0o602, true)] as [(mode_t, Bool)] {
      chmod(path, mode)
      #expect(SystemFiles().isOpenToAll(path) == isOpen, "\(mode)")
    }
    #expect(!SystemFiles().isOpenToAll(path + ".none") && !SystemFiles().isOpenToAll("/dev/null"))
  }

  @Test(arguments: [("UTC", "Etc/UTC", true), ("UTC", "Europe/Vienna", false), ("Europe/Berlin", "Etc/UTC", false)])
  func hoursInUTCAreAskedAbout(_ zone: String, _ machine: String, _ isSaid: Bool) async throws {
    var world = await Self.world(DoctorStage.policy("timezone: Europe/Berlin", "timezone: \(zone)"))
    world.localtime = machine
    #expect(try Self.warnings(world).codes.contains("zone.utc") == isSaid)
  }

  @Test(arguments: [("Asia/Calcutta", true), ("Asia/Kolkata", false), ("Europe/Amsterdam", false)])
  func anOldNameOfAZoneIsTold(_ zone: String, _ isSaid: Bool) async throws {
    let world = await Self.world(DoctorStage.policy("timezone: Europe/Berlin", "timezone: \(zone)"))
    #expect(try Self.warnings(world).codes.contains("zone.old") == isSaid)
    let run = world.run("validate", "household.yaml")
    #expect(run.output.contains("timezone.old") || run.error.contains("timezone.old") == isSaid, "\(run)")
  }

  /// The edition says the year alone: the next year it may be of last month.
  @Test func rulesOfYearsAgoAreTold() async throws {
    var world = await Self.world()
    let edition = try #require(Zones(SystemFiles()).edition.flatMap { Int($0.prefix(4)) })
    for (years, isSaid) in [(1, false), (2, true)] {
      world.now = try Instant("\(edition + years)-01-02 12:00", as: .at, in: .utc, now: world.now)
      #expect(try Self.warnings(world).codes.contains("zone.stale") == isSaid, "\(years)")
    }
  }

  @Test func aTargetWithoutALineIsNamed() async throws {
    let world = await Self.world(
      DoctorStage.policy("targets:\n", "targets:\n  tablet: {system: gateway, acl-rules: [Downtime-iPad]}\n"))
    let warned = try Self.warnings(world)
    #expect(warned.codes.contains("target.unnamed"))
    #expect(world.run("doctor", "household.yaml").output.contains("no statement names 'tablet'"))
  }

  @Test func aDeviceWithoutATargetIsNamed() async throws {
    let world = await Self.world(
      DoctorStage.policy("targets:\n", "devices:\n  tablet: \"00:00:5e:00:53:01\"\ntargets:\n"))
    #expect(try Self.warnings(world).codes.contains("device.unused"))
    #expect(world.run("doctor", "household.yaml").output.contains("no target names the device 'tablet'"))
  }

  // MARK: Rules that nothing enforces

  private static func run(_ change: @Sendable (inout UniFiConsole) -> Void) async -> TestWorld.Outcome {
    let household = await DoctorStage.household()
    await household.console.inspect { change(&$0) }
    return household.world(policy: DoctorStage.policy).run("doctor", "household.yaml")
  }

  private static let point = UniFiDevice(
    id: "5f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5b01", name: "AP", features: ["accessPoint"])
  private static let gateway = UniFiDevice(
    id: "5f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5b02", name: "Gateway", features: ["gateway", "switching"])

  @Test(arguments: [([], true), ([point], true), ([point, gateway], false)])
  func aSiteWithoutASwitchIsAdvice(_ devices: [UniFiDevice], _ isSaid: Bool) async {
    let run = await Self.run { $0.sites[0].devices = devices }
    #expect(run.status == 0)
    #expect(run.output.contains("~ targets      the site has no UniFi switch") == isSaid, "\(run)")
    #expect(run.output.contains("every name was found: 2 objects") != isSaid)
  }

  /// What cannot be read, or is told in words that nobody knows, is no reason to say anything.
  @Test func whatIsNotToldSaysNothing() async {
    let household = await DoctorStage.household()
    await household.console.inspect { $0.sites[0].devices = [] }
    let undisturbed = household.world(policy: DoctorStage.policy).run("doctor", "household.yaml")
    #expect(undisturbed.output.contains("no UniFi switch"))
    let count = await household.console.log.count
    let other = await DoctorStage.household()
    await other.console.inspect { $0.sites[0].devices = [] }
    await other.console.fail(request: count, with: .notJSON)
    let run = other.world(policy: DoctorStage.policy).run("doctor", "household.yaml")
    #expect(run.status == 0 && !run.output.contains("no UniFi switch"), "\(run)")
  }

  /// Nobody asks what is there where no ACL rule is selected.
  @Test func otherKindsDoNotAsk() async {
    let household = await DoctorStage.household()
    let policy = DoctorStage.policy("acl-rules: [\"Downtime-*\"]", "firewall-policies: [Guest internet]")
    _ = household.world(policy: policy).run("doctor", "household.yaml")
    #expect(await household.requests.allSatisfy { !$0.contains("/devices?") })
  }
}
