import HTTPTransport
import Simulator
import TestSupport
import Testing

@testable import Host

/// What the doctor says of devices: what is set where, and what is in the way.
@Suite struct DeviceDoctorTests {
  private static func policy(_ clock: String, _ target: String) -> String {
    """
    timezone: Europe/Berlin
    systems:
      gateway:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: unifi-api-key}
        tls: {pin: "\(FakeCertificate().pin)"}
        \(clock)
    devices: {laptop: "00:00:5e:00:53:11"}
    targets:
      ben: {devices: [laptop]\(target)}
    policy:
      - ben off 21:00–07:00
    """
  }

  private static func run(
    _ clock: String, _ target: String = "", _ change: @Sendable (inout UniFiConsole) -> Void = { _ in }
  ) async -> (status: Int32, words: String) {
    let household = await DoctorStage.household()
    await household.console.inspect { change(&$0) }
    let run = household.world(policy: policy(clock, target)).run("doctor", "household.yaml")
    return (run.status, (run.output + run.error).split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  @Test func whatAConsoleDoesNotTellIsSaid() async throws {
    let armed = await Self.run("console-timezone: Europe/Berlin", ", apps: [YouTube]")
    #expect(armed.status == 0, "\(armed)")
    #expect(armed.words.contains("- settings a console does not report its time zone: whether it is 'Europe/Berlin'"))
    #expect(armed.words.contains("- settings a console does not report whether it recognizes applications"))
    #expect(armed.words.contains("2 not checked") || armed.words.contains("3 not checked"), "\(armed)")
    let plain = await Self.run("prune: false")
    #expect(plain.status == 0 && !plain.words.contains("settings"), "\(plain)")
    let sites = await Self.run("prune: false", ", sites: [shop.example]")
    #expect(!sites.words.contains("settings"), "\(sites)")
    let kinds = await Self.run("prune: false", ", app-categories: [Social Networks]")
    #expect(kinds.words.contains("whether it recognizes applications"), "\(kinds)")
  }

  @Test func anotherZoneIsAdvice() async throws {
    let other = await Self.run("console-timezone: Europe/Lisbon")
    #expect(other.status == 0, "\(other)")
    #expect(other.words.contains("in 'Europe/Lisbon', as the policy says, but the policy is in 'Europe/Berlin'"))
    #expect(other.words.contains("set the time zone of the console to Europe/Berlin"))
  }

  /// What comes first and lets pass what is to be stopped, and a firewall without zones.
  @Test func whatStandsInTheWayIsSaid() async throws {
    let front = await Self.run("prune: false") { console in
      guard let place = console.sites[0].zoneFirewall?.policies.firstIndex(where: { $0.origin == "USER_DEFINED" })
      else {
        return
      }
      console.sites[0].zoneFirewall?.edit(at: place) { policy in
        policy.isEnabled = true
        policy.settings["name"] = "Let it pass"
        policy.settings["action"] = ["type": "ALLOW", "allowReturnTraffic": false]
        policy.settings["source"]?["trafficFilter"] = nil
      }
    }
    #expect(front.words.contains("'Let it pass'"), "\(front)")
    let none = await Self.run("prune: false") { $0.sites[0].zoneFirewall = nil }
    #expect(none.status == 3 && none.words.contains("! targets") || none.words.contains("✗ targets"), "\(none)")
  }
}
