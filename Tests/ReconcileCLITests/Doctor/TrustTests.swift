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
    #expect(
      text.output.contains("in the secret, line 2:\n    for https://192.168.1.1 unifi \(FakeCertificate().pin)\n"))
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
    #expect(run.status == 0 && run.output.contains("\n    tls: {pin: \"\(FakeCertificate.madeByPiHole.pin)\"}\n"))
  }
}

extension FakeCertificate {
  static let madeOfAnotherKey = FakeCertificate(key: [7])
}
