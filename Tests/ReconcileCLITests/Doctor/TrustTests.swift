import HTTPTransport
import JSONTree
import TestSupport
import Testing

@testable import Presentation

/// `reconcile trust SYSTEM`.
@Suite struct TrustTests {
  private static func world(_ certificate: FakeCertificate, policy: String = DoctorStage.policy) -> TestWorld {
    var household = PretendHousehold()
    household.front.certificates = ["192.168.1.1": certificate, "192.168.1.2": certificate]
    return household.world(policy: policy)
  }

  struct Case: Sendable {
    var policy: String
    var says: String
    var word: String
  }

  static let cases: [Case] = [
    Case(policy: DoctorStage.policy, says: "pins this key", word: "pinned"),
    Case(
      policy: DoctorStage.policy.replacing("\(FakeCertificate().pin)", with: other),
      says: "pins another key, so this one would not be accepted", word: "other-key"),
    Case(policy: PretendHousehold.policy, says: "trusts what this machine trusts", word: "trust-store"),
  ]

  static let other = FakeCertificate.madeOfAnotherKey.pin

  @Test(arguments: cases) func tellsWhetherThePolicyAgrees(_ example: Case) async throws {
    let world = Self.world(FakeCertificate(), policy: example.policy)
    let text = world.run("trust", "gateway", "--policy", "household.yaml")
    #expect(text.status == 0 && text.output.contains("policy   \(example.says)\n"), "\(text)")
    let json = try JSON(
      parsing: Array(world.run("trust", "gateway", "--policy", "household.yaml", "--format", "json").output.utf8))
    #expect(json["policy"]?.string == example.word)
    #expect(json["pin"]?.string == FakeCertificate().pin)
    #expect(json["validUntil"]?.string == "2035-11-21T00:00:00Z")
    #expect(json["secretLine"]?.string == "for https://192.168.1.1 unifi \(FakeCertificate().pin)")
    let requests = await world.household?.requests
    #expect(requests == [], "not one request is sent")
  }

  @Test func warnsOfThePiHolesOwnCertificate() throws {
    let policy = DoctorStage.policy("url: http://192.168.1.2", "url: https://192.168.1.2")
    let run = Self.world(.madeByPiHole, policy: policy).run("trust", "pihole", "--policy", "household.yaml")
    try Golden.check(run.output, "doctor/trust-pihole.txt")
    let console = Self.world(.madeByPiHole, policy: policy).run("trust", "gateway", "--policy", "household.yaml")
    #expect(!console.output.contains("warning"), "a console does not renew it like this")
  }
}

extension TrustTests {
  /// What the second line of the secret is, what is said of it, and where something is to be written.
  struct LineCase: Sendable, CustomTestStringConvertible {
    var line: String?
    var tls = ""
    var says: String
    var word: String
    var toWrite: [String]
    /// Whether authorities vouch for the certificate.
    var isVouchedFor = false
    var testDescription: String { "\(line ?? "no line") \(tls)" }
  }

  private static let pin = FakeCertificate().pin
  private static let address = "for https://192.168.1.1"

  static let lineCases: [LineCase] = [
    LineCase(line: "\(address) unifi \(pin)", says: "its line names this key", word: "pinned", toWrite: []),
    LineCase(
      line: "\(address) \(other) \(pin)", tls: "{pin: \"\(pin)\"}", says: "its line names this key", word: "pinned",
      toWrite: []),
    LineCase(
      line: "\(address) \(pin) insecure", tls: "{insecure: true}", says: "its line names this key", word: "pinned",
      toWrite: []),
    LineCase(
      line: "\(address) unifi \(pin)", tls: "{pin: \"\(other)\"}", says: "its line names this key", word: "pinned",
      toWrite: ["policy"]),
    LineCase(
      line: "\(address) unifi \(other)", says: "its line names another key, so this one would not be accepted",
      word: "other-key", toWrite: ["secret"]),
    LineCase(
      line: "\(address) unifi \(other)", tls: "{pin: \"\(other)\"}",
      says: "its line names another key, so this one would not be accepted", word: "other-key",
      toWrite: ["policy", "secret"]),
    LineCase(
      line: address, says: "its line names no key: this machine's trust store decides", word: "trust-store",
      toWrite: ["secret"]),
    LineCase(
      line: address, tls: "{pin: \"\(pin)\"}",
      says: "this machine's trust store decides, and what the policy says is refused", word: "trust-store",
      toWrite: ["secret"]),
    LineCase(
      line: "\(address) insecure", tls: "{pin: \"\(pin)\"}", says: "its line leaves the choice to the policy",
      word: "policy", toWrite: []),
    LineCase(
      line: "\(address) insecure", tls: "{pin: \"\(other)\"}", says: "its line leaves the choice to the policy",
      word: "policy", toWrite: ["policy", "secret"]),
    LineCase(
      line: "\(address) insecure", tls: "{insecure: true}", says: "its line leaves the choice to the policy",
      word: "policy", toWrite: ["secret"]),
    LineCase(
      line: "for https://192.168.1.9/secret-path",
      says: "its line is for 'https://192.168.1.9', so it is not sent here",
      word: "other-address", toWrite: ["secret"]),
    LineCase(
      line: "\(address)/secret-path", says: "its line is for another path, so it is not sent here",
      word: "other-address", toWrite: ["secret"]),
    LineCase(
      line: "\(address) pihole \(pin)", says: "its line is for a system of kind 'pihole', so it is not sent here",
      word: "other-kind", toWrite: ["secret"]),
    LineCase(line: nil, says: "has no line that says where it may go", word: "no-line", toWrite: ["secret"]),
    // Authorities of the policy have to vouch for it as well.
    LineCase(
      line: "\(address) unifi \(pin)", tls: authorities, says: "who do not vouch for this certificate",
      word: "pinned", toWrite: ["policy"]),
    LineCase(
      line: "\(address) unifi \(pin)", tls: authorities, says: "who vouch for this certificate", word: "pinned",
      toWrite: [], isVouchedFor: true),
    LineCase(
      line: "\(address) insecure", tls: authorities, says: "who do not vouch for this certificate",
      word: "policy", toWrite: ["policy", "secret"]),
    LineCase(
      line: "\(address) insecure", tls: authorities, says: "who vouch for this certificate", word: "policy",
      toWrite: [], isVouchedFor: true),
    LineCase(
      line: address, tls: authorities, says: "who do not vouch for this certificate", word: "trust-store",
      toWrite: ["policy", "secret"]),
    LineCase(
      line: address, tls: authorities, says: "who vouch for this certificate", word: "trust-store",
      toWrite: ["secret"], isVouchedFor: true),
    LineCase(
      line: "\(address) unifi \(pin)", tls: "{ca: /nowhere/ca.pem}",
      says: "the authorities in '/nowhere/ca.pem' cannot be read: it does not exist", word: "pinned",
      toWrite: ["policy"], isVouchedFor: true),
  ]

  /// A file that is there; who vouches is pretended.
  private static let authorities = "{ca: \"\(#filePath)\"}"

  /// A key counts only where the policy and the line agree, and nothing is said to be missing that is there.
  @Test(arguments: lineCases) func looksAtTheLineOfTheSecret(_ example: LineCase) throws {
    let key = "    api-key: {credential: unifi-api-key}\n"
    let tls = example.tls.isEmpty ? "" : "    tls: \(example.tls)\n"
    let certificate = FakeCertificate(flaw: example.isVouchedFor ? nil : .selfSigned)
    var world = Self.world(certificate, policy: PretendHousehold.policy.replacing(key, with: key + tls))
    world.files[PretendHousehold.keyFile] = "the-key" + (example.line.map { "\n" + $0 } ?? "") + "\n"
    let text = world.run("trust", "gateway", "--policy", "household.yaml")
    #expect(text.status == 0 && text.output.unwrapped.contains(example.says), "\(text)")
    #expect(!text.output.contains("the-key") && !text.output.contains("secret-path"), "\(text)")
    let json = try JSON(
      parsing: Array(world.run("trust", "gateway", "--policy", "household.yaml", "--format", "json").output.utf8))
    #expect(json["secret"]?.string == example.word)
    #expect(json["toWrite"]?.elements?.compactMap(\.string) == example.toWrite, "\(json)")
    let lines = text.output.split(separator: "\n")
    #expect(lines.contains("    tls: {pin: \"\(Self.pin)\"}") == example.toWrite.contains("policy"), "\(text)")
    #expect(lines.contains("    \(Self.address) unifi \(Self.pin)") == example.toWrite.contains("secret"), "\(text)")
    #expect(lines.contains("For this key nothing has to be written.") == example.toWrite.isEmpty, "\(text)")
    if example.toWrite.contains("secret") {
      #expect(lines.contains("  in line 2 of '\(PretendHousehold.keyFile)':"), "\(text)")
    }
  }

  /// Without a secret the policy decides; one that cannot be read hides no key.
  @Test func aSecretThatIsNotThere() throws {
    let open = DoctorStage.policy("url: http://192.168.1.2", "url: https://192.168.1.2")
      .replacing("    password: {credential: pihole-password}\n", with: "")
    let none = Self.world(FakeCertificate(), policy: open).run("trust", "pihole", "--policy", "household.yaml")
    #expect(none.output.contains("secret   none in the policy, which decides alone\n"), "\(none)")
    #expect(none.output.contains("in the policy:\n") && !none.output.contains("    for https://"), "\(none)")
    var world = Self.world(FakeCertificate())
    world.files[PretendHousehold.keyFile] = nil
    let unread = world.run("trust", "gateway", "--policy", "household.yaml")
    #expect(unread.status == 0 && unread.output.unwrapped.contains("credential 'unifi-api-key' not found"), "\(unread)")
    #expect(unread.output.contains("  in the secret, line 2:\n    \(Self.address) unifi \(Self.pin)\n"), "\(unread)")
  }

  /// What is copied stands alone on its line and is whole.
  @Test(arguments: [30, 40, 60, 80]) func fitsTheTerminal(_ columns: Int) {
    var world = Self.world(
      .madeByPiHole, policy: DoctorStage.policy("url: http://192.168.1.2", "url: https://192.168.1.2"))
    world.columns = columns
    let run = world.run("trust", "pihole", "--policy", "household.yaml")
    for line in run.output.split(separator: "\n").map(String.init) {
      let isCopied =
        line.hasPrefix("    tls: {pin: \"sha256//") || line.hasPrefix("    for https://192.168.1.2 pihole sha256//")
      #expect(displayWidth(line) <= columns || isCopied || line.split(separator: " ").count == 1, "\(line)")
    }
    let line = "\n    for https://192.168.1.2 pihole \(FakeCertificate.madeByPiHole.pin)\n"
    #expect(run.status == 0 && run.output.contains(line), "\(run)")
  }
}

extension FakeCertificate {
  static let madeOfAnotherKey = FakeCertificate(key: [7])
}
