import Simulator
import Testing

/// What the recordings do not show, or not reliably.
struct HomeAssistantTests {
  /// A server, a clock, and an administrator's token.
  struct Conversation {
    var server: HomeAssistant
    var now = 1_795_208_404.0

    init(_ entities: [HomeAssistantEntity] = []) {
      server = HomeAssistant(entities: entities, startedAt: now - 100)
    }

    mutating func ask(
      _ method: String, _ target: String, _ body: String = "", headers: [(name: String, value: String)] = [],
      token: String = "simulated-token"
    ) -> SimulatedResponse {
      let fields = [(name: "Authorization", value: "Bearer " + token)] + headers
      return server.respond(
        to: SimulatedRequest(method: method, target: target, headers: fields, body: Array(body.utf8)), at: now)
    }

    /// The state of an entity, or the status if there is none.
    mutating func state(_ id: String) -> String {
      let answer = ask("GET", "/api/states/" + id)
      return answer.json?["state"]?.text ?? String(answer.status)
    }

    /// Status and changed states of a call, in short: `200 lock.x=locking lock.x=locked`.
    mutating func call(_ service: String, _ id: String, _ further: String = "") -> String {
      let path = service.split(separator: ".").joined(separator: "/")
      let answer = ask("POST", "/api/services/" + path, #"{"entity_id":"\#(id)"\#(further)}"#)
      let changes = (answer.json?.elements ?? []).map { "\($0["entity_id"]?.text ?? "")=\($0["state"]?.text ?? "")" }
      let late = if case .delayed(let milliseconds) = answer.delivery { ["after \(milliseconds)"] } else { [String]() }
      return (["\(answer.status)"] + changes + late).joined(separator: " ")
    }
  }

  struct Device: CustomTestStringConvertible, Sendable {
    var manner: HomeAssistantEntity.Manner
    var id = "switch.x"
    var service = "switch.turn_on"
    var state = "off"
    var answer: String
    /// What is read after 0, 1, 2, 5 and 20 seconds.
    var then: [String]
    var testDescription: String { "\(manner) \(service)" }
  }

  static let devices: [Device] = [
    Device(manner: .immediate, answer: "200 switch.x=on", then: ["on", "on", "on", "on", "on"]),
    Device(manner: .immediate, state: "on", answer: "200", then: ["on", "on", "on", "on", "on"]),
    Device(
      manner: .blocking(seconds: 2), answer: "200 switch.x=on after 2000", then: ["off", "off", "on", "on", "on"]),
    Device(
      manner: .blocking(seconds: 5), answer: "200 switch.x=on after 5000", then: ["off", "off", "off", "on", "on"]),
    Device(manner: .blocking(seconds: 15), answer: "200 after 15000", then: ["off", "off", "off", "off", "on"]),
    Device(manner: .late(seconds: 2), answer: "200", then: ["off", "off", "on", "on", "on"]),
    Device(manner: .fallsBack(seconds: 2), answer: "200 switch.x=on", then: ["on", "on", "off", "off", "off"]),
    Device(manner: .ignores, answer: "200", then: ["off", "off", "off", "off", "off"]),
    Device(manner: .noFeedback, state: "unknown", answer: "200", then: Array(repeating: "unknown", count: 5)),
    Device(manner: .fails, answer: "500", then: ["off", "off", "off", "off", "off"]),
    Device(manner: .refuses, answer: "500", then: ["off", "off", "off", "off", "off"]),
    Device(manner: .timesOut, answer: "504", then: ["off", "off", "off", "off", "off"]),
    Device(manner: .immediate, state: "unavailable", answer: "200", then: Array(repeating: "unavailable", count: 5)),
    Device(
      manner: .moving(seconds: 2), id: "lock.x", service: "lock.unlock", state: "locked",
      answer: "200 lock.x=unlocking lock.x=unlocked after 2000",
      then: ["unlocking", "unlocking", "unlocked", "unlocked", "unlocked"]),
    Device(
      manner: .moving(seconds: 8), id: "lock.x", service: "lock.lock", state: "unlocked",
      answer: "200 lock.x=locking after 8000", then: ["locking", "locking", "locking", "locking", "locked"]),
    Device(
      manner: .movingAlone(seconds: 2), id: "cover.x", service: "cover.open_cover", state: "closed",
      answer: "200 cover.x=opening", then: ["opening", "opening", "open", "open", "open"]),
    Device(
      manner: .jams, id: "lock.x", service: "lock.lock", state: "unlocked",
      answer: "200 lock.x=locking lock.x=jammed after 2000", then: ["locking", "locking", "jammed", "jammed", "jammed"]),
    Device(
      manner: .jams, id: "lock.x", service: "lock.unlock", state: "jammed",
      answer: "200 lock.x=unlocking lock.x=unlocked after 2000",
      then: ["unlocking", "unlocking", "unlocked", "unlocked", "unlocked"]),
    Device(
      manner: .needsCode("1234"), id: "lock.x", service: "lock.lock", state: "unlocked", answer: "500",
      then: Array(repeating: "unlocked", count: 5)),
  ]

  @Test(arguments: devices)
  func behavesInItsManner(_ device: Device) {
    let entity = HomeAssistantEntity(
      id: device.id, state: device.state, attributes: ["supported_features": 3], manner: device.manner)
    var talk = Conversation([entity])
    #expect(talk.call(device.service, device.id) == device.answer)
    let start = talk.now
    let seen = [0, 1, 2, 5, 20].map { (seconds: Double) in
      talk.now = start + seconds
      return talk.state(device.id)
    }
    #expect(seen == device.then)
    #expect(talk.server.calls(of: device.service, for: device.id) == 1)
  }

  @Test func keepsTimesWhereNothingChanges() {
    var talk = Conversation([HomeAssistantEntity(id: "switch.x", state: "off", manner: .late(seconds: 8))])
    let before = talk.ask("GET", "/api/states/switch.x").json
    #expect(before?["last_changed"] == .string("2026-11-20T20:58:24.000000+00:00"))
    #expect(talk.call("switch.turn_off", "switch.x") == "200")
    talk.now += 9
    #expect(talk.ask("GET", "/api/states/switch.x").json == before)
    #expect(talk.call("switch.turn_on", "switch.x") == "200")
    talk.now += 60
    // When it came, not when it was noticed; and so late nobody's doing.
    let after = talk.ask("GET", "/api/states/switch.x").json
    #expect(after?["last_changed"] == .string("2026-11-20T21:00:21.000000+00:00"))
    #expect(after?["context"]?["user_id"] == .null)
  }

  @Test func putsWhatComesSoonDownToTheCaller() {
    var talk = Conversation([HomeAssistantEntity(id: "switch.x", state: "off", manner: .fallsBack(seconds: 2))])
    _ = talk.call("switch.turn_on", "switch.x")
    let first = talk.ask("GET", "/api/states/switch.x").json?["context"]
    talk.now += 3
    #expect(talk.ask("GET", "/api/states/switch.x").json?["context"] == first)
    #expect(first?["user_id"]?.text == talk.server.users[0].id)
  }

  @Test func threeSlowCallsAtOnceTakeAsLongAsOne() {
    let ids = ["switch.a", "switch.b", "switch.c"]
    var talk = Conversation(ids.map { HomeAssistantEntity(id: $0, state: "off", manner: .blocking(seconds: 3)) })
    #expect(ids.map { talk.call("switch.turn_on", $0) } == ids.map { "200 \($0)=on after 3000" })
    talk.now += 3
    #expect(ids.map { talk.state($0) } == ["on", "on", "on"])
  }

  @Test func switchesEverythingWhenToldAll() {
    var talk = Conversation([
      HomeAssistantEntity(id: "switch.a", state: "on"), HomeAssistantEntity(id: "light.b", state: "on"),
      HomeAssistantEntity(id: "switch.c", state: "on"),
    ])
    #expect(talk.call("switch.turn_off", "all") == "200 switch.a=off switch.c=off")
    #expect(talk.server.calls(of: "switch.turn_off", for: "switch.c") == 1)
    #expect(talk.server.calls(of: "switch.turn_off", for: "light.b") == 0)
  }

  @Test func doesNotCountWhatItRefuses() {
    var talk = Conversation([HomeAssistantEntity(id: "switch.a", state: "on")])
    #expect(talk.call("switch.turn_off", "switch.a", #","colour":"red""#) == "400")
    #expect(talk.call("lock.lock", "switch.a") == "400")
    #expect(talk.call("switch.turn_on", "switch.gone") == "200")
    #expect(talk.server.serviceCalls.map(\.service) == ["switch.turn_on"])
  }
}
