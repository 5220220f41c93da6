import HTTPTransport
import JSONTree
import Simulator
import TestSupport
import Testing

@testable import Host
@testable import Presentation

/// Each fault of a household: which check fails, with which code, and what the program ends with.
@Suite("doctor: faults") struct DoctorFaultTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    /// `system check status code` of every finding that is neither well nor merely not tried.
    var found: [String]
    var status: Int32
    var policy = DoctorStage.policy
    var arguments: [String] = []
    var change: @Sendable (inout PretendHousehold, inout TestWorld) async -> Void = { _, _ in }
    var testDescription: String { name }
  }

  /// What is in every report of this household.
  static let usual = ["pihole certificate advice certificate.none"]

  private static func console(
    _ name: String, _ found: String..., status: Int32, policy: String = DoctorStage.policy,
    _ change: @escaping @Sendable (inout UniFiConsole) -> Void = { _ in }
  ) -> Case {
    Case(name: name, found: found.map { "gateway " + $0 } + usual, status: status, policy: policy) { household, _ in
      await household.console.inspect(change)
    }
  }

  private static func pihole(
    _ name: String, _ found: String..., status: Int32, policy: String = DoctorStage.policy,
    _ change: @escaping @Sendable (inout PiHole) -> Void = { _ in }
  ) -> Case {
    Case(name: name, found: usual + found.map { "pihole " + $0 }, status: status, policy: policy) { household, _ in
      await household.pihole.inspect(change)
    }
  }

  private static func certificate(
    _ name: String, _ found: String..., status: Int32, policy: String = DoctorStage.policy,
    _ change: @escaping @Sendable (inout FakeCertificate) -> Void
  ) -> Case {
    Case(name: name, found: found.map { "gateway " + $0 } + usual, status: status, policy: policy) { household, world in
      var certificate = FakeCertificate()
      // Where the policy names no key the secret names none either, and the trust store decides.
      if policy == unpinned {
        world.files[PretendHousehold.keyFile] =
          WrittenSecret(Household.apiKey, for: "https://192.168.1.1", "unifi").file
      }
      change(&certificate)
      household.front.certificates["192.168.1.1"] = certificate
      world.household = household
    }
  }

  private static func secret(_ name: String, _ found: String, _ text: String?) -> Case {
    Case(name: name, found: ["gateway " + found] + usual, status: 77) { _, world in
      world.files["/etc/reconcile/credentials/unifi-api-key"] = text
    }
  }

  private static let unpinned = PretendHousehold.policy
  private static let withSite = DoctorStage.policy("    kind: unifi\n", "    kind: unifi\n    site: Office\n")
  private static let over8443 = DoctorStage.policy("https://192.168.1.1", "https://192.168.1.1:8443")
  private static let piHoleOverTLS = DoctorStage.policy(
    "    url: http://192.168.1.2\n",
    "    url: https://192.168.1.2\n    tls: {pin: \"\(FakeCertificate.madeByPiHole.pin)\"}\n")

  static let cases: [Case] = [
    Case(name: "none", found: usual, status: 0),
    console("a wrong key", "credential failed credential.refused", status: 77) { $0.keys = [] },
    console("a wrong key, told by the application", "credential failed credential.refused", status: 77) {
      $0.keys = []
      $0.unauthorizedBody = .application
    },
    console("the key of a view-only administrator", status: 0) {
      $0.keys = [UniFiKey(Household.apiKey, role: .viewOnly)]
    },
    console("a booting console", "api failed api.web-page", status: 3) { $0.isBooting = true },
    console("UniFi Network 9.5", "version failed version.unsupported", status: 3) { $0.version = "9.5.21" },
    console("UniFi Network 10.0", status: 0) { $0.version = "10.0.162" },
    console("another site", "site failed site.unknown", status: 3, policy: withSite),
    console("two sites", "site failed site.unknown", status: 3) {
      $0.sites.append(UniFiSite(id: "88f7af54-98f8-306a-a1c7-c9349722b1f7", internalReference: "x", name: "Office"))
    },
    console("no rules", "targets failed target.selects-nothing", "targets advice unifi.acl-list-empty", status: 3) {
      $0.sites[0].aclRules = []
    },
    console(
      "a name that is not there", "targets failed object.not-found", status: 3,
      policy: DoctorStage.policy("[\"Downtime-*\"]", "[Downtime-iPod]")),
    Case(
      name: "a port without UniFi OS", found: ["gateway api failed api.stand-alone"] + usual, status: 3,
      policy: over8443
    ) { household, world in
      await household.console.inspect { $0.isBooting = true }
      world.files[PretendHousehold.keyFile] = household.key(at: "https://192.168.1.1:8443")
    },
    Case(
      name: "a name without an address",
      found: ["gateway name failed name.unresolved", "gateway secret failed secret.other-origin"] + usual, status: 77,
      policy: DoctorStage.policy("https://192.168.1.1", "https://console.invalid")),
    certificate("another key", "certificate failed certificate.other-key", status: 3) { $0.key = [4] },
    certificate(
      "its own certificate, not pinned", "certificate failed certificate.self-signed", status: 3, policy: unpinned
    ) { _ in },
    certificate("an expired certificate", "certificate failed certificate.expired", status: 3, policy: unpinned) {
      $0.flaw = .expired
      $0.validUntil = "Nov 19 00:00:00 2026 GMT"
    },
    certificate("an expired certificate that is pinned", "certificate advice certificate.expired", status: 0) {
      $0.validUntil = "Nov 19 00:00:00 2026 GMT"
    },
    certificate("a certificate that ends soon", "certificate advice certificate.ends-soon", status: 0) {
      $0.validUntil = "Dec  1 00:00:00 2026 GMT"
    },
    certificate(
      "a certificate of tomorrow", "certificate failed certificate.not-yet-valid", status: 3, policy: unpinned
    ) {
      $0.flaw = .notYetValid
      $0.validFrom = "Nov 22 00:00:00 2026 GMT"
    },
    certificate("another name", "certificate failed certificate.other-name", status: 3, policy: unpinned) {
      $0.flaw = .otherName
    },
    certificate("a trusted certificate", status: 0, policy: unpinned) { $0.flaw = nil },
    Case(
      name: "a certificate that nobody looks at", found: ["gateway certificate advice certificate.unchecked"] + usual,
      status: 0,
      policy: DoctorStage.policy("{pin: \"\(FakeCertificate().pin)\"}", "{insecure: true}")
    ) { _, world in
      world.files[PretendHousehold.keyFile] =
        WrittenSecret(Household.apiKey, for: "https://192.168.1.1", "unifi", "insecure").file
    },
    Case(
      name: "the Pi-hole's own certificate, pinned", found: ["pihole certificate advice certificate.short-lived"],
      status: 0, policy: piHoleOverTLS
    ) { household, world in
      household.front.certificates["192.168.1.2"] = .madeByPiHole
      world.household = household
      world.files[PretendHousehold.passwordFile] = PretendHousehold.password(
        at: "https://192.168.1.2", pin: FakeCertificate.madeByPiHole.pin)
    },
    Case(
      name: "the Pi-hole's own certificate, renewed", found: ["pihole certificate failed certificate.other-key"],
      status: 3, policy: piHoleOverTLS
    ) { household, world in
      household.front.certificates["192.168.1.2"] = .madeByPiHole
      household.front.certificates["192.168.1.2"]?.key = [9]
      world.household = household
      world.files[PretendHousehold.passwordFile] = PretendHousehold.password(
        at: "https://192.168.1.2", pin: FakeCertificate.madeByPiHole.pin)
    },
    secret("a missing secret", "secret failed secret.not-found", nil),
    secret("a secret that is not bound", "secret failed secret.not-bound", "the-key"),
    secret("a secret for elsewhere", "secret failed secret.other-origin", "the-key\nfor https://10.0.0.1\n"),
    secret("a secret for a Pi-hole", "secret failed secret.other-kind", "the-key\nfor https://192.168.1.1 pihole"),
    secret("a key that only the policy names", "secret failed secret.not-pinned", "the-key\nfor https://192.168.1.1"),
    Case(
      name: "authorities that only the policy names", found: ["gateway secret failed secret.not-pinned"] + usual,
      status: 77, policy: DoctorStage.policy("{pin: \"\(FakeCertificate().pin)\"}", "{ca: /etc/school-ca.pem}")
    ) { household, world in
      household.front.certificates["192.168.1.1"]?.flaw = nil
      world.household = household
      world.files[PretendHousehold.keyFile] = household.key()
    },
    Case(
      name: "a certificate that only the policy does not check",
      found: ["gateway certificate advice certificate.unchecked", "gateway secret failed secret.insecure"] + usual,
      status: 77, policy: DoctorStage.policy("{pin: \"\(FakeCertificate().pin)\"}", "{insecure: true}")
    ) { _, world in
      world.files[PretendHousehold.keyFile] = WrittenSecret("the-key", for: "https://192.168.1.1", "unifi").file
    },
    Case(
      name: "a secret that is not bound, and a key that nobody names",
      found: [
        "gateway certificate failed certificate.self-signed", "gateway secret failed secret.not-bound",
      ] + usual, status: 77, policy: unpinned
    ) { _, world in world.files[PretendHousehold.keyFile] = "the-key" },
    Case(
      name: "a secret for elsewhere, and a key that nobody names",
      found: [
        "gateway certificate failed certificate.self-signed", "gateway secret failed secret.other-origin",
      ] + usual, status: 77, policy: unpinned
    ) { _, world in world.files[PretendHousehold.keyFile] = "the-key\nfor http://192.168.1.1 unifi plaintext\n" },
    Case(
      name: "a secret for any kind", found: ["gateway secret advice secret.any-kind"] + usual, status: 0
    ) { _, world in
      world.files[PretendHousehold.keyFile] =
        WrittenSecret(Household.apiKey, for: "https://192.168.1.1", FakeCertificate().pin, "insecure").file
    },
    Case(name: "a key that the secret alone names", found: usual, status: 0, policy: unpinned),
    Case(
      name: "a certificate that only the secret checks", found: usual, status: 0,
      policy: DoctorStage.policy("{pin: \"\(FakeCertificate().pin)\"}", "{insecure: true}")),
    Case(
      name: "a secret on this machine that is not bound",
      found: ["pihole port failed port.refused", "pihole secret failed secret.not-bound"], status: 77,
      policy: DoctorStage.policy("http://192.168.1.2", "http://127.0.0.1:8080")
    ) { _, world in
      world.files[PretendHousehold.passwordFile] = Household.password
    },
    pihole("a wrong password", "credential failed credential.refused", status: 77) { $0.appPassword = "a third" },
    pihole("the main password", "credential advice credential.main-password", status: 0) {
      $0.password = Household.password
      $0.appPassword = nil
    },
    pihole("a second factor", "credential failed credential.second-factor", status: 77) {
      $0.password = Household.password
      $0.appPassword = nil
      $0.totp = 123_456
    },
    pihole("no password set", "credential advice credential.none", status: 0) {
      $0.password = nil
      $0.appPassword = nil
    },
    Case(
      name: "no password given", found: ["pihole credential failed credential.missing"], status: 77,
      policy: DoctorStage.policy("    password: {credential: pihole-password}\n", "")),
    pihole("no free session", "credential failed credential.seats-taken", status: 3) {
      $0.seats = PiHoleSeats(limit: 0)
    },
    Case(
      name: "no free session, and nothing else asked",
      found: usual + ["pihole credential failed credential.seats-taken"],
      status: 75, arguments: ["--target", "pihole"]
    ) { household, _ in
      await household.pihole.inspect { $0.seats = PiHoleSeats(limit: 0) }
    },
    pihole("a failed resolver", "targets failed targets.unread", status: 3) { $0.resolverHasFailed = true },
    Case(
      name: "nothing listens", found: ["gateway port failed port.refused", "pihole port failed port.refused"],
      status: 69, policy: DoctorStage.policy.replacing("192.168.1.", with: "192.168.9.")
    ) { _, world in
      world.files[PretendHousehold.keyFile] =
        WrittenSecret(Household.apiKey, for: "https://192.168.9.1", "unifi", FakeCertificate().pin).file
      world.files[PretendHousehold.passwordFile] = PretendHousehold.password(at: "http://192.168.9.2")
    },
    Case(name: "a clock that is behind", found: ["gateway clock advice clock.differs"] + usual, status: 0) {
      household, world in
      household.front.clockLead["192.168.1.1"] = 240
      world.household = household
    },
    Case(
      name: "a system without a target", found: ["gateway targets advice targets.none"] + usual, status: 0,
      policy: DoctorStage.policy.replacing(
        "targets:\n  kids: {system: gateway, acl-rules: [\"Downtime-*\"]}\n", with: ""
      )
      .replacing("  - kids off 21:00–07:00\n  - kids off sun-thu 20:30–07:00\n", with: "")),
  ]

  @Test(arguments: cases) func aFaultIsFoundWhereItIs(_ example: Case) async throws {
    var household = await DoctorStage.household()
    var world = household.world(policy: example.policy)
    await example.change(&household, &world)
    let run = world.run(["doctor", "--format", "json", "household.yaml"] + example.arguments)
    #expect(try Self.findings(run.output).sorted() == example.found.sorted(), "\(run.output)\(run.error)")
    #expect(run.status == example.status, "\(run.output)")
    let text = world.run(["doctor", "household.yaml"] + example.arguments)
    #expect(text.status == example.status)
    for line in text.output.split(separator: "\n") where !line.contains("sha256//") {
      #expect(displayWidth(String(line)) <= 80, "\(line)")
    }
    for secret in [Household.apiKey, Household.password, "the-key"] {
      #expect(!(run.output + run.error + text.output + text.error).contains(secret))
    }
    #expect(await household.writes.isEmpty)
    #expect(await household.seatsTaken == 0, "every session is given back")
  }

  /// Whatever line the doctor gives for a secret, writing it in and asking again leaves nothing to say of the secret.
  @Test(arguments: cases.filter { $0.found.contains { $0.hasPrefix("gateway secret ") } })
  func theLineIsTheOneThatIsWanted(_ example: Case) async throws {
    var household = await DoctorStage.household()
    var world = household.world(policy: example.policy)
    await example.change(&household, &world)
    let before = world.run("doctor", "household.yaml").output.split(separator: "\n").map(String.init)
    let gateway = before.drop { !$0.hasPrefix("  gateway ") }.dropFirst().prefix { !$0.hasPrefix("  pihole ") }
    guard let line = gateway.last(where: { $0.hasPrefix("    for ") }) else {
      #expect(example.name == "a missing secret")
      return
    }
    world.files[PretendHousehold.keyFile] = Household.apiKey + "\n" + line.drop { $0 == " " } + "\n"
    let after = try Self.findings(world.run("doctor", "--format", "json", "household.yaml").output)
    #expect(!after.contains { $0.hasPrefix("gateway secret ") }, "\(line): \(after)")
  }

  /// What is said of every system, without what is well or not tried.
  private static func findings(_ output: String) throws -> [String] {
    let systems = try JSON(parsing: Array(output.utf8))["systems"]?.elements ?? []
    return systems.flatMap { system in
      (system["checks"]?.elements ?? []).compactMap { check in
        let words = ["check", "status", "code"].compactMap { check[$0]?.string }
        guard !["ok", "not-tried"].contains(words[1]) else { return nil }
        return ([system["name"]?.string ?? ""] + words).joined(separator: " ")
      }
    }
  }

  /// What somebody reads of what failed in each of the cases above, and in no other place.
  @Test func saysWhatWasFoundWhereAndWhatToDo() async throws {
    var text = ""
    for example in Self.cases {
      var household = await DoctorStage.household()
      var world = household.world(policy: example.policy)
      await example.change(&household, &world)
      let run = world.run(["doctor", "household.yaml"] + example.arguments)
      text += "# \(example.name)\n" + Self.complaints(run.output) + "\n"
    }
    try Golden.check(text, "doctor/faults.txt")
  }

  /// The checks that failed or come with advice, without those of every report.
  private static func complaints(_ output: String) -> String {
    var isShown = false
    return output.split(separator: "\n").filter { line in
      if line.hasPrefix("  ! ") || line.hasPrefix("  ~ ") {
        isShown = !line.contains("none: over plain http")
      } else if !line.hasPrefix("    ") {
        isShown = false
      }
      return isShown
    }.map { $0 + "\n" }.joined()
  }

  // MARK: - Any request

  /// One thing that goes wrong with one request.
  struct FaultCase: CustomTestStringConvertible {
    var onConsole: Bool
    var request: Int
    var fault: WireFault
    var testDescription: String { "\(onConsole ? "console" : "Pi-hole"), request \(request): \(fault.rawValue)" }
  }

  /// The console is asked four times, the Pi-hole six (the logout among them).
  static let faults: [FaultCase] = WireFault.allCases.flatMap { fault in
    (1...4).map { FaultCase(onConsole: true, request: $0, fault: fault) }
      + (1...5).map { FaultCase(onConsole: false, request: $0, fault: fault) }
  }

  @Test(arguments: faults) func whateverGoesWrongIsToldOfOneSystemAlone(_ example: FaultCase) async throws {
    let household = await DoctorStage.household()
    if example.onConsole {
      await household.console.fail(request: example.request, with: example.fault)
    } else {
      await household.pihole.fail(request: example.request, with: example.fault)
    }
    let run = household.world(policy: DoctorStage.policy).run("doctor", "--format", "json", "household.yaml")
    let failed = try Self.findings(run.output).filter { $0.contains(" failed ") }
    #expect(
      failed.count <= 1 && failed.allSatisfy { $0.hasPrefix(example.onConsole ? "gateway" : "pihole") }, "\(failed)")
    #expect(failed.isEmpty == (run.status == 0), "\(run.status) \(failed)")
    #expect([0, 3, 77].contains(run.status))
    #expect(await household.writes.isEmpty)
  }
}
