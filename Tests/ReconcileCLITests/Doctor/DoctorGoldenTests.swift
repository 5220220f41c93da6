import HTTPTransport
import Simulator
import TestSupport
import Testing

@testable import Host

/// The doctor's whole output, for a household that is well and for one that is not.
@Suite("doctor: output") struct DoctorGoldenTests {
  @Test func aHealthyHousehold() async throws {
    let world = await DoctorStage.household().world(policy: DoctorStage.policy)
    let run = world.run("doctor", "household.yaml")
    #expect(run.status == 0 && run.error.isEmpty)
    try Golden.check(run.output, "doctor/healthy.txt")
    try Golden.check(world.run("doctor", "--format", "json", "household.yaml").output, "doctor/healthy.json")
  }

  /// Five systems, each ill in another way.
  static let sickPolicy = """
    timezone: Europe/Berlin
    systems:
      gateway:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: gateway-key}
      office:
        kind: unifi
        url: https://192.168.1.1
        site: Office
        api-key: {credential: unifi-api-key}
        tls: {pin: "\(FakeCertificate().pin)"}
      cabin:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: cabin-key}
        tls: {pin: "\(FakeCertificate().pin)"}
      home:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: unifi-api-key}
        tls: {pin: "\(FakeCertificate().pin)"}
      pihole:
        kind: pihole
        url: https://192.168.1.2
        password: {credential: pihole-password}
        tls: {pin: "\(FakeCertificate().pin)"}
      attic:
        kind: pihole
        url: http://attic.invalid
        password: {credential: attic-password}
    targets:
      kids: {system: home, acl-rules: [Downtime-iPod, "Downtime-K*"]}
    policy:
      - kids off 21:00–07:00
      - pihole active
      - attic active

    """

  private static func sickHousehold() async -> (PretendHousehold, TestWorld) {
    var household = await DoctorStage.household()
    household.front.certificates["192.168.1.2"] = .madeByPiHole
    household.front.certificates["192.168.1.2"]?.key = [9]
    household.front.clockLead = ["192.168.1.1": -3700]
    var world = household.world(policy: sickPolicy)
    world.files["/etc/reconcile/credentials/cabin-key"] = "the-key\n"
    world.files["/etc/reconcile/credentials/gateway-key"] =
      WrittenSecret(Household.apiKey, for: "https://192.168.1.1").file
    world.files[PretendHousehold.passwordFile] = PretendHousehold.password(
      at: "https://192.168.1.2", pin: FakeCertificate().pin)
    return (household, world)
  }

  @Test func aSickHousehold() async throws {
    let (household, world) = await Self.sickHousehold()
    let run = world.run("doctor", "household.yaml")
    #expect(run.status == 77 && run.error.isEmpty)
    try Golden.check(run.output, "doctor/sick.txt")
    try Golden.check(world.run("doctor", "--format", "json", "household.yaml").output, "doctor/sick.json")
    #expect(await household.writes.isEmpty)
  }

  @Test func itOnlyReadsAndAsksNoMoreThanNeeded() async {
    let household = await DoctorStage.household()
    _ = household.world(policy: DoctorStage.policy).run("doctor", "household.yaml")
    #expect(
      await household.requests == [
        "GET /proxy/network/integration/v1/", "GET /proxy/network/integration/v1/info",
        "GET /proxy/network/integration/v1/sites?offset=0&limit=200", "GET \(StoryTests.rules)?offset=0&limit=200",
        "GET \(StoryTests.rules.replacing("acl-rules", with: "devices"))?offset=0&limit=200",
        "GET /api/", "POST /api/auth", "GET /api/dns/blocking", "GET /api/info/version", "GET /api/auth/sessions",
        "DELETE /api/auth",
      ])
  }

  @Test func aDoctorThatIsSentAwaySaysSo() async {
    var world = await DoctorStage.household().world(policy: DoctorStage.policy)
    world.stopsAtOnce = .terminated
    let run = world.run("doctor", "household.yaml")
    #expect(run.status == 143)
  }

  @Test func anUnknownTargetIsABadCommandLine() {
    let run = PretendHousehold().world().run("doctor", "--target", "kid", "household.yaml")
    #expect(run.status == 64 && run.error.contains("did you mean 'kids'?"))
  }
}
