import Simulator
import Testing

/// A Home Assistant on the command line, and behind the stage.
struct HomeAssistantByHandTests {
  @Test(arguments: [
    ("--home-assistant-port 0 --entities=2000 --token-file t", ""),
    ("--home-assistant-port 65536", "'65536' is no value for '--home-assistant-port'"),
    ("--entities many", "'many' is no value for '--entities'"), ("--token-file=", "'' is no value for '--token-file'"),
  ])
  func readsTheCommandLine(_ words: String, _ mistake: String) {
    #expect(SimulatorArguments.mistake(in: words) == mistake)
  }

  @Test func takesTheValuesOfTheCommandLine() throws {
    let found = try SimulatorArguments(["--home-assistant-port", "8123", "--entities=7", "--token-file", "t"])
    #expect((found.homeAssistant.port, found.homeAssistant.entities, found.homeAssistant.tokenFile) == (8123, 7, "t"))
    #expect(try SimulatorArguments([]).homeAssistant.port == nil)
    for option in ["--home-assistant-port N", "--entities N", "--token-file FILE"] {
      #expect(SimulatorArguments.help.contains(option))
    }
  }

  /// What is done at 100, and what is said of it at 110.
  @Test(arguments: [
    ("entities/switch.charger/set/on", 200, "switch.charger on\n"),
    ("entities/switch.game_console/set/off", 200, "group.screens on\n"),
    ("entities/switch.charger/set", 404, "switch.charger off\n"),
    ("entities/switch.nowhere/set/on", 404, "switch.charger off\n"),
    ("entities/switch.charger/vanish?seconds=5", 200, "switch.charger off\n"),
    ("entities/switch.charger/vanish", 200, "switch.tv_plug on\nswitch.game_console on\nswitch.router_port on\n"),
    ("entities/lock.shed/abandon", 200, "lock.shed unavailable\n"),
    ("entities/lock.shed/be/slow", 404, "lock.shed locked\n"),
    ("restart", 200, "Home Assistant 2025.4.4, notRunning\n"),
    ("stop", 200, "Home Assistant 2025.4.4, refusesConnections\n"),
    ("recovery/on", 200, "Home Assistant 2025.4.4, running, recovery mode\n"),
    ("recovery/maybe", 404, "Home Assistant 2025.4.4, running\n"), ("ban/0", 404, "running\n"),
    ("rights/owner", 404, "running\n"), ("generation/newest", 404, "running\n"),
  ])
  func isChangedByHand(_ path: String, _ status: Int, _ says: String) {
    var door = Backstage(Staged(HomeAssistant.household()))
    let done = door.respond(to: SimulatedRequest(method: "POST", target: "/simulator/" + path), at: 100)
    #expect(done.status == status)
    let seen = door.respond(to: SimulatedRequest(method: "GET", target: "/simulator"), at: 110)
    #expect(String(decoding: seen.body, as: UTF8.self).contains(says))
  }

  @Test(arguments: [
    ("entities/switch.charger/be/late?seconds=5", 200, "off", "on"),
    ("entities/switch.charger/be/blocking?seconds=5", 200, "off", "on"),
    ("entities/switch.charger/be/falls-back?seconds=5", 200, "on", "off"),
    ("entities/switch.charger/be/ignores", 200, "off", "off"), ("entities/switch.charger/be/fails", 500, "off", "off"),
    ("entities/switch.charger/be/times-out", 504, "off", "off"), ("rights/reader", 401, "off", "off"),
    ("rights/user", 200, "on", "on"),
  ])
  func behavesAsToldByHand(_ path: String, _ status: Int, _ atOnce: String, _ later: String) {
    var door = Backstage(Staged(HomeAssistant.household()))
    let ask = { (method: String, target: String, body: String, now: Double) in
      door.respond(
        to: SimulatedRequest(
          method: method, target: target, headers: [("Authorization", "Bearer simulated-token")],
          body: Array(body.utf8)), at: now)
    }
    _ = ask("POST", "/simulator/" + path, "", 100)
    #expect(ask("POST", "/api/services/switch/turn_on", #"{"entity_id":"switch.charger"}"#, 101).status == status)
    #expect(ask("GET", "/api/states/switch.charger", "", 101).json?["state"]?.text == atOnce)
    #expect(ask("GET", "/api/states/switch.charger", "", 110).json?["state"]?.text == later)
  }

  @Test func bansAfterTheFirstRefusalWhenTold() {
    var server = HomeAssistant.household()
    #expect(server.perform(["ban", "1"], seconds: nil, at: 0) == "ban 1: done")
    let request = SimulatedRequest(method: "GET", target: "/api/")
    #expect([1, 2].map { server.respond(to: request, at: $0).status } == [401, 403])
    #expect(server.describe(at: 3).contains("banned: 127.0.0.1"))
    #expect(server.perform(["ban", "off"], seconds: nil, at: 4) != nil)
    #expect(server.respond(to: request, at: 5).status == 401)
  }
}
