import CivilTime
import HTTPTransport
import JSONTree
import Policies
import Providers
import Simulator
import TestSupport

/// A bridge that is played: three lamps in two rooms.
struct PretendBridge: PretendSystem {
  static let password = "hush-lamp-7f3a"

  /// A lamp, with a member that only the bridge knows.
  struct Lamp: Sendable {
    var id: String
    var name: String
    var room: String
    var isLit: Bool

    var json: JSON {
      .object([
        .init("id", .string(id)), .init("name", .string(name)), .init("room", .string(room)),
        .init("warmth", .number("2700.50")), .init("lit", .bool(isLit)),
      ])
    }
  }

  var lamps = [
    Lamp(id: "a", name: "Desk", room: "office", isLit: true), Lamp(id: "b", name: "Bed", room: "attic", isLit: true),
    Lamp(id: "c", name: "Shelf", room: "office", isLit: false),
  ]
  var password = Self.password

  mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
    guard request.header("X-Bridge-Password") == password else {
      return request.target == "/" ? SimulatedResponse(status: 200) : SimulatedResponse(status: 401)
    }
    if request.target == "/bridge/lamps" {
      return answer(.object([.init("version", .string("2.1")), .init("lamps", .array(lamps.map(\.json)))]))
    }
    guard let place = lamps.firstIndex(where: { "/bridge/lamps/" + $0.id == request.target }) else {
      return SimulatedResponse(status: 404)
    }
    if request.method == "PUT" {
      // As a bridge does it: what is left out, or spelled otherwise, is lost.
      guard let sent = try? JSON(parsing: request.body), let isLit = sent["lit"]?.bool,
        sent.removing(["lit"]).text == lamps[place].json.removing(["lit"]).text
      else { return SimulatedResponse(status: 400) }
      lamps[place].isLit = isLit
    }
    return answer(lamps[place].json)
  }

  private func answer(_ json: JSON) -> SimulatedResponse { SimulatedResponse(status: 200, body: json.bytes) }
}

/// A lamp, for the contract suite.
struct LampFixture: ContractFixture {
  let kinds: Set<ObjectKind> = [.lamp]
  let basePath = "/bridge"
  let secret = PretendBridge.password
  let ownKey = "a"

  func makeSystem() -> PretendBridge { PretendBridge() }

  func makeProvider(
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let bridge = LampBridge(system: Name("bridge"), room: nil, secret: Secret(secret), transport: read)
    return (bridge, LampApplier(bridge: bridge, transport: write))
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? { change(observation, to: .disabled) }
  func changeBack(seeing observation: Observation, at now: Instant) -> Change? { change(observation, to: .enabled) }

  private func change(_ observation: Observation, to position: SwitchState.Position) -> Change? {
    guard let lamp = observation.objects.first(where: { $0.id == ownKey }), lamp.switchState.position != position else {
      return nil
    }
    return Change(
      target: Name("desk"), system: observation.system, kind: .lamp, id: lamp.id, name: lamp.name,
      from: lamp.switchState,
      to: SwitchState(position))
  }

  func isDone(_ bridge: PretendBridge, at now: Double) -> Bool {
    bridge.lamps.first { $0.id == ownKey }?.isLit == false
  }

  func snapshot(_ bridge: PretendBridge) -> [String: String] {
    Dictionary(uniqueKeysWithValues: bridge.lamps.map { ($0.id, $0.json.text) })
  }

  func interfere(_ bridge: inout PretendBridge) { bridge.lamps[0].isLit.toggle() }

  func remove(_ bridge: inout PretendBridge) -> Bool {
    bridge.lamps.removeFirst()
    return true
  }

  func refuseCredentials(_ bridge: inout PretendBridge) { bridge.password = "another" }
}
