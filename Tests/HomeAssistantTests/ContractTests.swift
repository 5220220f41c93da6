import CivilTime
import HTTPTransport
import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import HomeAssistant

/// One entity of a pretend Home Assistant before the suite that every provider must pass.
struct EntityFixture: ContractFixture, CustomTestStringConvertible {
  var testDescription: String { id }
  let id: String
  let first: SwitchState.Position
  let manner: HomeAssistantEntity.Manner
  let members: [String]

  init(_ id: String, _ first: SwitchState.Position, _ manner: HomeAssistantEntity.Manner, members: [String] = []) {
    (self.id, self.first, self.manner, self.members) = (id, first, manner, members)
  }

  let basePath = "/api"
  let secret = Stage.token
  var ownKey: String { id }
  private var domain: EntityDomain { EntityID(id)?.domain ?? EntityDomain.all[0] }
  private var wanted: SwitchState.Position { first == .enabled ? .disabled : .enabled }
  var kinds: Set<ObjectKind> { [domain.kind] }

  private func word(_ position: SwitchState.Position) -> String {
    switch domain.kind {
    case .lock: position == .enabled ? "unlocked" : "locked"
    case .cover, .valve: position == .enabled ? "open" : "closed"
    default: position == .enabled ? "on" : "off"
    }
  }

  func makeSystem() -> HomeAssistant {
    let attributes: JSONValue = ["supported_features": 511]
    var own = HomeAssistantEntity(
      id: id, state: word(first), attributes: attributes, manner: manner)
    if !members.isEmpty { own.members = members }
    let parts = members.map {
      HomeAssistantEntity(id: $0, state: word(first), attributes: attributes, manner: manner)
    }
    let foreign = [
      HomeAssistantEntity(id: "switch.fridge", state: "on"), HomeAssistantEntity(id: "lock.cellar", state: "locked"),
      HomeAssistantEntity(id: "cover.blind", state: "open", attributes: attributes),
      HomeAssistantEntity(id: "sensor.heat", state: "21.5"),
    ]
    return Stage.server([own] + parts + foreign)
  }

  func makeProvider(
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let now = Instant(secondsSinceEpoch: Stage.start)
    let client = HomeAssistantClient(system: Name("ha"), secret: Secret(secret), transport: read, now: { now })
    let named = NamedObjects(names: [domain.kind: [ObjectNames(included: [.name(id)])]])
    return (
      HomeAssistantObserver(client: client, named: named, sleep: sleep, now: { now }),
      HomeAssistantApplier(client: client, write: write, sleep: sleep, now: { now })
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

  func isDone(_ system: HomeAssistant, at now: Double) -> Bool {
    (members.isEmpty ? [id] : members).allSatisfy { system[$0]?.state == word(wanted) }
  }

  func snapshot(_ system: HomeAssistant) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: system.entities.map { entity in
        (members.contains(entity.id) ? id + " " + entity.id : entity.id, entity.state)
      })
  }

  func interfere(_ system: inout HomeAssistant) {
    for one in members.isEmpty ? [id] : members { system[one]?.state = word(wanted) }
  }

  func remove(_ system: inout HomeAssistant) -> Bool {
    system.entities.removeAll { $0.id == id }
    return true
  }

  func refuseCredentials(_ system: inout HomeAssistant) { system.revoke(secret) }
}

@Suite struct ContractTests {
  static let fixtures = [
    EntityFixture("switch.playstation", .enabled, .immediate), EntityFixture("light.hall", .disabled, .immediate),
    EntityFixture("lock.front_door", .enabled, .moving(seconds: 2)),
    EntityFixture("cover.garage", .enabled, .moving(seconds: 6)),
    EntityFixture("valve.garden", .disabled, .late(seconds: 2)),
  ]

  @Test("an entity keeps the contract", arguments: fixtures.flatMap { ProviderContract.stories(of: $0) })
  func contract(_ story: ContractStory) async throws {
    try await story.run()
  }
}
