import CivilTime
import HTTPTransport
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import EasyControl

/// One entity of a guest pass before the suite that every provider must pass.
struct EntityFixture: ContractFixture, CustomTestStringConvertible {
  var testDescription: String { id }
  let id: String
  let first: SwitchState.Position
  let seconds: Double
  let secret: String
  private let paired: EasyControl
  private let device: PairedDevice

  init(_ id: String, _ first: SwitchState.Position, seconds: Double) throws {
    (self.id, self.first, self.seconds) = (id, first, seconds)
    let domain = try #require(EntityDomain.named(id.prefix { $0 != "." }))
    var server = Stage.house(
      [
        id: Self.word(domain, first), "switch.fridge": "on", "lock.cellar": "locked", "cover.blind": "open",
        "sensor.heat": "21.5",
      ], seconds: seconds)
    device = try Stage.pair(&server, for: [id, "switch.fridge", "lock.cellar", "cover.blind", "sensor.heat"])
    secret = device.token.reveal { $0 }
    paired = server
  }

  let basePath = Stage.path
  var ownKey: String { id }
  private var domain: EntityDomain { EntityDomain.named(id.prefix { $0 != "." }) ?? EntityDomain.all[0] }
  private var wanted: SwitchState.Position { first == .enabled ? .disabled : .enabled }
  var kinds: Set<ObjectKind> { [domain.kind] }

  private static func word(_ domain: EntityDomain, _ position: SwitchState.Position) -> String {
    let words = position == .enabled ? domain.words.on : domain.words.off
    return words.sorted().last ?? ""
  }

  func makeSystem() -> EasyControl { paired }

  func makeProvider(
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let client = EasyControlClient(Stage.connection(device.secret, through: read, sleep: sleep))
    let now = Instant(secondsSinceEpoch: Stage.start)
    return (
      EasyControlObserver(client: client, now: { now }),
      EasyControlApplier(client: client, write: write, sleep: sleep, now: { now })
    )
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? { move(observation, to: wanted) }
  func changeBack(seeing observation: Observation, at now: Instant) -> Change? { move(observation, to: first) }

  private func move(_ observation: Observation, to wanted: SwitchState.Position) -> Change? {
    guard let live = observation.objects.first(where: { $0.name == id })?.switchState, live.position != wanted else {
      return nil
    }
    return Stage.change(id, from: live.position, to: wanted)
  }

  func isDone(_ system: EasyControl, at now: Double) -> Bool {
    system.entities[id]?.state == Self.word(domain, wanted)
  }

  func snapshot(_ system: EasyControl) -> [String: String] { system.entities.mapValues(\.state) }

  func interfere(_ system: inout EasyControl) { system.entities[id]?.state = Self.word(domain, wanted) }

  /// A pass goes on naming what is no longer there, as unavailable.
  func remove(_ system: inout EasyControl) -> Bool { false }

  func refuseCredentials(_ system: inout EasyControl) { system.revokeAll() }
}

@Suite struct ContractTests {
  static let fixtures = [
    try? EntityFixture("lock.front_door", .enabled, seconds: 2),
    try? EntityFixture("lock.back_door", .disabled, seconds: 0),
    try? EntityFixture("cover.garage", .enabled, seconds: 6), try? EntityFixture("switch.heater", .enabled, seconds: 0),
  ].compactMap(\.self)

  @Test func thereAreFixtures() { #expect(Self.fixtures.count == 4) }

  @Test("an entity keeps the contract", arguments: fixtures.flatMap { ProviderContract.stories(of: $0) })
  func contract(_ story: ContractStory) async throws {
    try await story.run()
  }
}
