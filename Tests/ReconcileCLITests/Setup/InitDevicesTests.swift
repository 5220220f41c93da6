import CivilTime
import HTTPTransport
import Policies
import Simulator
import TestSupport
import Testing

@testable import Host
@testable import Presentation
@testable import ReconcileCLI

/// `init` in front of a console: what is connected becomes devices, groups of them, and a first bedtime.
@Suite struct InitDevicesTests {
  /// A console on which nobody has made a rule yet.
  private static func household(_ change: @Sendable (inout UniFiConsole) -> Void = { _ in }) async -> PretendHousehold {
    var household = PretendHousehold()
    household.front.certificates = ["192.168.1.1": FakeCertificate()]
    await household.console.inspect { console in
      console.sites[0].aclRules = []
      console.sites[0].zoneFirewall?.policies.removeAll { $0.origin == "USER_DEFINED" }
      change(&console)
    }
    return household
  }

  private static let words = ["init", "--unifi", "https://192.168.1.1"]

  /// What was said, wherever lines end.
  private static func flat(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: - The first evening

  /// Four answers put two children to bed: the plan says what will be made, one apply makes it, the console keeps it, and
  /// the week is a picture.
  @Test func fourAnswersPutTwoChildrenToBed() async throws {
    let household = await Self.household()
    var world = household.world()
    world.typed = ["emma", "ben 2", "", "sun-thu 20:30–07:00"]
    let run = world.run(Self.words)
    #expect(run.status == 0, "\(run)")
    try Golden.check(run.error, "init/devices-questions.txt")
    try Golden.check(run.output, "init/devices-output.txt")
    let policy = try #require(world.created["policy.yaml"])
    try Golden.check(policy, "init/devices.yaml")
    #expect(await household.writes.isEmpty)

    var chronicle = Chronicle(on: household, policy: policy)
    try await chronicle.pass(until: "2026-11-22 20:30:10")
    let plan = chronicle.plan()
    #expect(plan.status == 0 && Self.flat(plan.output).contains("~ emma on → off device-policy"), "\(plan)")
    #expect(plan.output.contains("absent → enabled"))
    let apply = chronicle.apply()
    #expect(apply.status == 0, "\(apply)")
    let now = Double(chronicle.now.secondsSinceEpoch)
    for (mac, isBlocked) in [
      ("02:00:5e:00:53:01", true), ("02:00:5e:00:53:02", true), ("00:00:5e:00:53:11", true),
      ("02:00:5e:00:53:10", false), ("00:00:5e:00:53:12", false),
    ] {
      #expect(await household.console.inspect { $0.blocks(mac, at: now) } == isBlocked, "\(mac)")
    }
    #expect(chronicle.plan().output.contains("0 changes"))
    let picture = chronicle.world.run("timeline", "--format", "svg", "household.yaml")
    #expect(picture.status == 0 && picture.output.contains("emma") && picture.output.contains("ben"), "\(picture)")
  }

  /// The command line says the same as the answers.
  @Test func theCommandLineMakesTheSameFile() async throws {
    var world = await Self.household().world()
    world.typed = ["emma", "ben 2", "", "sun-thu 20:30–07:00"]
    #expect(world.run(Self.words).status == 0)
    let asked = try #require(world.created["policy.yaml"])
    for groups in [
      ["emma", "ben=Ben's laptop"], ["emma=02-00-5E-00-53-01,02:00:5e:00:53:02", "ben=bens-laptop"],
    ] {
      let given = await Self.household().world()
      let run = given.run(Self.words + groups.flatMap { ["--group", $0] } + ["--bedtime", "sun-thu 20:30–07:00"])
      #expect(run.status == 0 && !run.error.contains("Name and numbers"), "\(run)")
      #expect(run.error.contains("  ben: Ben's laptop\n"), "what was understood is told: \(run.error)")
      #expect(given.created["policy.yaml"] == asked)
    }
  }

  /// What could not be carried out yet is asked for again with all that was given.
  @Test func theCommandToRunAgainKeepsTheGroups() async throws {
    let household = await Self.household()
    var world = household.world()
    world.files = [:]
    let run = world.run(Self.words + ["--group", "emma=Emma's iPad", "--bedtime", "sun-thu 20:30–07:00"])
    #expect(run.status == 77, "\(run)")
    #expect(run.output.contains("--group 'emma=Emma'\\''s iPad' \\\n"), "\(run.output)")
    #expect(run.output.contains("--bedtime 'sun-thu 20:30–07:00' \\\n"), "\(run.output)")
  }

  // MARK: - Nobody is asked

  /// Without a terminal what is connected is in comments, and nothing by hand is asked for.
  @Test func whatIsConnectedIsProposed() async throws {
    var world = await Self.household().world()
    let run = world.run(Self.words)
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    let policy = try #require(world.created["policy.yaml"])
    try Golden.check(policy, "init/devices-proposed.yaml")
    let lines = policy.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "#devices:"))
    let isProposed = { (line: Substring) in
      ["#devices:", "#targets:", "#policy:"].contains(line) || line.hasPrefix("#  ")
    }
    world.files["policy.yaml"] =
      (lines[..<start] + lines[start...].map { isProposed($0) ? $0.dropFirst() : $0 }).joined(separator: "\n") + "\n"
    let validation = world.run("validate", "policy.yaml")
    #expect(validation.status == 0, "\(validation)\n\(world.files["policy.yaml"] ?? "")")
    #expect(!validation.output.replacing("[device.private]", with: "").contains("warning: ["), "\(validation.output)")
  }

  @Test func whoeverWantsNobodyGetsTheSame() async throws {
    var asked = await Self.household().world()
    asked.typed = [""]
    #expect(asked.run(Self.words).status == 0)
    let silent = await Self.household().world()
    #expect(silent.run(Self.words).status == 0)
    #expect(asked.created["policy.yaml"] == silent.created["policy.yaml"])
  }

  @Test func theEndOfInputWritesNothing() async {
    var world = await Self.household().world()
    world.typed = []
    let run = world.run(Self.words)
    #expect(run.status == 64 && world.created.isEmpty, "\(run)")
    #expect(run.error.contains("\nreconcile: the input ended before the questions were answered"), "\(run)")
    // What is answered is enough; nothing more is on the line of the question.
    world.typed = ["emma", ""]
    let enough = world.run(Self.words)
    #expect(enough.status == 0 && enough.error.hasSuffix("(Enter for 21:00–07:00): \n"), "\(enough)")
  }

  /// As on a phone that is logged in by ssh.
  @Test func theListFitsANarrowTerminal() async {
    var world = await Self.household().world()
    world.typed = [""]
    world.columns = 40
    let lines = world.run(Self.words).error.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("   1  ") })
    #expect(lines.contains { $0.hasPrefix("      02:00:5e:00:53:01  WiFi") }, "\(lines)")
    for line in lines where line.contains(":5e:") { #expect(displayWidth(String(line)) <= 40, "\(line)") }
  }

  // MARK: - Slips

  struct Slip: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var typed: [String]
    var says: String
    /// What is in the policy in the end; nil where nobody goes to bed.
    var has: String?
  }

  static let slips: [Slip] = [
    Slip(
      testDescription: "a number that there is not", typed: ["emma 44", "emma 2", "", ""],
      says: "unknown device 44; the numbers go from 1 to 11", has: "emma: {devices: [bens-laptop]}"),
    Slip(
      testDescription: "nothing is called so", typed: ["zoe", "", ""],
      says: "no device has a name like 'zoe'; say which devices: zoe 4 5"),
    Slip(testDescription: "no name", typed: ["4 5", ""], says: "the name is missing; a name comes first"),
    Slip(
      testDescription: "a word of the language", typed: ["weekdays 2", "emma", "", ""],
      says: "'weekdays' cannot be used as a name", has: "emma: {devices: [emmas-ipad, emmas-phone]}"),
    Slip(
      testDescription: "a letter of another script", typed: ["zoë 2", "zoe 2", "", ""],
      says: "'zoë'", has: "zoe: {devices: [bens-laptop]}"),
    Slip(
      testDescription: "the same name twice", typed: ["emma", "emma 2", "", ""],
      says: "emma: Emma's iPad, Emma's phone, Ben's laptop",
      has: "emma: {devices: [emmas-ipad, emmas-phone, bens-laptop]}"),
    Slip(
      testDescription: "the same device of the same name", typed: ["emma 3", "emma 3 02:00:5e:00:53:01", "", ""],
      says: "emma: Emma's iPad", has: "emma: {devices: [emmas-ipad]}"),
    Slip(
      testDescription: "hours that cannot be read", typed: ["emma", "", "half past nine", "20:30–07:00"],
      says: "Off when", has: "- emma off 20:30–07:00"),
    Slip(
      testDescription: "one time", typed: ["emma", "", "9pm", "20:30–07:00"],
      says: "single time, not a range; write both ends, such as '21:00–07:00'", has: "- emma off 20:30–07:00"),
    Slip(
      testDescription: "hours that end at midnight", typed: ["emma", "", "from 21:00", "20:30–07:00"],
      says: "If it is meant like that, type it again.", has: "- emma off 20:30–07:00"),
    Slip(
      testDescription: "hours that are meant to end at midnight", typed: ["emma", "", "from 21:00", "from 21:00"],
      says: "If it is meant like that, type it again.", has: "- emma off from 21:00"),
    Slip(
      testDescription: "which nights days mean", typed: ["emma", "", "sun-thu 20:30–07:00"],
      says: "'sun-thu' are the nights before Monday to Friday. Off when", has: "- emma off sun-thu 20:30–07:00"),
    Slip(
      testDescription: "nights of weekdays", typed: ["emma", "", "weekdays 20:30–07:00"],
      says: "Friday night is included, Sunday night is not", has: "- emma off weekdays 20:30–07:00"),
    Slip(
      testDescription: "no hours in three tries", typed: ["emma", "", "x", "y", "z"],
      says: "The policy gets 21:00–07:00. Change the hours there.",
      has: "- emma off 21:00–07:00"),
    Slip(
      testDescription: "three slips in a row", typed: ["zoe", "4 5", "zoe", "ben 2"],
      says: "Three answers named no device, so the policy gets no bedtime. To try again, remove the policy first."),
    Slip(
      testDescription: "slips that others came between", typed: ["zoe", "4 5", "emma", "zoe", "4 5", "ben 2", "", ""],
      says: "ben: Ben's laptop", has: "ben: {devices: [bens-laptop]}"),
    Slip(
      testDescription: "three slips after a name", typed: ["emma", "zoe", "4 5", "zoe", ""],
      says: "Three answers in a row named no device. The names above are in the policy",
      has: "emma: {devices: [emmas-ipad, emmas-phone]}"),
    Slip(
      testDescription: "hours that would be YAML", typed: ["emma", "", "21:00–07:00 # \"x\": {", ""], says: "Off when",
      has: "- emma off 21:00–07:00"),
    Slip(
      testDescription: "several in a line", typed: ["emma 3-4, ben: 2 living room console 6", "", ""],
      says: "living-room-console: Living room console", has: "ben: {devices: [bens-laptop]}"),
    Slip(
      testDescription: "what is not connected", typed: ["emma 02-00-5e-00-53-77 3", "", ""], says: "emma: 02:00:5e",
      has: "emma: {devices: [emma-device, emmas-ipad]}"),
    Slip(
      testDescription: "one device twice", typed: ["emma 3 3 02:00:5e:00:53:01", "", ""], says: "emma: Emma's iPad",
      has: "emma: {devices: [emmas-ipad]}"),
    Slip(
      testDescription: "a device of two people", typed: ["emma 3, ben 3", "", ""], says: "ben: Emma's iPad",
      has: "ben: {devices: [emmas-ipad]}"),
    Slip(testDescription: "the beginning of a name", typed: ["ip", ""], says: "no device has a name like 'ip'"),
    Slip(testDescription: "nothing more is typed", typed: ["emma"], says: "Off when", has: "- emma off 21:00–07:00"),
  ]

  @Test(arguments: slips) func aSlipIsToldAndAskedAboutAgain(_ slip: Slip) async throws {
    var world = await Self.household().world()
    world.typed = slip.typed
    let run = world.run(Self.words)
    #expect(run.status == 0 && Self.flat(run.error).contains(slip.says), "\(run)")
    let policy = try #require(world.created["policy.yaml"])
    if let has = slip.has { #expect(policy.contains(has), "\(policy)") }
    #expect(policy.contains("\ndevices:\n") == (slip.has != nil), "\(policy)")
    #expect(!policy.contains("\"x\": {"), "\(policy)")
    world.files["policy.yaml"] = policy
    #expect(world.run("validate", "policy.yaml").status == 0)
  }

  @Test(arguments: [
    (["--group", ""], 64, "'--group' takes a name"), (["--group", "emma="], 64, "'--group' takes a name"),
    (["--bedtime", "21:00–07:00"], 64, "name a group with --group"),
    (["--group", "sun"], 64, "'sun' cannot be used as a name"), (["--group", "sun"], 64, "write --group sun-devices"),
    (["--group", "Jan=02:00:5e:00:53:01"], 64, "write --group 'jan-devices=02:00:5e:00:53:01'"),
    (["--group", "emma", "--group", "Emma's things=x"], 64, "hint: write --group 'emma-s-things=x'"),
    (["--group", "zoe"], 1, "no device has a name like 'zoe'"),
    (["--group", "zoe"], 1, "say which devices: --group zoe=02:00:5e:00:53:01"),
    (["--group", "emma=2"], 1, "no device is called '2'"),
    (["--group", "emma=nobody's phone"], 1, "no device is called 'nobody's phone'"),
    (["--group", "emma", "--bedtime", "at night"], 1, "hint: "),
    (["--group", "emma", "--bedtime", "21-7"], 1, "write '21:00–07:00'"),
    (["--group", "emma", "--group", "ben", "--bedtime", "off 21:00-07:00"], 1, "write '21:00-07:00'"),
  ]) func whatTheCommandLineGetsWrongWritesNothing(_ options: [String], _ status: Int32, _ says: String) async {
    let household = await Self.household()
    let world = household.world()
    let run = world.run(Self.words + options)
    #expect(run.status == status && run.error.contains(says), "\(run)")
    #expect(world.created.isEmpty)
    #expect(await household.writes.isEmpty)
  }

  /// Of two that have one name nobody knows which is meant.
  @Test func aNameThatTwoHaveMeansNeither() async {
    let world = await Self.household { console in
      for place in 0...1 { console.sites[0].clients[place].name = "Game Boy" }
    }.world()
    let run = world.run(Self.words + ["--group", "emma=game boy"])
    #expect(run.status == 1 && run.error.contains("no device is called 'game boy', or more than one is"), "\(run)")
    #expect(world.created.isEmpty)
  }

  /// A name that no target can have is told before the first question.
  @Test func aNameThatCannotBeIsToldBeforeAnybodyIsAsked() async {
    var world = await Self.household().world()
    world.typed = ["", "", ""]
    let run = world.run("init", "--group", "mon-fri")
    #expect(run.status == 64 && run.error.hasPrefix("reconcile: 'mon-fri' cannot be used as a name"), "\(run)")
  }

  @Test func aPiHoleHasNoGroupsOfDevices() async {
    let world = await Self.household().world()
    let run = world.run("init", "--pihole", "http://192.168.1.2", "--group", "emma=02:00:5e:00:53:01")
    #expect(run.status == 1 && run.error.contains("none of these systems can hold devices"), "\(run)")
    #expect(world.created.isEmpty)
  }

  // MARK: - Whose it is

  /// Two files get two owners, so that neither takes away what the other made; the usual file gets the usual one.
  @Test(arguments: [
    ("policy.yaml", "home"), ("kids/Policy.yml", "home"), ("home.yaml", "policy-home"), ("my house.yaml", "my-house"),
    ("kids room.yaml", "kids-room"), ("haus_ben.yaml", "haus-ben"), ("2.yaml", "policy-2"), ("3.yaml", "policy-3"),
    ("kids.yaml", "kids"), ("policy.kids.yaml", "policy-kids"), ("é.yaml", "e9"), ("дом.yaml", "policy-43443e43c"),
    ("./--.yaml", "policy"), ("\(String(repeating: "x", count: 80)).yaml", String(repeating: "x", count: 63)),
  ]) func anOwnerIsCalledAsTheFile(_ path: String, _ owner: String) async throws {
    let world = await Self.household().world()
    let run = world.run(Self.words + ["--group", "emma", "--output", path])
    #expect(run.status == 0, "\(run)")
    let policy = try #require(world.created[path])
    #expect(policy.contains("\nowner: \(owner)\n"), "\(policy)")
  }

  /// What a console lists as made under an owner is another file's.
  @Test func anOwnerThatIsTakenIsNotWritten() async throws {
    let household = await Self.household()
    var world = household.world()
    #expect(world.run(Self.words + ["--group", "emma", "--output", "policy.yaml"]).status == 0)
    for owner in ["home-2", "home-3"] {
      let policy = try #require(world.created["policy.yaml"])
      world.files["policy.yaml"] = policy
      #expect(world.run("apply", "policy.yaml").status == 0)
      world = household.world()
      let run = world.run(Self.words + ["--group", "emma", "--output", "policy.yaml"])
      #expect(run.status == 0 && run.output.unwrapped.contains("so this one has the owner '\(owner)'"), "\(run)")
      let next = try #require(world.created["policy.yaml"])
      #expect(next.contains("# 'home' is taken") && next.contains("\nowner: \(owner)\n"), "\(next)")
    }
  }

  /// Whoever adds a second file to the one that is followed is told of all that its targets need.
  @Test func theDevicesOfASecondFileAreAddedToo() async throws {
    var world = await Self.household().world()
    world.files["/etc/reconcile/policy.yaml"] = "timezone: UTC\npolicy: []\n"
    let bedtime = world.run(Self.words + ["--group", "emma", "--output", "second.yaml"])
    let said = bedtime.output.unwrapped
    #expect(said.contains("to its 'systems', 'devices', 'targets' and 'policy'"), "\(bedtime)")
    #expect(said.contains("give its targets 'system:' with the name of theirs"), "\(bedtime)")
    let none = world.run(Self.words + ["--output", "third.yaml"])
    #expect(none.output.unwrapped.contains("to its 'systems', 'targets' and 'policy'"), "\(none)")
  }

  // MARK: - Consoles

  struct Obstacle: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var says: String
    var change: @Sendable (inout UniFiConsole) -> Void
  }

  static let obstacles: [Obstacle] = [
    Obstacle(testDescription: "an early version", says: "devices cannot be used there:") {
      $0.version = "10.0.162"
    },
    Obstacle(testDescription: "no zones", says: "devices cannot be used there:") {
      $0.sites[0].zoneFirewall = nil
    },
  ]

  /// Where nothing could be made nobody is asked, and it is said why.
  @Test(arguments: obstacles) func whereNothingCouldBeMadeNobodyIsAsked(_ obstacle: Obstacle) async throws {
    let household = await Self.household(obstacle.change)
    var world = household.world()
    world.typed = ["emma", "", ""]
    let run = world.run(Self.words)
    #expect(run.status == 0 && Self.flat(run.output).contains(obstacle.says), "\(run)")
    #expect(!run.error.contains("Name and numbers"))
    #expect(world.created["policy.yaml"]?.contains("devices:") == false)
  }

  /// Nor is a group taken there that the command line gives, by whatever its devices are named.
  @Test(arguments: obstacles) func whereNothingCouldBeMadeNoGroupIsTaken(_ obstacle: Obstacle) async {
    for group in ["emma=02:00:5e:00:53:01", "emma=nobody's phone", "emma"] {
      let world = await Self.household(obstacle.change).world()
      let run = world.run(Self.words + ["--group", group])
      #expect(run.status == 1 && Self.flat(run.error).contains("devices cannot be used there"), "\(run)")
      #expect(!run.error.contains("no device") && world.created.isEmpty, "\(run)")
    }
  }

  /// A name is text: no escape, no line of its own, no YAML, and no pattern.
  @Test func aHostileNameIsOnlyText() async throws {
    let names = [
      "\u{1B}[2Ja", "x\": {y", "a\nb: c", "\u{202E}abc", "", "#", "emma", "Emma’s Äpfel", "*", "- x", "21:00",
    ]
    let household = await Self.household { console in
      for (place, name) in names.enumerated() { console.sites[0].clients[place].name = name }
    }
    var world = household.world()
    world.typed = ["emma", "others 1-11", "", ""]
    let run = world.run(Self.words)
    #expect(run.status == 0, "\(run)")
    #expect(!run.error.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(run.error)")
    let policy = try #require(world.created["policy.yaml"])
    let named = policy.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.contains(": \"0") }
    #expect(named.count == 11, "\(run.error)\n\(policy)")
    world.files["policy.yaml"] = policy
    let validation = world.run("validate", "policy.yaml")
    #expect(validation.status == 0, "\(validation)\n\(policy)")
  }

  /// A school has more than a terminal shows, and each can be given by its address.
  @Test func manyAreCutShortAndCanBeGivenByAddress() async throws {
    let household = await Self.household { console in
      let one = console.sites[0].clients[3]
      console.sites[0].clients = (0..<300).map { number in
        var client = one
        client.id = "c1a0f2d4-6f59-4a7e-9a10-3a1f5a3e\(1000 + number)"
        client.name = "device-\(1000 + number)"
        client.macAddress = "00:00:5e:00:5\(number / 100):\(number % 100 < 10 ? "0" : "")\(number % 100)"
        return client
      }
    }
    var world = household.world()
    world.typed = ["class 1 99 00:00:5e:00:52:99", "", ""]
    let run = world.run(Self.words)
    #expect(run.status == 0 && run.error.contains("300 devices are connected:"), "\(run)")
    #expect(run.error.contains("… and 201 more; give their addresses"), "\(run.error)")
    #expect(world.created["policy.yaml"]?.contains("class: {devices: [device-1000, device-1098, device-1299]}") == true)
  }

  @Test(arguments: [40, 60]) func fitsTheTerminal(_ columns: Int) async throws {
    var world = await Self.household().world()
    world.typed = ["emma 99", "emma", "", "never", ""]
    world.columns = columns
    let run = world.run(Self.words)
    #expect(run.status == 0)
    for line in run.error.split(separator: "\n") where !line.contains("  02:") && !line.contains("  00:") {
      // A question ends where the answer is typed.
      let isQuestion = line.contains("Enter ")
      #expect(isQuestion || displayWidth(String(line)) <= columns, "\(line)")
    }
  }
}

/// What somebody may type for groups of devices.
@Suite struct GivenGroupTests {
  @Test(arguments: [
    ("emma 4 5", "emma:4,5"), ("emma 4,5", "emma:4,5"), ("emma: 4 5", "emma:4,5"), ("Emma 4-6", "emma:4,5,6"),
    ("emma 4–5", "emma:4,5"), ("emma 4 ben 7", "emma:4 ben:7"), ("emma, ben", "emma: ben:"),
    ("emma; ben 7", "emma: ben:7"),
    ("emma jane 4", "emma-jane:4"), ("emma 4, 5", "emma:4,5"), ("emma 02:00:5e:00:53:01", "emma:02:00:5e:00:53:01"),
    ("emma 02-00-5e-00-53-01 4", "emma:02-00-5e-00-53-01,4"), ("4 5", ""), ("", ""), (",", ""),
    ("emma 6-4", "emma-6-4:"),
    ("emma 4 5 4-5", "emma:4,5,4,5"), ("emma -4", "emma--4:"), ("emma 9999", "emma-9999:"),
  ]) func answersAreRead(_ answer: String, _ meaning: String) {
    let groups = GivenGroup.answer(answer).map { "\($0.name):\($0.devices.joined(separator: ","))" }
    #expect(groups.joined(separator: " ") == meaning)
  }

  @Test(arguments: [
    ("emma", "emma"), (" Emma = a , b ", "emma=a,b"), ("emma=a=b", "emma=a=b"), ("emma=", nil), ("=a", nil), ("", nil),
  ]) func optionsAreReadAndWritten(_ text: String, _ again: String?) {
    let group = GivenGroup.option(text)
    #expect(group?.option == again)
    #expect(group == nil || group?.option.isEmpty == false && GivenGroup.option(group?.option ?? "") == group)
  }
}
