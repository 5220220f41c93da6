import HTTPTransport
import Policies
import Providers
import Planning
import UniFi

/// The suite on a real UniFi console: an ACL rule and a firewall policy of its own, and an SSID where one is named.
struct LiveConsole: Sendable {
  let address: LiveAddress
  let transport: Transport
  let sleep: Sleep
  let key: Secret
  let pin: String?
  let site: String?
  /// The SSID that may be switched off and on; nil for none.
  let ssid: String?

  /// Tells every story; whether all went well.
  func run() async -> Bool {
    let endpoint = address.endpoint(UniFiKind.basePath(for: address.url), pin: pin)
    let (reading, writing) = (transport.readTransport(for: endpoint), transport.writeTransport(for: endpoint))
    let settings = UniFiSettings(system: Name("console"), apiKey: key, site: site)
    let observer = UniFiObserver(settings, read: reading, sleep: sleep)
    let system = LiveSystem(
      name: settings.system, readable: SystemKind.unifi.objects, observer: observer,
      applier: UniFiApplier(after: observer, write: writing))
    let hand = ConsoleHand(reading: reading, writing: writing, key: key, site: site)
    var report = LiveReport(system: "unifi")
    let isReachable = await report.tell("session", on: address.url.origin) { () async throws(LiveFailure) in
      try await system.title()
    }
    guard isReachable else { return false }
    await report.tell("acl-rule", on: "a rule of its own") { () async throws(LiveFailure) in
      try await ConsoleList.rules(try await hand.sitePath(), hand).tell(on: system, hand)
    }
    await tellPolicies(on: system, hand, &report)
    await tellWiFi(on: system, hand, &report)
    return report.failures == 0
  }

  private func tellPolicies(on system: LiveSystem, _ hand: ConsoleHand, _ report: inout LiveReport) async {
    if Interruption.isWanted { return report.leaveOut("policy", "interrupted") }
    if let reason = await system.refusal(of: .firewallPolicy) { return report.leaveOut("policy", reason) }
    await report.tell("policy", on: "a policy of its own") { () async throws(LiveFailure) in
      try await ConsoleList.policies(try await hand.sitePath(), hand).tell(on: system, hand)
    }
  }

  private func tellWiFi(on system: LiveSystem, _ hand: ConsoleHand, _ report: inout LiveReport) async {
    guard let ssid else {
      return report.leaveOut("wifi", "it cuts people off; UNIFI_SSID names one that may be switched off and on")
    }
    if Interruption.isWanted { return report.leaveOut("wifi", "interrupted") }
    await report.tell("wifi", on: "SSID '\(ssid)'") { () async throws(LiveFailure) in
      let path = try await hand.sitePath() + "/wifi/broadcasts"
      return try await WiFiStory(hand: hand, name: ssid, path: path).tell(on: system)
    }
  }
}
