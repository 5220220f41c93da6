import CivilTime
import HTTPTransport
import Policies
import Providers
import Planning
import Simulator
import TestSupport
import UniFi

/// One switch of a console, for the contract suite.
struct ConsoleFixture: ContractFixture, CustomStringConvertible {
  let own: Console.Switch
  let mood: String
  let prepare: @Sendable (inout UniFiConsole) -> Void

  let kinds: Set<ObjectKind>
  let basePath = "/proxy/network/integration/v1"
  let secret: String

  /// `kinds` are read, that of `own` unless told otherwise; `secret` is what must not be seen: the key, unless told
  /// otherwise.
  init(
    _ own: Console.Switch, _ mood: String, kinds: Set<ObjectKind>? = nil, secret: String = Console.key,
    _ prepare: @escaping @Sendable (inout UniFiConsole) -> Void = { _ in }
  ) {
    (self.own, self.mood, self.secret, self.prepare) = (own, mood, secret, prepare)
    self.kinds = kinds ?? [own.kind]
  }

  var description: String { "\(own.kind.rawValue), \(mood)" }
  var ownKey: String { own.id }

  func makeSystem() -> UniFiConsole {
    var console = Console.household()
    prepare(&console)
    return console
  }

  func makeProvider(
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let observer = UniFiObserver(Console.settings(), read: read, sleep: sleep)
    return (observer, UniFiApplier(after: observer, write: write))
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? { change(observation, to: .enabled) }

  func changeBack(seeing observation: Observation, at now: Instant) -> Change? { change(observation, to: .disabled) }

  private func change(_ observation: Observation, to position: SwitchState.Position) -> Change? {
    guard let object = observation.objects.first(where: { $0.id == ownKey }), object.switchState.position != position
    else { return nil }
    return Change(
      target: Name("kids"), system: observation.system, kind: object.kind, id: object.id, name: object.name,
      from: object.switchState, to: SwitchState(position))
  }

  func isDone(_ console: UniFiConsole, at now: Double) -> Bool { console[own]?["enabled"] == true }

  func snapshot(_ console: UniFiConsole) -> [String: String] {
    let objects = console.sites.flatMap { site in
      site.aclRules.map { ($0.id, $0.origin, $0.settings) } + site.wiFis.map { ($0.id, $0.origin, $0.settings) }
        + (site.zoneFirewall?.policies ?? []).map { ($0.id, $0.origin, $0.settings) }
    }
    return Dictionary(
      objects.map { id, origin, settings in (id, "\(origin) \(String(decoding: settings.encoded, as: UTF8.self))") }
    ) { first, _ in first }
  }

  func interfere(_ console: inout UniFiConsole) { console[own]?["enabled"] = true }

  func remove(_ console: inout UniFiConsole) -> Bool {
    console[own] = nil
    return true
  }

  func refuseCredentials(_ console: inout UniFiConsole) { console.keys = [] }
}
