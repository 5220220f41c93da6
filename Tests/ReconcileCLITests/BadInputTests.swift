import HTTPTransport
import Simulator
import TestSupport
import Testing

/// What bad input gets: one clear line, the right exit status, nothing written that should not be, nothing secret shown.
@Suite struct BadInputTests {
  static let secrets = [Household.apiKey, Household.password]

  /// One thing that goes wrong with one request of an apply, and with the same run repeated afterwards.
  struct FaultCase: CustomTestStringConvertible {
    var onConsole: Bool
    var request: Int
    var fault: WireFault
    var testDescription: String { "\(onConsole ? "console" : "Pi-hole"), request \(request): \(fault.rawValue)" }
  }

  /// The console is asked 6 times in an apply with one change, the Pi-hole 6 times too (one more for the logout).
  static let faults: [FaultCase] = WireFault.allCases.flatMap { fault in
    (1...6).map { FaultCase(onConsole: true, request: $0, fault: fault) }
      + (1...7).map { FaultCase(onConsole: false, request: $0, fault: fault) }
  }

  @Test(arguments: faults) func aFaultIsToldAndTheNextRunConverges(_ example: FaultCase) async {
    let household = PretendHousehold()
    if example.onConsole {
      await household.console.fail(request: example.request, with: example.fault)
    } else {
      await household.pihole.fail(request: example.request, with: example.fault)
    }
    var world = household.world()
    let run = world.run("apply", "-v", "household.yaml")
    #expect([0, 3, 75, 77].contains(run.status), "\(run.output)")
    #expect(run.status == 0 || run.output.contains("!"), "what failed is shown:\n\(run.output)")
    Self.expectNoSecret(in: run)

    await household.console.heal()
    await household.pihole.heal()
    // A system that asked to be left alone is asked again at once where somebody looks on.
    world.isAtTerminal = true
    #expect(world.run("apply", "household.yaml").status == 0)
    await household.forgetRequests()
    #expect(world.run("apply", "household.yaml").output.contains("Nothing to do."))
    #expect(await household.writes.isEmpty)
  }

  private static func expectNoSecret(in run: TestWorld.Outcome) {
    for secret in secrets { #expect(!run.output.contains(secret) && !run.error.contains(secret)) }
  }

  struct SystemCase: CustomTestStringConvertible, Sendable {
    var name: String
    var status: Int32
    var line: String
    var change: @Sendable (PretendHousehold) async -> Void
    var testDescription: String { name }
  }

  static let systems: [SystemCase] = [
    SystemCase(name: "a wrong key", status: 77, line: "! gateway  could not be read, left alone") {
      await $0.console.inspect { $0.keys = [] }
    },
    SystemCase(name: "a wrong password", status: 77, line: "! pihole   could not be read, left alone") {
      await $0.pihole.inspect { $0.password = "another" }
    },
    SystemCase(name: "a booting console", status: 3, line: "! gateway  could not be read, left alone") {
      await $0.console.inspect { $0.isBooting = true }
    },
    SystemCase(name: "a failed resolver", status: 3, line: "! pihole   could not be read, left alone") {
      await $0.pihole.inspect { $0.resolverHasFailed = true }
    },
    SystemCase(name: "a view-only key", status: 77, line: "✓ pihole") {
      await $0.console.inspect { $0.keys = [UniFiKey(Household.apiKey, role: .viewOnly)] }
    },
    SystemCase(name: "no ACL rules at all", status: 3, line: "if your rules are firewall") {
      await $0.console.inspect { $0.sites[0].aclRules = [] }
    },
  ]

  @Test(arguments: systems) func aSystemThatFailsDoesNotStopTheOther(_ example: SystemCase) async {
    let household = PretendHousehold()
    await example.change(household)
    let run = household.world().run("apply", "household.yaml")
    #expect(run.status == example.status, "\(run.output)")
    #expect(run.output.contains(example.line), "\(run.output)")
    #expect(await household.writes.isEmpty == false, "the other system was looked after")
    #expect(await household.seatsTaken == 0)
    Self.expectNoSecret(in: run)
  }

  @Test func noSystemReachedIsItsOwnStatus() {
    let elsewhere = PretendHousehold.policy.replacing("192.168.1.", with: "127.0.0.")
    var world = PretendHousehold().world(policy: elsewhere)
    let bound = world
    world.files[PretendHousehold.keyFile] = WrittenSecret("key", for: "https://127.0.0.1").file
    world.files[PretendHousehold.passwordFile] = WrittenSecret("word", for: "http://127.0.0.2").file
    let run = world.run("household.yaml")
    #expect(run.status == 69, "\(run.output)")
    #expect(bound.run("household.yaml").status == 77, "not even to this machine without a word")
    #expect(run.output.contains("0 changes, 0 in place, 2 systems not read. Nothing was written."))
  }

  struct SecretCase: CustomTestStringConvertible {
    var name: String
    var text: String?
    var code: String
    var testDescription: String { name }
  }

  static let secretCases: [SecretCase] = [
    SecretCase(name: "missing", text: nil, code: "secret.not-found"),
    SecretCase(name: "not bound", text: "the-key", code: "secret.not-bound"),
    SecretCase(
      name: "bound to another kind", text: "the-key\nfor https://192.168.1.1 pihole\n", code: "secret.other-kind"),
    SecretCase(
      name: "bound to a path", text: "the-key\nfor https://192.168.1.1/app\n", code: "secret.other-origin"),
    SecretCase(name: "bound to another host", text: "the-key\nfor https://10.0.0.1\n", code: "secret.other-origin"),
    SecretCase(
      name: "bound to another port", text: "the-key\nfor https://192.168.1.1:8443", code: "secret.other-origin"),
    SecretCase(name: "empty", text: "\nfor https://192.168.1.1\n", code: "secret.empty"),
    SecretCase(
      name: "a control character", text: "the\u{7}key\nfor https://192.168.1.1\n", code: "secret.control-character"),
  ]

  /// What a unit has in the place of a file that is not there is no password, and holds up no other system.
  @Test func aCredentialThatTheServiceLacksIsNotSent() async {
    let household = PretendHousehold()
    var world = household.world()
    world.variables = ["CREDENTIALS_DIRECTORY": "/run/c"]
    world.files["/run/c/unifi-api-key"] = world.files[PretendHousehold.keyFile]
    world.files["/run/c/pihole-password"] = "\n"
    for _ in 1...2 {
      let run = world.run("apply", "household.yaml")
      let said = (run.output + run.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(run.status == 77 && said.contains("credential 'pihole-password' not found in"), "\(run)")
    }
    #expect(await household.pihole.log.isEmpty)
    #expect(await household.console.log.contains(where: \.isWrite))
  }

  /// Only where a system may have no secret is it said that the policy may name none.
  @Test(arguments: ["doctor", "plan"]) func aSecretThatIsNotThereMayNeverHaveBeen(_ command: String) {
    var world = PretendHousehold().world()
    for name in ["pihole-password", "unifi-api-key"] { world.files["/etc/reconcile/credentials/\(name)"] = nil }
    let run = world.run(command, "household.yaml")
    let said = (run.output + run.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said.contains("with permissions 0600; if 'pihole' has no password, leave 'password' out of the policy"), "\(run)")
    #expect(said.contains("'/etc/reconcile/credentials/unifi-api-key'") && !said.contains("leave 'api-key'"), "\(run)")
  }

  @Test(arguments: secretCases) func aSecretThatMustNotGoThereOpensNoConnection(_ example: SecretCase) async {
    let household = PretendHousehold()
    var world = household.world()
    world.files["/etc/reconcile/credentials/unifi-api-key"] = example.text
    let run = world.run("plan", "--format", "json", "household.yaml")
    #expect(run.status == 77)
    #expect(run.output.contains("\"code\":\"\(example.code)\""), "\(run.output)")
    #expect(!run.output.contains("the-key"))
    #expect(await household.console.log.isEmpty)
  }

  struct PolicyCase: CustomTestStringConvertible {
    var name: String
    var text: String?
    var says: String
    var testDescription: String { name }
  }

  static let policies: [PolicyCase] = [
    PolicyCase(name: "missing", text: nil, says: "not found"),
    PolicyCase(name: "empty", text: "", says: "error"),
    PolicyCase(name: "not YAML", text: "a: [b", says: "household.yaml:"),
    PolicyCase(
      name: "several mistakes at once", text: PretendHousehold.policy.replacing("21:00", with: "21.00") + "\nx: y\n",
      says: "[key.unknown]"),
    PolicyCase(
      name: "a key twice, and a mistake in a sentence",
      text: PretendHousehold.policy.replacing("21:00", with: "21.60") + "timezone: Europe/Paris\n", says: "'21.60'"),
    PolicyCase(name: "no UTF-8", text: "timezone: \u{FFFD}\u{0}", says: "household.yaml:1:"),
  ]

  @Test(arguments: policies, ["apply", "plan", "drift", "validate", "timeline"])
  func aPolicyWithMistakesContactsNothing(_ example: PolicyCase, _ command: String) async {
    let household = PretendHousehold()
    var world = household.world()
    world.files["household.yaml"] = example.text
    let run = world.run(command, "household.yaml")
    #expect(run.status == 65)
    #expect((run.output + run.error).contains(example.says), "\(run.output)\(run.error)")
    #expect(command == "validate" || run.output.isEmpty, "the result is on standard output, mistakes are not")
    #expect(await household.requests.isEmpty)
  }

  @Test func aNameThatIsNearlyACommandIsNoPolicy() {
    let run = TestWorld().run("aply")
    #expect(run.status == 64)
    #expect(run.error.contains("did you mean 'reconcile apply'?"))
  }

  @Test func anUnknownTargetIsABadCommandLine() {
    let run = PretendHousehold().world().run("plan", "--target", "kid", "household.yaml")
    #expect(run.status == 64)
    #expect(run.error.contains("did you mean 'kids'?"))
  }

  @Test func textOfALiveSystemDoesNotReachTheTerminalRaw() async {
    let household = PretendHousehold()
    await household.console.inspect { console in
      console.sites[0].name = "Home\u{1B}[2J\u{202E}"
      console.sites[0].aclRules[0].settings = console.sites[0].aclRules[0].settings.renamed(
        "Downtime-\u{1B}[31m\u{9B}x\n!")
    }
    let run = household.world().run("plan", "household.yaml")
    #expect(run.output.contains("Downtime-\\u{1B}[31m\\u{9B}x\\u{A}!"), "\(run.output)")
    let odd = run.output.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) }
    #expect(odd.isEmpty)
  }
}

extension JSONValue {
  fileprivate func renamed(_ name: String) -> JSONValue {
    .object((fields ?? []).map { $0.name == "name" ? Field("name", .string(name)) : $0 })
  }
}
