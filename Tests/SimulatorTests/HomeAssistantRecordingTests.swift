import Simulator
import TestSupport
import Testing

/// Every recorded exchange of a real Home Assistant is either answered in the same way or named here with a reason.
struct HomeAssistantRecordingTests {
  struct Play: CustomTestStringConvertible, Sendable {
    var recording: String
    var count: Int
    /// What entities are at the beginning, where the recording does not show it.
    var states: [String: String] = [:]
    var leftOut: [Int: LeftOut] = [:]
    var scenes: HomeAssistantReplay.Scenes = [:]

    var testDescription: String { recording }
  }

  static let plays = server + switching + odd

  static let server: [Play] = [
    Play(recording: "api", count: 14, leftOut: [13: .other("services have no descriptions here")]),
    Play(recording: "auth", count: 4),
    Play(
      recording: "ban", count: 18,
      scenes: [
        0: { play, _ in play.server.refusalsUntilBan = 5 },
        10: { play, _ in play.address = "192.0.2.1" },
        11: { play, _ in play.address = "192.0.2.2" },
        17: { play, request in
          play.address = "192.0.2.3"
          let field = (name: HomeAssistant.addressField, value: "192.0.2.3")
          let stranger = SimulatedRequest(method: "GET", target: request.target, headers: [field])
          for _ in 1...5 { _ = play.server.respond(to: stranger, at: play.now) }
        },
      ]),
    Play(recording: "proxy", count: 5),
    Play(
      recording: "permissions", count: 43,
      states: [
        "lock.kitchen_door": "unlocked", "lock.front_door": "locked", "input_boolean.kids_tv": "on",
        "script.quick": "off",
      ],
      scenes: [
        10: { play, _ in play.server["automation.bedtime"]?.state = "on" },
        40: { play, _ in play.server.users[1].isActive = false },
        41: { play, _ in play.server.users[1].isActive = true },
        42: { play, _ in play.server.revoke("TOKEN_OF_A_READER") },
      ]),
    Play(recording: "states", count: 30),
    Play(
      recording: "names", count: 24, states: ["switch.lab_plain": "off", "switch.lab_assumed": "on"],
      leftOut: Dictionary(uniqueKeysWithValues: (0...10).map { ($0, .notOffered) })
        .merging([13: .other("there are no floors")]) { $1 },
      scenes: [
        14: { play, _ in play.server.set("switch.lab_assumed", to: "off", at: play.now) },
        18: { play, _ in play.server["switch.lab_lagging"] = nil },
        21: { play, _ in play.server["switch.lab_ignores"] = nil },
      ]),
    Play(
      recording: "write-state", count: 9,
      states: ["switch.ac": "on"],
      scenes: [0: { play, _ in play.server["switch.invented"] = nil }]),
  ]

  /// A server with the three users of the recordings.
  private static func server(_ play: Play, at begin: Double) throws -> HomeAssistant {
    // Groups were made for one recording only, and another one begins by painting over a state.
    let others = Self.plays.map(\.recording).filter { !["groups", "write-state"].contains($0) }
    let first = play.recording == "write-state" ? [] : [play.recording]
    let lab = try HomeAssistantLab(first + ["states"] + others)
    var server = HomeAssistant(token: "TOKEN", entities: lab.entities(play.states), startedAt: begin - 100)
    server.users.append(HomeAssistantUser(token: "TOKEN_OF_A_USER", kind: .user))
    server.users.append(HomeAssistantUser(token: "TOKEN_OF_A_READER", kind: .reader))
    return server
  }

  @Test(arguments: plays)
  func answersAsRecorded(_ play: Play) throws {
    let exchanges = try RecordedExchange.load(play.recording, from: "home-assistant-recordings")
    #expect(exchanges.count == play.count)
    let begin = (exchanges.first?.at ?? 0) - (exchanges.first?.took.rounded() ?? 0)
    var replay = HomeAssistantReplay(try Self.server(play, at: begin), begin: begin)
    replay.play(exchanges, scenes: play.scenes, leftOut: play.leftOut)
    #expect(replay.differences == [])
  }

  @Test func playsEveryRecording() throws {
    let files = try Fixtures.names(in: "home-assistant-recordings").filter { $0.hasSuffix(".json") }
    #expect(Self.plays.map { $0.recording + ".json" }.sorted() == files)
  }

  /// What the server itself has is offered, and of every service that is offered the server knows the name.
  @Test func offersTheServicesOfTheServer() throws {
    let recorded = try #require(
      try RecordedExchange.load("api", from: "home-assistant-recordings").last.flatMap { JSONValue.parsing($0.body) })
    var server = try Self.server(Self.plays[0], at: 0)
    let request = SimulatedRequest(
      method: "GET", target: "/api/services", headers: [("Authorization", "Bearer TOKEN")])
    let offered = try #require(server.respond(to: request, at: 0).json)
    for domain in ["switch", "input_boolean", "homeassistant"] {
      let (names, known) = (Self.names(offered, domain), Self.names(recorded, domain))
      #expect(!names.isEmpty && names.isSubset(of: known))
      #expect(names.isSuperset(of: ["turn_on", "turn_off", "toggle"]))
    }
  }

  private static func names(_ services: JSONValue, _ domain: String) -> Set<String> {
    let found = services.elements?.first { $0["domain"]?.text == domain }
    return Set((found?["services"]?.fields ?? []).map(\.name))
  }
}
