import CivilTime
import HTTPTransport
import Policies
import Reconciliation
import UniFi

/// The suite on a real UniFi console: one ACL rule of its own between two addresses that nobody has.
struct LiveConsole: Sendable {
  let address: LiveAddress
  let transport: Transport
  let sleep: Sleep
  let key: Secret
  let pin: String?
  let site: String?

  /// Tells every story; whether all went well.
  func run() async -> Bool {
    let endpoint = address.endpoint(UniFiKind.basePath(for: address.url), pin: pin)
    let (reading, writing) = (transport.readDoor(for: endpoint), transport.writeDoor(for: endpoint))
    let settings = UniFiSettings(system: Name("console"), apiKey: key, site: site)
    let observer = UniFiObserver(settings, read: reading, sleep: sleep)
    let system = LiveSystem(
      name: settings.system, readable: UniFiObserver.readableKinds, observer: observer,
      applier: UniFiApplier(after: observer, write: writing))
    let hand = ConsoleHand(reading: reading, writing: writing, key: key, site: site)
    var report = LiveReport(system: "unifi")
    let isReachable = await report.tell("session", on: address.url.origin) { () async throws(LiveFailure) in
      try await system.title()
    }
    guard isReachable else { return false }
    await report.tell("acl-rule", on: "a rule of its own") { () async throws(LiveFailure) in
      let rules = try await hand.rulesPath()
      try await hand.sweep(rules)
      let before = try await hand.foreign(rules)
      let words: String
      do throws(LiveFailure) {
        words = try await story(hand, rules).tell(on: system)
      } catch {
        // Also what was made although the answer was lost.
        try? await hand.sweep(rules)
        throw error
      }
      try demand(try await hand.foreign(rules) == before, "every other rule as it was")
      return words + ", every other rule is as it was"
    }
    return report.failures == 0
  }

  private func story(_ hand: ConsoleHand, _ rules: String) -> SwitchStory {
    let name = LiveSystem.prefix + String(LiveSystem.now.secondsSinceEpoch, radix: 36)
    return SwitchStory(
      kind: .aclRule, name: name,
      make: { () async throws(LiveFailure) in try await hand.make(name, at: rules) },
      remove: { () async throws(LiveFailure) in try await hand.sweep(rules) })
  }
}
