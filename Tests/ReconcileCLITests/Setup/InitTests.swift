import CivilTime
import Foundation
import HTTPTransport
import Simulator
import TestSupport
import Testing

@testable import Host
@testable import Presentation
@testable import ReconcileCLI

/// `reconcile init`: a first policy from what is live.
@Suite("init") struct InitTests {
  private static func household() -> PretendHousehold {
    var household = PretendHousehold()
    household.front.certificates = ["192.168.1.1": FakeCertificate()]
    return household
  }

  private static let both = ["init", "--unifi", "https://192.168.1.1", "--pihole", "http://192.168.1.2"]

  @Test func theFileIsValidAndADryRunOfItWorks() async throws {
    let household = Self.household()
    let world = household.world()
    let run = world.run(Self.both)
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    let policy = try #require(world.created["policy.yaml"])
    try Golden.check(policy, "init/policy.yaml")
    try Golden.check(run.output, "init/output.txt")
    #expect(await household.writes.isEmpty)
    #expect(await household.seatsTaken == 0)

    var later = world
    later.files["policy.yaml"] = policy
    let validation = later.run("validate", "policy.yaml")
    #expect(validation.status == 0 && validation.output.hasSuffix("2 statements; 1 warning.\n"), "\(validation.output)")
    #expect(validation.output.contains("[url.plaintext]"), "nothing but the http that was asked for")
    let plan = later.run("--dry-run", "policy.yaml")
    #expect(plan.status == 0, "\(plan)")
    #expect(plan.output.contains("Downtime-iPad") && plan.output.contains("Downtime-KidsRoom"), "\(plan.output)")
    #expect(later.run("doctor", "policy.yaml").status == 0)
  }

  /// What a policy file made for devices is managed by that file: it is nothing to name, whatever it is called, and whoever
  /// asks for it.
  @Test func whatAFileMadeIsNotProposed() async throws {
    let household = Self.household()
    await household.console.inspect { console in
      guard var firewall = console.sites[0].zoneFirewall else { return }
      let zones = ["Internal", "External"].compactMap { firewall.zoneID($0) }
      for (number, name) in ["reconcile: emma", "Downtime emma", "Blocks by hand"].enumerated() {
        firewall.add(
          FirewallPolicy(
            id: "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5b2\(number)",
            settings: [
              "enabled": true, "name": .string(name),
              "description": .string(number < 2 ? "reconcile:attic/emma made by reconcile" : "mine"),
              "action": ["type": "BLOCK"], "loggingEnabled": false, "ipProtocolScope": ["ipVersion": "IPV4"],
              "source": ["zoneId": .string(zones[0])], "destination": ["zoneId": .string(zones[1])],
            ]))
      }
      console.sites[0].zoneFirewall = firewall
    }
    for options in [[], ["--include", "*emma"]] {
      let world = household.world()
      let run = world.run(Self.both + options)
      #expect(run.status == 0, "\(run)")
      let policy = try #require(world.created["policy.yaml"])
      #expect(policy.contains("Blocks by hand") && !policy.contains("emma"), "\(policy)")
    }
  }

  @Test func whatIsThereIsNeverOverwritten() async {
    let household = Self.household()
    var world = household.world()
    world.files["policy.yaml"] = "mine"
    let run = world.run(Self.both)
    #expect(run.status == 1 && run.error.contains("'policy.yaml' already exists and was not overwritten"), "\(run)")
    #expect(world.created.isEmpty)
    #expect(await household.requests.isEmpty, "that is seen before anything is asked")
    let other = world.run(Self.both + ["--output", "new.yaml"])
    #expect(other.status == 0 && world.created["new.yaml"] != nil)
    #expect(world.run(Self.both + ["--output", "new.yaml"]).status == 1, "made meanwhile")
  }

  @Test func nothingToReadIsABadCommandLine() {
    let run = TestWorld().run("init")
    #expect(run.status == 64 && run.error.contains("reconcile init --unifi https://192.168.1.1"), "\(run)")
    var world = TestWorld()
    world.typed = ["", ""]
    #expect(world.run("init").status == 64)
  }

  /// A policy can say `plaintext: true`, and no option of `init` can.
  @Test(arguments: [
    ["--unifi", "http://192.168.1.1"], ["--unifi", "http://gateway.example"], ["--pihole", "http://8.8.8.8"],
  ]) func aSecretOverHTTPIsToldWithWhatCanBeDoneHere(_ options: [String]) {
    let run = TestWorld().run(["init"] + options)
    #expect(run.status == 64 && run.error.contains("would be sent over http"), "\(run)")
    #expect(run.error.contains("\nhint: give an address that begins with https://\n"), "\(run)")
  }

  /// Ctrl-D is no answer. What was answered before it is enough or not.
  @Test func theEndOfInputEndsTheQuestions() {
    var world = TestWorld()
    world.typed = []
    let run = world.run("init")
    #expect(run.status == 64 && run.error.components(separatedBy: "Address of").count == 2, "\(run)")
    #expect(run.error.contains("\nreconcile: the input ended before the questions were answered"), "\(run)")
    var home = Self.household().world()
    home.typed = ["", "192.168.1.2"]
    let enough = home.run("init")
    #expect(enough.status == 0 && enough.error.components(separatedBy: "Address of").count == 4, "\(enough)")
    #expect(home.created["policy.yaml"]?.contains("url: \"http://192.168.1.2\"") == true)
  }

  @Test func aPersonIsAskedForAddresses() {
    var world = Self.household().world()
    world.typed = ["192.168.1.1", "", "", "", "", ""]
    let run = world.run("init")
    #expect(run.status == 0 && run.error.contains("Address of the UniFi console"), "\(run)")
    #expect(!run.error.contains("Time zone"), "the machine says it")
    #expect(world.created["policy.yaml"]?.contains("url: \"https://192.168.1.1\"") == true)
    #expect(world.created["policy.yaml"]?.contains("pihole") == false)
  }

  struct Failure: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var status: Int32
    var says: String
    var change: @Sendable (PretendHousehold, inout TestWorld) async -> Void
  }

  static let failures: [Failure] = [
    Failure(testDescription: "a wrong key", status: 77, says: "! gateway  could not be read") { household, _ in
      await household.console.inspect { $0.keys = [] }
    },
    Failure(
      testDescription: "a secret that is not bound", status: 77,
      says: "'for https://192.168.1.1 unifi' \\ '\(FakeCertificate().pin)'"
    ) { _, world in
      world.files["/etc/reconcile/credentials/unifi-api-key"] = "the-key"
    },
    Failure(
      testDescription: "nothing listens", status: 3, says: "check the address, and that it is on and in this network"
    ) { household, _ in
      for request in 1...9 { await household.pihole.fail(request: request, with: .refused) }
    },
    Failure(testDescription: "a booting console", status: 3, says: "web page") { household, _ in
      await household.console.inspect { $0.isBooting = true }
    },
    Failure(testDescription: "all sessions in use", status: 3, says: "! pihole  could not be read") { household, _ in
      await household.pihole.inspect { $0.seats = PiHoleSeats(limit: 0) }
    },
  ]

  @Test(arguments: failures) func nothingIsWrittenWhereASystemCouldNotBeRead(_ example: Failure) async {
    let household = Self.household()
    var world = household.world()
    await example.change(household, &world)
    let run = world.run(Self.both)
    #expect(run.status == example.status && world.created.isEmpty, "\(run)")
    let flat = run.output.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
    #expect(flat.contains(example.says.split(separator: " ").joined(separator: " ")), "\(run.output)")
    #expect(run.error.contains("'policy.yaml' is not written yet"))
    for secret in ["the-key", Household.apiKey, Household.password] {
      #expect(!(run.output + run.error).contains(secret))
    }
  }

  /// Over http, too: the secret for an address with a slip in it would have to be stored again for the right one.
  @Test func noSecretIsAskedForWhereNobodyAnswers() async {
    let household = Self.household()
    for request in 1...9 { await household.pihole.fail(request: request, with: .refused) }
    var world = household.world()
    world.files["/etc/reconcile/credentials/pihole-password"] = nil
    for _ in 1...2 {
      let run = world.run("init", "--pihole", "http://192.168.1.2")
      #expect(run.status == 69 && world.created.isEmpty, "\(run)")
      #expect(run.output.contains("check the address") && !run.output.contains("Store each secret"), "\(run)")
    }
  }

  @Test func aSecretGivenInPlaceOfItsPlaceIsNotRepeated() {
    for value in ["hunter2", "key:hunter2", "credential:hunter2 or so/", "file:hunter2"] {
      let run = TestWorld(household: Self.household()).run(Self.both + ["--api-key", value])
      #expect(run.status == 64, "\(run)")
      #expect(!(run.output + run.error).contains("hunter2"), "\(run)")
    }
  }

  @Test func mistakesInAddressesAreTold() {
    let run = TestWorld(household: Self.household()).run("init", "--unifi", "ftp://192.168.1.1")
    #expect(run.status == 64 && !run.error.isEmpty, "\(run)")
  }

  @Test func namesOfOthersAreNotTrusted() async throws {
    let household = Self.household()
    let names = [
      "Downtime \"quoted\" \\ 'x'", "Downtime: {a: b} # c", "downtime\n  evil: true\npolicy: []", "DOWNTIME-*",
      "Downtime-?", "Down*time", "downtime-?x", "Downtime-twice", "downtime-TWICE", "Downtime-\u{7F}\u{202E}", " ",
      "Other\nname: x", "Ümläut",
    ]
    await household.console.inspect { console in
      for (place, name) in names.enumerated() {
        console.sites[0].aclRules.append(
          ACLRule(
            id: "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5b\(10 + place)",
            settings: [
              "type": "IPV4", "enabled": false, "name": .string(name), "action": "BLOCK",
              "sourceFilter": [
                "type": "IP_ADDRESSES_OR_SUBNETS", "ipAddressesOrSubnets": [.string("10.1.0.\(place)")],
              ],
            ]))
      }
    }
    var world = household.world()
    let run = world.run(Self.both + ["--include", "Üml*", "--include", "allow-printer", "--include", "down*"])
    #expect(run.status == 0, "\(run)")
    let policy = try #require(world.created["policy.yaml"])
    try Golden.check(policy, "init/hostile.yaml")
    world.files["policy.yaml"] = policy
    #expect(world.run("validate", "policy.yaml").status == 0)
    let plan = world.run("plan", "policy.yaml")
    #expect(plan.status == 0 && !plan.output.contains("problem"), "\(plan.output)")
  }

  /// Rules and policies make a target each, and one word for both.
  @Test func policiesOfThatNameMakeATargetOfTheirKind() async throws {
    let household = Self.household()
    await household.console.inspect { console in
      for name in ["Kids no games", "Guest internet"] {
        guard let place = console.sites[0].zoneFirewall?.policies.firstIndex(where: { $0.name == name }) else {
          continue
        }
        console.sites[0].zoneFirewall?.edit(at: place) { $0.settings["name"] = .string("Downtime-\(name)") }
      }
    }
    var world = household.world()
    #expect(world.run("init", "--unifi", "https://192.168.1.1", "--output", "both.yaml").status == 0)
    let both = try #require(world.created["both.yaml"])
    try Golden.check(both, "init/both-kinds.yaml")
    world.files["both.yaml"] = both
    try Self.expectPolicies(in: "both.yaml", world)
    await household.console.inspect { $0.sites[0].aclRules = [] }
    #expect(world.run("init", "--unifi", "https://192.168.1.1").status == 0)
    let policies = try #require(world.created["policy.yaml"])
    try Golden.check(policies, "init/policies-only.yaml")
    world.files["policy.yaml"] = policies
    try Self.expectPolicies(in: "policy.yaml", world)
  }

  private static func expectPolicies(in file: String, _ world: TestWorld) throws {
    #expect(world.run("validate", file).status == 0)
    let plan = world.run("plan", file)
    #expect(plan.status == 0 && plan.output.contains("firewall-policy 'Downtime-Kids no games'"), "\(plan.output)")
  }

  @Test func aConsoleWithoutSuchRulesGetsAFileToGoOnWith() async throws {
    let household = Self.household()
    await household.console.inspect { console in
      for place in console.sites[0].aclRules.indices { console.sites[0].aclRules[place].rename("Rule-\(place)") }
    }
    var world = household.world()
    let run = world.run("init", "--unifi", "https://192.168.1.1")
    #expect(run.status == 0, "\(run)")
    let policy = try #require(world.created["policy.yaml"])
    try Golden.check(policy, "init/no-rules.yaml")
    world.files["policy.yaml"] = policy
    #expect(world.run("validate", "policy.yaml").status == 0)
  }

  // MARK: - The time zone

  struct ZoneCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var variable: String?
    var localtime: String?
    var timezone: String?
    /// What `--timezone` is given.
    var option: String?
    /// What is written; nil where the command line is refused.
    var zone: String?
  }

  static let zones: [ZoneCase] = [
    ZoneCase(testDescription: "the link", localtime: "Europe/Vienna", zone: "Europe/Vienna"),
    ZoneCase(
      testDescription: "TZ before the link", variable: "America/Chicago", localtime: "Etc/UTC", zone: "America/Chicago"),
    ZoneCase(testDescription: "TZ with a colon", variable: ":Asia/Tokyo", localtime: "Etc/UTC", zone: "Asia/Tokyo"),
    ZoneCase(
      testDescription: "TZ as a path", variable: ":/usr/share/zoneinfo/Asia/Tokyo", localtime: nil, zone: "Asia/Tokyo"),
    ZoneCase(testDescription: "an empty TZ", variable: "", localtime: "Europe/Vienna", zone: "Europe/Vienna"),
    ZoneCase(testDescription: "a file instead of a link", timezone: "Europe/Oslo\n", zone: "Europe/Oslo"),
    ZoneCase(testDescription: "a machine in UTC", localtime: "Etc/UTC"),
    ZoneCase(testDescription: "a machine in UTC by another name", localtime: "Zulu"),
    ZoneCase(testDescription: "TZ says UTC", variable: "UTC", localtime: "Europe/Vienna"),
    ZoneCase(testDescription: "TZ is a rule and no place", variable: "<+03>-3", localtime: "Europe/Vienna"),
    ZoneCase(testDescription: "nothing says it"),
    ZoneCase(testDescription: "a name of five hours behind UTC", localtime: "EST"),
    ZoneCase(testDescription: "a word for the time of several places", variable: "MST", localtime: "Europe/Vienna"),
    ZoneCase(testDescription: "a word for the time of half of Europe", timezone: "CET\n"),
    ZoneCase(testDescription: "an old name", localtime: "Asia/Calcutta", zone: "Asia/Kolkata"),
    ZoneCase(testDescription: "an old name in TZ", variable: "US/Pacific", zone: "America/Los_Angeles"),
    ZoneCase(testDescription: "an old name that is given", option: "Europe/Kiev", zone: "Europe/Kyiv"),
    ZoneCase(testDescription: "the file says UTC", timezone: "Etc/UTC\n"),
    ZoneCase(testDescription: "the option", localtime: "Etc/UTC", option: "Europe/Rome", zone: "Europe/Rome"),
    ZoneCase(
      testDescription: "the option before TZ", variable: "Asia/Tokyo", option: "Europe/Rome", zone: "Europe/Rome"),
    ZoneCase(testDescription: "UTC, if that is meant", localtime: "Etc/UTC", option: "UTC", zone: "UTC"),
    ZoneCase(testDescription: "a place that there is not", localtime: "Europe/Vienna", option: "Europe/Berln"),
  ]

  @Test(arguments: zones) func utcIsNeverWrittenInSilence(_ example: ZoneCase) {
    var world = Self.household().world()
    world.localtime = example.localtime
    world.variables["TZ"] = example.variable
    world.files["/etc/timezone"] = example.timezone
    let run = world.run(Self.both + (example.option.map { ["--timezone", $0] } ?? []))
    #expect(run.status == (example.zone == nil ? 64 : 0), "\(run)")
    let written = world.created["policy.yaml"]?.split(separator: "\n").first { $0.hasPrefix("timezone: ") }
    #expect(written.map(String.init) == example.zone.map { "timezone: \($0)" })
    if let zone = example.zone { #expect(run.output.unwrapped.contains("Its times are those of \(zone)."), "\(run)") }
    if example.zone == nil {
      let hint = example.option == nil ? "--timezone Europe/Berlin" : "did you mean 'Europe/Berlin'"
      #expect(run.error.contains(hint), "\(run)")
    }
  }

  /// Asked once more after a slip, and not for ever.
  @Test(arguments: [
    (["Europe/Oslo"], "Europe/Oslo"), (["oslo", "Europe/Oslo"], "Europe/Oslo"), (["UTC"], "UTC"), ([""], nil),
    (["a", "b", "c", "Europe/Oslo"], nil),
  ])
  func aPersonInUTCIsAsked(_ typed: [String], _ zone: String?) {
    var world = Self.household().world()
    world.localtime = "Etc/UTC"
    world.typed = typed + [""]
    let run = world.run(Self.both)
    #expect(run.error.contains("Time zone of your home"), "\(run)")
    #expect(run.status == (zone == nil ? 64 : 0), "\(run)")
    #expect(world.created["policy.yaml"]?.contains("\ntimezone: \(zone ?? "-")\n") ?? false == (zone != nil))
  }

  // MARK: - Secrets

  @Test func aPiHoleWithoutAPasswordNeedsNoSecret() async throws {
    let household = Self.household()
    await household.pihole.inspect { $0.password = nil }
    var world = household.world()
    world.files["/etc/reconcile/credentials/pihole-password"] = nil
    let run = world.run("init", "--pihole", "http://192.168.1.2")
    #expect(run.status == 0, "\(run)")
    let policy = try #require(world.created["policy.yaml"])
    #expect(policy.contains("# It has no password") && !policy.contains("credential"), "\(policy)")
    world.files["policy.yaml"] = policy
    #expect(world.run("--dry-run", "policy.yaml").status == 0)

    await household.pihole.inspect { $0.password = Household.password }
    let second = world.run("init", "--pihole", "http://192.168.1.2", "-o", "second.yaml")
    #expect(second.status == 77 && world.created["second.yaml"] == nil, "now it has one: \(second)")
    #expect(second.output.contains("credential 'pihole-password' not found in"), "\(second)")
  }

  /// What is printed for each secret is run as it is, but in another folder and without sudo.
  @Test func theCommandsPutTheSecretsIntoPlace() async throws {
    let household = Self.household()
    var world = household.world()
    world.files = [:]
    let run = world.run(Self.both)
    #expect(run.status == 77 && world.created.isEmpty, "\(run)")
    #expect(!run.output.contains("pins its key") && run.output.contains("would pin its key"), "nothing was written")
    #expect(!run.output.contains("--trust"), "the line names the key, so there is nothing to confirm")
    let commands = run.output.split(separator: "\n\n").filter { $0.contains("bash -c") }
    #expect(commands.count == 2, "\(run.output)")
    // What a terminal breaks may be copied as two lines.
    for line in commands.joined(separator: "\n").split(separator: "\n") {
      #expect(displayWidth(String(line)) <= 80, "\(line)")
    }
    let folder = try TemporaryFolder([:])
    let credentials = folder.url.appending(path: "made/credentials").path
    for (secret, command) in zip([Household.apiKey, Household.password], commands) {
      let line = command.replacing("/etc/reconcile/credentials", with: credentials).replacing("sudo ", with: "")
      for typed in ["another", secret] {
        let shell = try Program.run(
          "/usr/bin/bash", ["-c", "umask 022; printf '%s\\n' \"$0\" | { \(line); }", typed],
          environment: ["PATH": "/usr/bin:/bin"])
        #expect(shell.status == 0 && shell.error.isEmpty, "\(shell)")
      }
    }
    for name in ["unifi-api-key", "pihole-password"] {
      let path = credentials + "/" + name
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      world.files["/etc/reconcile/credentials/" + name] = try String(contentsOfFile: path, encoding: .utf8)
    }
    let folderMode = try FileManager.default.attributesOfItem(atPath: credentials)[.posixPermissions] as? Int
    #expect(folderMode == 0o700)
    let words = try #require(run.output.split(separator: "Then run this again:").last).split { " \n\\".contains($0) }
    #expect(words.prefix(2) == ["sudo", "reconcile"])
    let again = world.run(words.dropFirst(2).map(String.init))
    #expect(again.status == 0, "\(again)")
    #expect(!again.output.contains("sed -i"), "the secret names the key already")
    #expect(
      world.files["/etc/reconcile/credentials/unifi-api-key"]?.contains("\nfor https://192.168.1.1 unifi sha256//")
        == true)
  }

  /// The second line is exchanged, and the secret stays.
  @Test func theCommandThatTightensASecretKeepsIt() async throws {
    let world = Self.looseWorld()
    let run = world.run(Self.both + ["--trust", FakeCertificate().pin])
    #expect(run.status == 0, "\(run)")
    let command = try #require(run.output.split(separator: "\n\n").first { $0.contains("sed -i") })
    let folder = try TemporaryFolder(["unifi-api-key": "the-key\nfor https://192.168.1.1 insecure\n"])
    let line = command.replacing("/etc/reconcile/credentials", with: folder.url.path).replacing("sudo ", with: "")
    for _ in 0..<2 {
      let shell = try Program.run("/usr/bin/bash", ["-c", String(line)], environment: ["PATH": "/usr/bin:/bin"])
      #expect(shell.status == 0, "\(shell)")
      let text = try String(contentsOf: folder.url.appending(path: "unifi-api-key"), encoding: .utf8)
      #expect(text == "the-key\nfor https://192.168.1.1 unifi \(FakeCertificate().pin)\n")
    }
    var later = world
    later.files["policy.yaml"] = world.created["policy.yaml"]
    #expect(later.run("plan", "policy.yaml").status == 77, "what init was told holds for init")
    later.files[PretendHousehold.keyFile] = Self.household().key()
    #expect(later.run("plan", "policy.yaml").status == 0)
  }

  private static let credentials = "/etc/reconcile/credentials/"

  /// The variable's line is one that is accepted, too.
  @Test func aVariableIsSetAsItIsRead() async throws {
    let household = Self.household()
    var world = household.world()
    let words = ["init", "--unifi", "https://192.168.1.1", "--api-key", "env:K"]
    let run = world.run(words)
    #expect(run.status == 77, "\(run)")
    let command = try #require(run.output.split(separator: "\n\n").first { $0.contains("export K") })
    let shell = try Program.run(
      "/usr/bin/bash", ["-c", "printf '%s\\n' \"$0\" | { \(command); printenv K K_FOR; }", Household.apiKey],
      environment: ["PATH": "/usr/bin:/bin"])
    let values = shell.output.split(separator: "\n").map(String.init)
    #expect(values.count == 2 && values[0] == Household.apiKey, "\(shell)")
    world.variables = ["K": values[0], "K_FOR": values[1]]
    let written = world.run(words)
    // The service that the timer starts has no such variable.
    let stored = "'\(Self.credentials)unifi-api-key'"
    #expect(written.status == 0 && written.output.contains(stored), "\(written)")
    #expect(written.output.contains("# gateway: api-key: {credential: unifi-api-key}"), "\(written)")
    var taken = world
    taken.files[Self.credentials + "unifi-api-key"] = WrittenSecret("other", for: "https://192.168.9.9", "unifi").file
    let beside = taken.run(words + ["-o", "beside.yaml"])
    #expect(beside.output.contains("'\(Self.credentials)unifi-api-key-2'"), "\(beside)")
    #expect(!beside.output.contains(stored), "\(beside)")
    world.variables["K_FOR"] = "for https://192.168.1.1"
    let loose = world.run(words + ["--trust", FakeCertificate().pin, "-o", "second.yaml"])
    #expect(loose.status == 0 && loose.output.contains("export K_FOR='\(values[1])'"), "\(loose)")
  }

  // MARK: - Keys that this machine does not trust

  /// The secrets say where they may go, and nothing of keys.
  private static func looseWorld(_ household: PretendHousehold = household()) -> TestWorld {
    var world = household.world()
    world.files[PretendHousehold.keyFile] = WrittenSecret(Household.apiKey, for: "https://192.168.1.1").file
    return world
  }

  struct ConsentCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var typed: [String]?
    var options: [String] = []
    var line: String? = "for https://192.168.1.1"
    var isAsked = false
    /// Whether a request carried the key.
    var isSent: Bool
    var says: String
  }

  private static let pin = FakeCertificate().pin
  private static let other = FakeCertificate.madeOfAnotherKey.pin

  static let consents: [ConsentCase] = [
    ConsentCase(testDescription: "nobody is there", isSent: false, says: "--trust \(pin)"),
    ConsentCase(
      testDescription: "yes", typed: ["y"], isAsked: true, isSent: true, says: "which you confirmed"),
    ConsentCase(
      testDescription: "yes, in full", typed: [" YES "], isAsked: true, isSent: true,
      says: "These secrets are not sent until"),
    ConsentCase(testDescription: "no", typed: ["n"], isAsked: true, isSent: false, says: "--trust \(pin)"),
    ConsentCase(testDescription: "nothing", typed: [""], isAsked: true, isSent: false, says: "--trust \(pin)"),
    ConsentCase(testDescription: "the end of input", typed: [], isAsked: true, isSent: false, says: "--trust \(pin)"),
    ConsentCase(
      testDescription: "told beforehand", options: ["--trust", pin], isSent: true, says: "which you confirmed"),
    ConsentCase(
      testDescription: "told beforehand, at a terminal", typed: [], options: ["--trust", other, "--trust", pin],
      isSent: true, says: "2c for https://192.168.1.1 unifi \(pin)"),
    ConsentCase(
      testDescription: "another key was told", options: ["--trust", other], isSent: false,
      says: "and it shows another key than '--trust' names, so no secret was sent somebody may be in between"),
    ConsentCase(
      testDescription: "the line names it", typed: [], line: "for https://192.168.1.1 \(pin)", isSent: true,
      says: "which is in its secret's line"),
    ConsentCase(
      testDescription: "the line names another", typed: ["y"], line: "for https://192.168.1.1 \(other)", isSent: false,
      says: "somebody may be in between; otherwise write this key there instead: \(pin)"),
    ConsentCase(
      testDescription: "the line names another, and nobody is there", line: "for https://192.168.1.1 unifi \(other)",
      isSent: false, says: "another key than line 2 of '\(PretendHousehold.keyFile)' names, so no secret was sent"),
    ConsentCase(
      testDescription: "the line names another, and this one was told", options: ["--trust", pin],
      line: "for https://192.168.1.1 \(other)", isSent: false, says: "somebody may be in between"),
    ConsentCase(
      testDescription: "the line names both", line: "for https://192.168.1.1 \(other) \(pin)", isSent: true,
      says: "which is in its secret's line"),
    ConsentCase(
      testDescription: "the line names another and is for elsewhere", typed: ["y"],
      options: ["--api-key", "credential:unifi-api-key"], line: "for https://192.168.9.9 \(other)", isSent: false,
      says: "at this first contact: make sure you are on your own network"),
    ConsentCase(
      testDescription: "the line allows anything", line: "for https://192.168.1.1 insecure", isSent: false,
      says: "--trust \(pin)"),
    ConsentCase(
      testDescription: "the line is for elsewhere", typed: ["y"],
      options: ["--api-key", "credential:unifi-api-key"], line: "for https://192.168.9.9", isSent: false,
      says: "is for 'https://192.168.9.9'"),
    ConsentCase(
      testDescription: "the line is for another kind", typed: ["y"],
      options: ["--api-key", "credential:unifi-api-key"], line: "for https://192.168.1.1 pihole",
      isSent: false, says: "is for a system of kind 'pihole'"),
    ConsentCase(
      testDescription: "there is no line", typed: ["y"], line: nil, isSent: false,
      says: "does not say that it may be sent"),
  ]

  @Test(arguments: consents) func noSecretIsSentToAKeyThatNobodyConfirmed(_ example: ConsentCase) async {
    let household = Self.household()
    var world = household.world()
    world.files[PretendHousehold.keyFile] = Household.apiKey + (example.line.map { "\n\($0)\n" } ?? "")
    // Nobody has a bedtime.
    world.typed = example.isSent ? example.typed.map { $0 + [""] } : example.typed
    let run = world.run(["init", "--unifi", "https://192.168.1.1"] + example.options)
    let log = await household.console.log
    #expect(log.contains { $0.description.hasSuffix("/info") } == example.isSent, "\(log)")
    #expect(run.status == (example.isSent ? 0 : 77), "\(run)")
    #expect(world.created.isEmpty == !example.isSent)
    #expect(run.error.contains("[y/N]") == example.isAsked, "\(run.error)")
    #expect(!example.isAsked || run.error.contains("Its key is \(Self.pin)\n"))
    #expect(run.error.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 || $0.contains("written") })
    #expect(!run.output.contains("reconcile trust"), "there is no policy yet that names the system")
    let flat = run.output.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
      .replacing("--trust 'sha", with: "--trust sha")
    #expect(flat.replacing("=' \\ --", with: "= \\ --").contains(example.says), "\(run.output)")
    #expect(!(run.output + run.error).contains(Household.apiKey))
  }

  /// Who stored the key that is shown would trust whoever is in between.
  @Test(arguments: [["y", ""], nil], [[], ["--trust", pin]]) func noCommandStoresAKeyThatTheLineDoesNotName(
    _ typed: [String]?, _ options: [String]
  ) async {
    let household = Self.household()
    var world = household.world()
    world.files[PretendHousehold.keyFile] = WrittenSecret(Household.apiKey, for: "https://192.168.1.1", Self.other).file
    world.typed = typed
    for _ in 1...2 {
      let run = world.run(["init", "--unifi", "https://192.168.1.1"] + options)
      #expect(run.status == 77 && world.created.isEmpty, "\(run)")
      #expect(run.output.contains("\n    \(Self.pin)\n"), "\(run.output)")
      for word in ["bash -c", "sed -i", "--trust", "pin its key", "y/N"] {
        #expect(!(run.output + run.error).contains(word), "\(run)")
      }
    }
    #expect(await household.console.log.allSatisfy { !$0.description.hasSuffix("/info") })
  }

  /// Who has read a key off the system itself does so to compare.
  @Test(arguments: [nil, ["n"], ["y", ""]]) func aKeyThatNoSystemShowsIsTold(_ typed: [String]?) {
    var world = Self.looseWorld()
    world.typed = typed
    for number in 1...2 {
      let run = world.run(Self.both + ["--trust", Self.other, "--output", "\(number).yaml"])
      let isConfirmed = typed?.first == "y"
      #expect(run.status == (isConfirmed ? 0 : 77), "\(run)")
      #expect(run.error.contains("\nThat is not the key in '--trust': somebody may be in between.\n") == (typed != nil))
      #expect(run.output.contains("another key than '--trust' names") == !isConfirmed, "\(run.output)")
      #expect(!run.output.contains(Self.other), "what fits nothing is proposed no more")
      #expect(run.output.contains("--trust '\(Self.pin)'") == !isConfirmed, "\(run.output)")
    }
  }

  /// There is no policy yet that names the system, so no other command can show its key.
  @Test(arguments: [true, false]) func aKeyThatChangesMeanwhileIsToldWithoutAPolicy(_ isTrustedByMachine: Bool) async {
    var household = Self.household()
    household.front.certificates["192.168.1.1"] = FakeCertificate(
      key: [7], flaw: isTrustedByMachine ? nil : .selfSigned)
    household.front.shownAtFirst["192.168.1.1"] = FakeCertificate()
    var world = Self.looseWorld(household)
    world.files[PretendHousehold.keyFile] = WrittenSecret(Household.apiKey, for: "https://192.168.1.1", Self.pin).file
    for _ in 1...2 {
      let run = world.run("init", "--unifi", "https://192.168.1.1")
      let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(run.status == 69 && world.created.isEmpty && !said.contains("reconcile trust"), "\(run)")
      #expect(said.contains("somebody may be in between"), "\(run)")
      #expect(said.contains(isTrustedByMachine ? "line of its secret names another key" : "a moment ago"), "\(run)")
    }
    #expect(await household.console.log.allSatisfy { !$0.description.hasSuffix("/info") })
  }

  /// The other system's key says nothing of this one.
  @Test(arguments: [nil, ["n"]]) func aKeyThatAnotherSystemShowsIsNoStray(_ typed: [String]?) {
    var household = Self.household()
    var others = FakeCertificate.madeByPiHole
    others.key = [7, 8, 9]
    household.front.certificates["192.168.1.2"] = others
    var world = Self.looseWorld(household)
    world.typed = typed
    world.files[PretendHousehold.passwordFile] = WrittenSecret(Household.password, for: "https://192.168.1.2").file
    let run = world.run([
      "init", "--unifi", "https://192.168.1.1", "--pihole", "https://192.168.1.2", "--trust", others.pin,
    ])
    #expect(run.status == 77 && !(run.output + run.error).contains("may be in between"), "\(run)")
    #expect(run.output.contains("nobody") && run.output.contains("--trust '\(others.pin)'"))
  }

  /// The whole command that is shown does what it says.
  @Test func theCommandThatTrustsTheKeyWorks() async throws {
    let world = Self.looseWorld()
    let run = world.run(Self.both)
    #expect(run.status == 77 && world.created.isEmpty, "\(run)")
    try Golden.check(run.output, "init/untrusted.txt")
    let words = try #require(run.output.split(separator: "\n\n").last)
    let again = world.run(words.split { " \n\\'".contains($0) }.dropFirst().map(String.init))
    #expect(again.status == 0, "\(again)")
    try Golden.check(again.output, "init/confirmed.txt")
  }

  @Test(arguments: ["sha256//abc", "hunter2", ""]) func whatIsNoKeyIsNotTrusted(_ text: String) {
    let run = Self.household().world().run(Self.both + ["--trust", text])
    #expect(run.status == 64 && (text.isEmpty || !(run.output + run.error).contains(text)), "\(run)")
  }

  /// Somebody's time counts for no deadline, and a run that is sent away asks nobody.
  @Test func aRunThatIsSentAwayAsksNobody() {
    var world = Self.looseWorld()
    world.typed = ["y"]
    world.stopsAtOnce = .interrupted
    let run = world.run(Self.both)
    #expect(run.status == 130 && !run.error.contains("[y/N]"), "\(run)")
  }

  /// What is copied is never cut; all else fits, and says the same.
  @Test(arguments: [30, 40, 60]) func fitsTheTerminal(_ columns: Int) async throws {
    let without = { (world: TestWorld) in
      var world = world
      world.files = [:]
      return world
    }
    for world in [Self.household().world(), without(Self.household().world()), Self.looseWorld()] {
      var narrow = world
      let wide = world.run(Self.both + ["--output", "wide.yaml"])
      narrow.columns = columns
      let run = narrow.run(Self.both + ["--output", "slim.yaml"])
      #expect(run.status == wide.status)
      // Commands stand apart, between empty lines.
      for paragraph in run.output.split(separator: "\n\n")
      where !["bash -c", "sed -i", "reconcile ", "systemctl"].contains(
        where: { paragraph.contains("  \($0)") || paragraph.contains("  sudo \($0)") })
      {
        for line in paragraph.split(separator: "\n") {
          #expect(displayWidth(String(line)) <= columns || line.split(separator: " ").count == 1, "\(line)")
        }
      }
      #expect(words(run.output.replacing("slim", with: "wide")) == words(wide.output))
    }
  }

  private func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  // MARK: - Where it is written

  @Test func whereTheTimerReads() async throws {
    var world = Self.household().world()
    world.writable = ["/etc/reconcile"]
    let run = world.run(Self.both)
    #expect(run.status == 0 && run.output.contains("'/etc/reconcile/policy.yaml' was written"), "\(run)")
    #expect(run.output.contains("systemctl enable --now reconcile.timer") && !run.output.contains("install -"))
    #expect(world.created["/etc/reconcile/policy.yaml"] != nil && world.created["policy.yaml"] == nil)
    #expect(world.created["/etc/reconcile/policy.schema.json"] == world.run("schema").output)
    world.files["/etc/reconcile/policy.yaml"] = world.created["/etc/reconcile/policy.yaml"]
    world.files["/etc/reconcile/policy.schema.json"] = "an older one"
    let second = world.run(Self.both)
    #expect(second.status == 1 && second.error.contains("'/etc/reconcile/policy.yaml' already exists"), "\(second)")
    let named = world.run(Self.both + ["-o", "/etc/reconcile/other.yaml"])
    #expect(named.status == 0 && named.error.isEmpty, "the schema that is there is left: \(named)")
    #expect(!named.output.contains("install -"), "the policy that is followed would be lost: \(named)")
    #expect(named.output.contains("\n  reconcile --dry-run /etc/reconcile/policy.yaml\n"), "\(named)")
    #expect(!named.output.contains("reconcile.timer"))
    let third = world.run(Self.both + ["-o", "/etc/reconcile/other.yaml"])
    #expect(third.status == 1, "made meanwhile: \(third)")
  }

  // MARK: - Proposals

  /// Without their marks the proposals are part of a valid policy: all of them, and each by itself.
  @Test(
    arguments: [Self.both, ["init", "--unifi", "https://192.168.1.1"], ["init", "--pihole", "http://192.168.1.2"]],
    [true, false])
  func proposalsAreReadyToUse(_ words: [String], _ hasDowntime: Bool) async throws {
    let household = Self.household()
    if !hasDowntime { await Self.renameRules(household) }
    await Self.nameOddly(household)
    var world = household.world()
    let run = world.run(words)
    #expect(run.status == 0, "\(run)")
    let policy = try #require(world.created["policy.yaml"])
    let lines = policy.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let names = lines.filter { $0.hasPrefix("#  ") && $0.hasSuffix(":") && !$0.hasPrefix("#   ") }.map {
      String($0.dropFirst(3).dropLast())
    }
    #expect(!names.isEmpty)
    for chosen in names.map({ [$0] }) + [names] {
      world.files["policy.yaml"] = Self.uncommented(lines, chosen).joined(separator: "\n")
      let validation = world.run("validate", "policy.yaml")
      #expect(validation.status == 0, "\(validation.output)\n\(world.files["policy.yaml"] ?? "")")
      let unexpected = ["[url.plaintext]", "[device.private]"].reduce(validation.output) { $0.replacing($1, with: "") }
      #expect(!unexpected.contains("warning: ["), "\(validation.output)")
      let plan = world.run("plan", "--target", chosen[0], "policy.yaml")
      #expect(plan.status == 0, "\(plan)")
      // What blocks all the time goes on by day, and nothing else is switched then.
      var noon = world
      noon.now = Self.noon
      for name in chosen {
        let run = noon.run("plan", "--target", name, "policy.yaml")
        #expect(run.status == 0 && run.output.contains("\n0 changes"), "\(run)")
      }
    }
  }

  /// Tue 2026-11-24 12:00 +01:00.
  private static let noon = Instant(secondsSinceEpoch: 1_795_518_000)

  /// Takes the mark from the blocks and sentences of `names`, and from the keys above them.
  private static func uncommented(_ lines: [String], _ names: [String]) -> [String] {
    var isInside = false
    return lines.map { line in
      if line == "#targets:" || line == "#policy:" { return String(line.dropFirst()) }
      let isOfDevices = line == "#devices:" || line.hasPrefix("#  ") && line.contains(": \"")
      if isOfDevices, names.contains("kids") { return String(line.dropFirst()) }
      guard line.hasPrefix("#  ") else {
        isInside = false
        return line
      }
      if !line.hasPrefix("#   ") { isInside = names.contains { line == "#  \($0):" || line.hasPrefix("#  - \($0) ") } }
      return isInside ? String(line.dropFirst()) : line
    }
  }

  private static func renameRules(_ household: PretendHousehold) async {
    await household.console.inspect { console in
      for place in console.sites[0].aclRules.indices { console.sites[0].aclRules[place].rename("Rule-\(place)") }
    }
  }

  /// Groups and lists whose names are patterns, need quotes, or are very many.
  private static func nameOddly(_ household: PretendHousehold) async {
    await household.pihole.inspect { piHole in
      for name in ["no-*", "what?", "a: {b}", "\"quoted\" # x"] + (0..<30).map({ "group-\($0)" }) {
        try? piHole.gravity.insert(name, in: .group, at: 0)
      }
      try? piHole.gravity.insert("https://lists.example/x?y=1", in: .list(.block), at: 0)
      try? piHole.gravity.insert("https://lists.example/fine.txt", in: .list(.block), at: 0)
      try? piHole.gravity.insert("https://lists.example/allow.txt", in: .list(.allow), at: 0)
    }
  }

  @Test func twoPiHolesGetANameEach() async throws {
    let household = Self.household()
    await Self.nameOddly(household)
    var world = household.world()
    world.files["/etc/reconcile/credentials/pihole-2-password"] = PretendHousehold.password(
      at: "http://192.168.1.3")
    let run = world.run(Self.both + ["--pihole", "192.168.1.3"])
    #expect(run.status == 0, "\(run)")
    let policy = try #require(world.created["policy.yaml"])
    try Golden.check(policy, "init/two-piholes.yaml")
    #expect(policy.split(separator: "\n").count < 140, "a big site makes no long file")
    #expect(!policy.contains("allow.txt") && !policy.contains("no-*") && !policy.contains("?y=1"))
    world.files["policy.yaml"] = policy
    #expect(world.run("validate", "policy.yaml").status == 0)
    let many = world.run(Self.both + ["--password", "env:A", "--password", "env:B"])
    #expect(many.status == 64 && many.error.contains("more '--password'"), "\(many)")
  }
}

extension ACLRule {
  fileprivate mutating func rename(_ name: String) {
    settings = .object((settings.fields ?? []).map { $0.name == "name" ? .init("name", .string(name)) : $0 })
  }
}
