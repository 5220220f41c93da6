import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import HomeAssistant

@Suite struct ObserverTests {
  private static func entity(_ id: String, _ state: String) -> HomeAssistantEntity {
    HomeAssistantEntity(id: id, state: state)
  }

  @Test("few names are read one by one, after the server itself") func readsFew() async throws {
    let stage = Stage(
      Stage.server([Self.entity("switch.tv", "on"), Self.entity("light.hall", "off"), Self.entity("light.x", "on")]),
      named: [.entity: ["switch.tv", "light.hall"]])
    #expect(try await stage.positions([.entity]) == ["switch.tv": .enabled, "light.hall": .disabled])
    #expect(
      Set(await stage.log) == ["GET /config 200", "GET /states/switch.tv 200", "GET /states/light.hall 200"])
  }

  @Test(
    "patterns, many names, and no names are read all at once",
    arguments: [["light.*"], [], (1...11).map { "light.l\($0)" }])
  func readsAll(_ names: [String]) async throws {
    let lights = (1...11).map { Self.entity("light.l\($0)", "on") }
    let stage = Stage(Stage.server(lights + [Self.entity("lock.door", "locked")]), named: [.entity: names])
    #expect(try await stage.positions([.entity]).count == 11)
    #expect(await stage.log == ["GET /config 200", "GET /states 200"])
  }

  @Test("what is not there is looked for once more, among all others") func looksTwice() async throws {
    let stage = Stage(Stage.server([Self.entity("switch.tv", "on")]), named: [.entity: ["switch.tv", "switch.gone"]])
    #expect(try await stage.positions([.entity]) == ["switch.tv": .enabled])
    #expect(await stage.log.suffix(2) == ["GET /states 200", "GET /states 200"])
  }

  @Test("what vanished for a moment is not missed") func survivesAReload() async throws {
    var server = Stage.server([Self.entity("switch.tv", "on")])
    server.vanish("switch.tv", from: Double(Stage.start - 1), until: Double(Stage.start) + 0.5)
    let stage = Stage(server, named: [.entity: ["switch.tv"]])
    #expect(try await stage.positions([.entity]) == ["switch.tv": .enabled])
  }

  /// What each state means: `nil` for one that is refused with a reason.
  static let states: [(id: String, state: String, position: SwitchState.Position, isRefused: Bool)] = [
    ("switch.a", "on", .enabled, false), ("switch.a", "off", .disabled, false),
    ("switch.a", "unavailable", .unknown, true), ("switch.a", "unknown", .unknown, true),
    ("light.a", "on", .enabled, false), ("input_boolean.a", "off", .disabled, false),
    ("media_player.a", "playing", .enabled, false), ("media_player.a", "idle", .enabled, false),
    ("media_player.a", "off", .disabled, false), ("media_player.a", "standby", .disabled, false),
    ("media_player.a", "unavailable", .unknown, true),
    ("climate.a", "heat", .enabled, false), ("climate.a", "off", .disabled, false),
    ("water_heater.a", "eco", .enabled, false), ("fan.a", "on", .enabled, false),
    ("lock.a", "locked", .disabled, false), ("lock.a", "unlocked", .enabled, false),
    ("lock.a", "open", .enabled, false), ("lock.a", "locking", .enabled, false),
    ("lock.a", "unlocking", .enabled, false), ("lock.a", "opening", .enabled, false),
    ("lock.a", "jammed", .unknown, false), ("lock.a", "unavailable", .unknown, true),
    ("lock.a", "what is this", .unknown, true),
    ("cover.a", "open", .enabled, false), ("cover.a", "closed", .disabled, false),
    ("cover.a", "opening", .enabled, false), ("cover.a", "closing", .enabled, false),
    ("cover.a", "unknown", .unknown, true), ("valve.a", "closed", .disabled, false),
  ]

  @Test(arguments: states) func means(
    _ row: (id: String, state: String, position: SwitchState.Position, isRefused: Bool)
  ) async throws {
    var entity = HomeAssistantEntity(id: row.id, state: row.state)
    entity.supportedFeatures = 511
    let kind = try #require(EntityID(row.id)).domain.kind
    let stage = Stage(Stage.server([entity]), named: [kind: [row.id]])
    let seen = try #require(try await stage.observer.observe([kind]).objects.first)
    #expect(seen.switchState == SwitchState(row.position))
    #expect((seen.switchBlocker != nil) == row.isRefused)
    #expect((seen.stuck != nil) == (row.state == "jammed"))
    let ends: [String: SwitchState.Position] = [
      "locking": .disabled, "unlocking": .enabled, "opening": .enabled, "closing": .disabled,
    ]
    #expect(seen.heading == ends[row.state])
    #expect(seen.caveats.isEmpty == !row.state.hasSuffix("ing") || row.state == "playing")
  }

  @Test("nothing is concluded while it does not run as it should") func mustRun() async throws {
    for (phase, recovers) in [(HomeAssistant.Phase.notRunning, false), (.starting, false), (.running, true)] {
      var server = Stage.server([Self.entity("switch.tv", "off")])
      (server.phase, server.recoveryMode) = (phase, recovers)
      let stage = Stage(server, named: [.entity: ["switch.tv"]])
      let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.entity]) }
      #expect(error?.kind == .notReady)
      #expect(await stage.log == ["GET /config 200"])
    }
  }

  @Test("after one refusal it is silent") func staysSilent() async throws {
    let stage = Stage(Stage.server([Self.entity("switch.tv", "on")]), named: [.entity: ["switch.tv"]], token: "wrong")
    for _ in 1...3 {
      let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.entity]) }
      #expect(error?.isFinal == true && error?.kind == .refusedCredentials)
    }
    #expect(await stage.move("switch.tv", from: .enabled, to: .disabled) == "throws refusedCredentials")
    #expect(await stage.log == ["GET /config 401"])
  }

  @Test("a ban is said, and ends by itself for this program") func tellsABan() async throws {
    var server = Stage.server([])
    server.bannedAddresses = ["127.0.0.1"]
    let error = await #expect(throws: ProviderError.self) { try await Stage(server).observer.observe([.entity]) }
    #expect(error?.kind == .refusedCredentials && error?.isFinal == false)
    #expect(error?.message.text.contains("banned") == true)
  }

  @Test(
    "a token that cannot be one, or has ended, is not sent",
    arguments: [
      "", "two words", "tökén",
      // {"exp":1789999999}, one second before, and {"exp":1790000000}, at this one.
      "e30.eyJleHAiOjE3ODk5OTk5OTl9.c2ln", "e30.eyJleHAiOjE3OTAwMDAwMDB9.c2ln",
    ]) func isNotSent(_ token: String) async throws
  {
    let stage = Stage(Stage.server([]), token: token)
    let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.entity]) }
    #expect(error?.message.code.hasPrefix("secret.") == true)
    #expect(await stage.log == [])
  }

  @Test("the end of the token is told two weeks before") func tellsTheEnd() async throws {
    // {"exp":1790000000 + so many days}
    for (text, isTold) in [
      ("e30.eyJleHAiOjE3OTExMjMyMDB9.c2ln", true), ("e30.eyJleHAiOjE3OTEyOTYwMDB9.c2ln", false),
    ] {
      var server = Stage.server([])
      server.users = [HomeAssistantUser(token: text, kind: .user)]
      let ends = try await Stage(server, token: text).observer.observe([.entity]).ends
      #expect((ends.map(\.code) == ["home-assistant.token-ends"]) == isTold)
    }
  }
}
