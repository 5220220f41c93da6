import CivilTime
import HTTPTransport
import PiHole
import Policies
import Providers
import Planning

/// The suite on a real Pi-hole.
struct LivePiHole: Sendable {
  let address: LiveAddress
  let transport: Transport
  let sleep: Sleep
  let password: Secret?
  let pin: String?

  /// Tells every story; whether all went well.
  func run() async -> Bool {
    let endpoint = address.endpoint(PiHoleKind.basePath(for: address.url), pin: pin)
    let (reading, writing) = (transport.readTransport(for: endpoint), transport.writeTransport(for: endpoint))
    let settings = PiHoleSettings(system: Name("pihole"), password: password)
    let session = PiHoleSession(
      settings: settings, transport: reading, sleep: sleep, random: { Double.random(in: 0..<1) })
    let system = LiveSystem(
      name: settings.system, readable: SystemKind.pihole.objects,
      observer: PiHoleObserver(session: session, now: { LiveSystem.now }),
      applier: PiHoleApplier(session: session, transport: writing) { LiveSystem.now })
    let hand = PiHoleHand(reading, writing, password: password)
    let isFine = await tell(system, hand)
    await hand.logOut()
    await system.observer.close()
    return isFine
  }

  /// With the variable that would mend it.
  private func explained(_ failure: LiveFailure) -> LiveFailure {
    if password == nil, failure.message.contains("password") {
      return LiveFailure("the Pi-hole wants a password: give it with PIHOLE_PASSWORD=…, which is missing or empty")
    }
    guard address.url.scheme == .https, pin == nil, failure.message.contains("certificate") else { return failure }
    return LiveFailure(
      failure.message + "; PIHOLE_PIN=sha256//… accepts it, and 'reconcile trust' shows that pin")
  }

  private func tell(_ system: LiveSystem, _ hand: PiHoleHand) async -> Bool {
    var report = LiveReport(system: "pihole")
    let isReachable = await report.tell("session", on: address.url.origin) { () async throws(LiveFailure) in
      do throws(LiveFailure) {
        try await hand.logIn()
        return try await system.title()
      } catch {
        throw explained(error)
      }
    }
    guard isReachable else { return false }
    let tables = PiHoleTable.all.filter { system.readable.contains($0.kind) }
    var before: [[String]] = []
    await report.tell("leftovers", on: "of an earlier run") { () async throws(LiveFailure) in
      for table in tables { try await table.sweep(hand) }
      return "none are left"
    }
    let isKnown = await report.tell("foreign", on: "rows before") { () async throws(LiveFailure) in
      for table in tables { before.append(try await table.foreign(hand)) }
      return "\(before.joined().count) rows of others"
    }
    // Without knowing what others have, nothing is touched.
    guard isKnown else { return false }
    for (kind, tell) in stories(hand) {
      guard system.readable.contains(kind) else {
        report.leaveOut(kind.rawValue, "this version does not switch it")
        continue
      }
      if Interruption.isWanted {
        report.leaveOut(kind.rawValue, "interrupted")
        continue
      }
      await report.tell(kind.rawValue, on: "the story") { () async throws(LiveFailure) in try await tell(system) }
    }
    await report.tell("leftovers", on: "of this run") { () async throws(LiveFailure) in
      for table in tables { try await table.sweep(hand) }
      return "none are left"
    }
    await report.tell("foreign", on: "rows after") { () async throws(LiveFailure) in
      for (table, rows) in zip(tables, before) {
        try demand(try await table.foreign(hand) == rows, "every other row at '\(table.path)' as it was")
      }
      return "every row of others is as it was"
    }
    return report.failures == 0
  }

  /// A story for each kind: a further kind is a further line.
  private func stories(
    _ hand: PiHoleHand
  ) -> [(ObjectKind, @Sendable (LiveSystem) async throws(LiveFailure) -> String)] {
    let mark = LiveSystem.prefix + String(LiveSystem.now.secondsSinceEpoch, radix: 36)
    return [
      (.blocking, BlockingStory(hand: hand).tell),
      (.group, PiHoleTable.groups.story(hand, mark: mark).tell),
      (.domain, EntryStory(hand: hand, mark: mark).tell),
      (.list, PiHoleTable.lists.story(hand, mark: mark).tell),
    ]
  }
}
