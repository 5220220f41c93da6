import HTTPTransport
import Providers
import Planning
import Simulator
import TestSupport

@testable import Host

/// The simulator's household in memory: a console at 192.168.1.1, a Pi-hole at 192.168.1.2.
struct PretendHousehold: Sendable {
  let console: FakeWire<UniFiConsole>
  let pihole: FakeWire<PiHole>
  /// Hosts that take every request and never answer, or requests of one method, such as `PUT 192.168.1.1`.
  var hanging: Set<String> = []
  /// What else answers, by host.
  var others: [String: any ReadTransport & WriteTransport] = [:]
  /// What is shown over TLS, by host, and how far clocks go before this machine's.
  var front = FakeFront()
  /// What happens when a request was sent and before it is answered.
  var beforeAnswering: (@Sendable (Sent) async -> Void)?

  /// A request on its way.
  struct Sent: Sendable {
    /// Such as `PUT 192.168.1.1`.
    var entry: String
    /// Every request so far.
    var diary: Diary
    var time: FakeTime
    var stop: StopSignal?
  }

  init(now: Int64 = 1_795_204_804, rules: Int = 0, groups: Int = 0) {
    console = FakeWire(
      Household.console(furtherRules: rules), basePath: "/proxy/network/integration/v1", clock: Double(now))
    pihole = FakeWire(Household.piHole(furtherGroups: groups, at: Double(now)), basePath: "/api", clock: Double(now))
  }

  static let policy = """
    # household.yaml
    timezone: Europe/Berlin

    systems:
      gateway:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: unifi-api-key}
      pihole:
        kind: pihole
        url: http://192.168.1.2
        password: {credential: pihole-password}

    targets:
      kids: {system: gateway, acl-rules: ["Downtime-*"]}

    policy:
      - kids off 21:00–07:00
      - kids off sun-thu 20:30–07:00
      - pause pihole weekdays

    """

  /// Where the secrets of the console and of the Pi-hole are.
  static let keyFile = "/etc/reconcile/credentials/unifi-api-key"
  static let passwordFile = "/etc/reconcile/credentials/pihole-password"

  /// The world of this household: its policy, its secrets, its clock.
  func world(policy: String = PretendHousehold.policy) -> TestWorld {
    TestWorld(
      files: [
        "household.yaml": policy, Self.keyFile: key(), Self.passwordFile: Self.password(),
      ], household: self)
  }

  /// The console's key in its file. Its line names the key of a certificate that this machine does not trust, as it has
  /// to.
  func key(at address: String = "https://192.168.1.1") -> String {
    guard let certificate = front.certificates["192.168.1.1"], certificate.flaw != nil else {
      return WrittenSecret(Household.apiKey, for: address, "unifi").file
    }
    return WrittenSecret(Household.apiKey, for: address, "unifi", certificate.pin).file
  }

  /// The Pi-hole's password in its file; `pin` for a Pi-hole over https.
  static func password(at address: String = "http://192.168.1.2", pin: String? = nil) -> String {
    guard let pin else { return WrittenSecret(Household.password, for: address, "pihole").file }
    return WrittenSecret(Household.password, for: address, "pihole", pin).file
  }

  /// Lets time pass for both systems.
  func pass(_ step: Duration) async {
    await console.pass(step)
    await pihole.pass(step)
  }

  /// `PUT /…` and the like: every request that changed something, on both systems.
  var writes: [String] {
    get async {
      await console.log.filter(\.isWrite).map(\.description) + pihole.log.filter(\.isWrite).map(\.description)
    }
  }

  /// Every request to both systems.
  var requests: [String] {
    get async { await console.log.map(\.description) + pihole.log.map(\.description) }
  }

  /// Seats taken on the Pi-hole.
  var seatsTaken: Int {
    get async { await pihole.inspect { $0.seats.taken } }
  }

  func forgetRequests() async {
    await console.clearLog()
    await pihole.clearLog()
  }
}
