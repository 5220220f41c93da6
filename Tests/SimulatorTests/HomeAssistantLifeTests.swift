import Simulator
import Testing

/// Starting, stopping, entities that come and go, and who may ask.
struct HomeAssistantLifeTests {
  typealias Conversation = HomeAssistantTests.Conversation

  /// What is seen so many seconds after a restart.
  @Test(arguments: [
    (0.0, "lost"), (3.5, "lost"), (3.7, "NOT_RUNNING group=unknown switch=404 helper=404 call=400"),
    (4.0, "NOT_RUNNING group=unknown switch=404 helper=off call=200"),
    (5.0, "NOT_RUNNING group=unknown switch=on helper=off call=200"),
    (11.92, "STARTING group=on switch=on helper=off call=200"),
    (12.0, "RUNNING group=on switch=on helper=off call=200"),
  ])
  func startsStepByStep(_ after: Double, _ wanted: String) {
    var group = HomeAssistantEntity(id: "group.x", state: "?")
    group.members = ["switch.a", "input_boolean.b"]
    var talk = Conversation([
      group, HomeAssistantEntity(id: "switch.a", state: "on"), HomeAssistantEntity(id: "input_boolean.b", state: "off"),
    ])
    talk.server.restart(at: talk.now)
    talk.now += after
    let core = talk.ask("GET", "/api/core/state")
    guard core.delivery == .whole, let state = core.json?["state"]?.text else { return #expect(wanted == "lost") }
    let states = ["group.x", "switch.a", "input_boolean.b"].map { talk.state($0) }
    let call = talk.call("input_boolean.turn_off", "input_boolean.b").prefix(3)
    #expect("\(state) group=\(states[0]) switch=\(states[1]) helper=\(states[2]) call=\(call)" == wanted)
  }

  @Test func isNotRunningWhenTold() {
    var group = HomeAssistantEntity(id: "group.x", state: "?")
    group.members = ["switch.a"]
    var talk = Conversation([group, HomeAssistantEntity(id: "switch.a", state: "on")])
    talk.server.phase = .notRunning
    #expect([talk.state("group.x"), talk.state("switch.a")] == ["unknown", "on"])
    talk.server.phase = .running
    #expect(talk.state("group.x") == "on")
  }

  @Test func aDeviceGoesOnWhileTheServerStarts() {
    var talk = Conversation([HomeAssistantEntity(id: "switch.a", state: "off", manner: .blocking(seconds: 6))])
    #expect(talk.call("switch.turn_on", "switch.a") == "200 after 6000")
    talk.server.restart(at: talk.now + 1)
    talk.now += 20
    #expect(talk.state("switch.a") == "on")
  }

  @Test func entitiesVanishAndComeBack() {
    var talk = Conversation([HomeAssistantEntity(id: "switch.a", state: "on")])
    talk.server.vanish("switch.a", from: talk.now + 1, until: talk.now + 2)
    let seen = [0.5, 1, 1.9, 2].map { (seconds: Double) in
      var later = talk
      later.now += seconds
      return later.state("switch.a") + " " + later.call("switch.turn_off", "switch.a")
    }
    #expect(seen == ["on 200 switch.a=off", "404 200", "404 200", "on 200 switch.a=off"])
  }

  @Test func remembersInRecoveryMode() {
    var talk = Conversation([
      HomeAssistantEntity(id: "switch.a", state: "on", attributes: ["friendly_name": "A", "icon": "mdi:tv"])
    ])
    var forgotten = HomeAssistantEntity(id: "switch.b", state: "on")
    forgotten.isRegistered = false
    talk.server["switch.b"] = forgotten
    talk.server.recoveryMode = true
    let seen = talk.ask("GET", "/api/states/switch.a").json
    #expect(seen?["state"] == "unavailable")
    #expect(seen?["attributes"] == ["restored": true, "friendly_name": "A", "supported_features": 0])
    #expect(talk.state("switch.b") == "404")
    #expect(talk.call("switch.turn_off", "switch.a") == "400")
    #expect(talk.call("homeassistant.turn_off", "switch.a") == "200")
    talk.server.recoveryMode = false
    #expect(talk.state("switch.a") == "on")
  }

  @Test func countsRefusalsUntilARestart() {
    var talk = Conversation()
    talk.server.refusalsUntilBan = 3
    let ask = { (talk: inout Conversation, token: String) in talk.ask("GET", "/api/", token: token).status }
    #expect([ask(&talk, "x"), ask(&talk, "x"), ask(&talk, "simulated-token")] == [401, 401, 200])
    talk.server.restart(at: talk.now)
    talk.now += 20
    #expect(
      [ask(&talk, "x"), ask(&talk, "x"), ask(&talk, "x"), ask(&talk, "simulated-token")] == [401, 401, 401, 403])
    talk.server.restart(at: talk.now)
    talk.now += 20
    #expect(ask(&talk, "simulated-token") == 403)
    talk.server.bannedAddresses = []
    #expect(ask(&talk, "simulated-token") == 200)
  }

  @Test(arguments: [
    ("Bearer simulated-token", 200), ("bearer simulated-token", 401), ("Bearer  simulated-token", 401),
    ("Bearer simulated-token ", 401), ("Bearer simulatéd-token", 500), ("", 401),
  ])
  func readsTheTokenExactly(_ field: String, _ status: Int) {
    var server = HomeAssistant()
    let request = SimulatedRequest(method: "GET", target: "/api/", headers: [("authorization", field)])
    #expect(server.respond(to: request, at: 0).status == status)
  }

  @Test func takesForwardedRequestsFromAProxyThatItTrusts() {
    var talk = Conversation()
    let forwarded = [(name: "X-Forwarded-For", value: "192.0.2.1")]
    #expect(talk.ask("GET", "/nowhere", headers: forwarded).status == 400)
    talk.server.trustsProxies = true
    #expect(talk.ask("GET", "/api/", headers: forwarded).status == 200)
    #expect(talk.ask("GET", "/api/", headers: forwarded + forwarded).status == 400)
  }

  @Test func olderAndNewerServersAnswerOtherwise() {
    var talk = Conversation([
      HomeAssistantEntity(id: "switch.a", state: "off", manner: .fails),
      HomeAssistantEntity(id: "fan.b", state: "on", attributes: ["supported_features": 32]),
    ])
    #expect(talk.ask("GET", "/api/states/switch.a").json?["last_reported"] != nil)
    talk.server.generation = .old
    #expect(talk.ask("GET", "/api/states/switch.a").json?["last_reported"] == nil)
    #expect(talk.ask("GET", "/api/core/state").json == ["state": "RUNNING"])
    talk.server.generation = .new
    let failed = talk.ask("POST", "/api/services/switch/turn_on", #"{"entity_id":"switch.a"}"#)
    #expect(failed.status == 500 && failed.json?["message"] == "switch.a could not be reached")
    let refused = talk.ask("POST", "/api/services/fan/turn_off", #"{"entity_id":"fan.b"}"#)
    #expect(refused.status == 400 && refused.json?["message"] == "Entity fan.b does not support action fan.turn_off")
  }

  @Test func hasABelievableHousehold() {
    let server = HomeAssistant.household(entities: 2000, at: 1_795_208_404)
    #expect(server.entities.count == 2000 && Set(server.entities.map(\.id)).count == 2000)
    let domains = Set(server.entities.map(\.domain))
    for domain in ["switch", "light", "media_player", "climate", "lock", "cover", "valve", "group", "sensor"] {
      #expect(domains.contains(domain))
    }
    #expect(server["group.screens"]?.state == "on" && server["group.doors"]?.state == "locked")
    var asked = server
    let request = SimulatedRequest(
      method: "GET", target: "/api/states", headers: [("Authorization", "Bearer simulated-token")])
    #expect(asked.respond(to: request, at: 1_795_208_405).json?.elements?.count == 2000)
  }
}
