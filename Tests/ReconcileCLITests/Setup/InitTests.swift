import HTTPTransport
import Simulator
import TestSupport
import Testing

@testable import ReconcileCLI

/// `reconcile init`: a first policy from what is live.
@Suite("init") struct InitTests {
  private static func household() -> PretendHousehold {
    var household = PretendHousehold()
    household.front.certificates = ["192.168.1.1": PretendCertificate()]
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

  @Test func whatIsThereIsNeverOverwritten() async {
    let household = Self.household()
    var world = household.world()
    world.files["policy.yaml"] = "mine"
    let run = world.run(Self.both)
    #expect(run.status == 1 && run.error.contains("'policy.yaml' is there already, and is not overwritten"), "\(run)")
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

  @Test func aPersonIsAskedForAddresses() {
    var world = Self.household().world()
    world.typed = ["192.168.1.1", ""]
    let run = world.run("init")
    #expect(run.status == 0 && run.error.contains("address of the UniFi console"), "\(run)")
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
      says: "for https://192.168.1.1 \(PretendCertificate().pin)"
    ) { _, world in
      world.files["/etc/reconcile/credentials/unifi-api-key"] = "the-key"
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
    #expect(run.error.contains("'policy.yaml' was not written"))
    for secret in ["the-key", Household.apiKey, Household.password] {
      #expect(!(run.output + run.error).contains(secret))
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
      "Downtime-twice", "downtime-TWICE", "Downtime-\u{7F}\u{202E}", " ", "Other\nname: x", "Ümläut",
    ]
    await household.console.inspect { console in
      for (place, name) in names.enumerated() {
        console.sites[0].aclRules.append(
          ACLRule(
            id: "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5b0\(place)",
            settings: [
              "type": "IPV4", "enabled": false, "name": .string(name), "action": "BLOCK",
              "sourceFilter": [
                "type": "IP_ADDRESSES_OR_SUBNETS", "ipAddressesOrSubnets": [.string("10.1.0.\(place)")],
              ],
            ]))
      }
    }
    var world = household.world()
    let run = world.run(Self.both + ["--include", "Üml*", "--include", "allow-printer"])
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
}

extension ACLRule {
  fileprivate mutating func rename(_ name: String) {
    settings = .object((settings.fields ?? []).map { $0.name == "name" ? .init("name", .string(name)) : $0 })
  }
}
