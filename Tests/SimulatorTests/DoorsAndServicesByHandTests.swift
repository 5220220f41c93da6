import Simulator
import Testing

/// An Easy Control server and a BuilderOS host on the command line, and behind the stage.
struct DoorsAndServicesByHandTests {
  @Test(arguments: [
    ("--easy-control-port 0 --builderos-port=8089", ""),
    ("--easy-control-port 65536", "'65536' is no value for '--easy-control-port'"),
    ("--builderos-port=", "'' is no value for '--builderos-port'"),
  ])
  func readsTheCommandLine(_ words: String, _ mistake: String) {
    #expect(SimulatorArguments.mistake(in: words) == mistake)
  }

  @Test func takesTheValuesOfTheCommandLine() throws {
    let found = try SimulatorArguments(["--easy-control-port", "8124", "--builderos-port=8089"]).doorsAndServices
    #expect((found.easyControlPort, found.builderOSPort) == (8124, 8089))
    #expect(try SimulatorArguments([]).doorsAndServices == DoorsAndServicesArguments())
    for option in ["--easy-control-port N", "--builderos-port N"] {
      #expect(SimulatorArguments.help.contains(option))
    }
  }

  /// What is done, and what is said of it.
  @Test(arguments: [
    ("entities/lock.front_door/set/unlocked", 200, "lock.front_door unlocked\n"),
    ("entities/lock.front_door/set", 404, "lock.front_door locked\n"),
    ("entities/lock.back_door/set/unlocked", 404, "Easy Control, contract 2\n"),
    ("pass/lock.back_door", 404, "switch.game_console on\n"),
    ("pass/lock.front_door?seconds=0", 404, "switch.game_console on\n"), ("approve/NOBODY", 404, "light.porch off\n"),
    ("approvals/maybe", 404, "light.porch off\n"), ("lose/none", 404, "light.porch off\n"),
    ("revoke", 200, "cover.garage_door closed\n"),
  ])
  func doorsAreChangedByHand(_ path: String, _ status: Int, _ says: String) {
    check(Household.easyControl, path, status, says)
  }

  @Test(arguments: [
    ("capsules/game-server/stop", 200, "game-server stopped\n"),
    ("capsules/nightly-backup/start", 200, "nightly-backup running\n"),
    ("capsules/nothing/start", 404, "nightly-backup stopped\n"), ("capsules/off", 200, "2.1.0, without capsules\n"),
    ("shape/round", 404, "BuilderOS 2.1.0\n"), ("lose/-1", 404, "BuilderOS 2.1.0\n"),
  ])
  func servicesAreChangedByHand(_ path: String, _ status: Int, _ says: String) {
    check(Household.builderOS, path, status, says)
  }

  @Test func aCodePairsOnceApproved() throws {
    var door = Backstage(Staged(Household.easyControl))
    func post(_ target: String, _ body: String = "") -> SimulatedResponse {
      door.respond(to: SimulatedRequest(method: "POST", target: target, body: Array(body.utf8)), at: 100)
    }
    #expect(post("/simulator/approvals/on").status == 200)
    let told = String(decoding: post("/simulator/pass/lock.front_door").body, as: UTF8.self)
    let code = try #require(told.split(separator: " ").last?.dropLast().description)
    #expect(told == "pass lock.front_door: code \(code)\n" && code.count == 10)
    let pair = #"{"pairing_code":"\#(code)"}"#
    #expect(post("/api/easy_control/pair", pair).json?["guest_token"] == nil)
    #expect(post("/simulator/approve/" + code).status == 200)
    #expect(post("/api/easy_control/pair", pair).json?["guest_token"]?.text != nil)
    #expect(post("/api/easy_control/pair", pair).json?["guest_token"] == nil)
  }

  @Test func everyActionFailsOfWhatIsJammedOrBroken() {
    var doors = Household.easyControl
    #expect(doors.perform(["entities", "lock.front_door", "jam"], seconds: nil, at: 0) != nil)
    #expect(doors.entities["lock.front_door"]?.failure == "jammed")
    var host = Household.builderOS
    #expect(host.perform(["capsules", "game-server", "fail"], seconds: nil, at: 0) != nil)
    let request = SimulatedRequest(
      method: "POST", target: "/api/capsules/game-server/actions", headers: [("X-API-Key", Household.hostKey)],
      body: Array(#"{"action":"stop"}"#.utf8))
    #expect(host.respond(to: request, at: 0).json?["success"] == false)
    #expect(host.capsules.contains { $0.id == "game-server" && $0.isRunning })
  }

  private func check(_ system: some Controllable, _ path: String, _ status: Int, _ says: String) {
    var door = Backstage(Staged(system))
    let done = door.respond(to: SimulatedRequest(method: "POST", target: "/simulator/" + path), at: 100)
    #expect(done.status == status)
    let seen = door.respond(to: SimulatedRequest(method: "GET", target: "/simulator"), at: 110)
    #expect(String(decoding: seen.body, as: UTF8.self).contains(says))
  }
}
