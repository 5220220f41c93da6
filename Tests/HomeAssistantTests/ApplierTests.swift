import CivilTime
import Documents
import HTTPTransport
import Policies
import Providers
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import HomeAssistant

@Suite struct ApplierTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String { "\(id) \(manner)" }
    var id: String
    var state: String
    var from: SwitchState.Position
    var to: SwitchState.Position
    var manner: HomeAssistantEntity.Manner
    var comes: String
    var calls = 1
  }

  private static func off(_ manner: HomeAssistantEntity.Manner, _ comes: String, calls: Int = 1) -> Case {
    Case(
      id: "switch.a", state: "on", from: .enabled, to: .disabled, manner: manner, comes: comes, calls: calls)
  }

  private static func lock(
    _ manner: HomeAssistantEntity.Manner, _ comes: String, state: String = "unlocked",
    from: SwitchState.Position = .enabled, calls: Int = 1
  ) -> Case {
    Case(id: "lock.a", state: state, from: from, to: .disabled, manner: manner, comes: comes, calls: calls)
  }

  /// What devices do, and what is said of it. Nothing is ever sent twice.
  static let cases = [
    off(.immediate, "applied"), off(.blocking(seconds: 3), "applied"), off(.blocking(seconds: 9), "applied"),
    off(.blocking(seconds: 25), "applied home-assistant.done-all-the-same"),
    off(.late(seconds: 2), "applied"), off(.late(seconds: 8), "applied"),
    off(.late(seconds: 60), "unverified home-assistant.not-confirmed"),
    off(.ignores, "unverified home-assistant.not-confirmed"),
    off(.noFeedback, "unverified home-assistant.not-confirmed"),
    off(.fails, "failed home-assistant.refused"), off(.refuses, "failed home-assistant.refused"),
    off(.timesOut, "unverified home-assistant.not-confirmed"),
    lock(.immediate, "applied"), lock(.moving(seconds: 4), "applied"), lock(.movingAlone(seconds: 20), "applied"),
    lock(.late(seconds: 40), "applied"), lock(.jams, "stuck home-assistant.jammed"),
    lock(.needsCode("1234"), "failed home-assistant.refused"),
    lock(.immediate, "applied", state: "jammed", from: .unknown),
    lock(.immediate, "failed home-assistant.not-known", state: "unavailable", calls: 0),
    lock(.immediate, "superseded home-assistant.already", state: "locked", calls: 0),
    lock(.immediate, "failed home-assistant.moving", state: "locking", calls: 0),
    lock(.immediate, "superseded home-assistant.changed", state: "jammed", calls: 0),
    Case(
      id: "cover.a", state: "open", from: .enabled, to: .disabled, manner: .moving(seconds: 30),
      comes: "applied home-assistant.done-all-the-same"),
    Case(
      id: "media_player.a", state: "playing", from: .enabled, to: .disabled, manner: .immediate, comes: "applied"),
    Case(id: "climate.a", state: "heat", from: .enabled, to: .disabled, manner: .immediate, comes: "applied"),
    Case(
      id: "switch.gone", state: "", from: .enabled, to: .disabled, manner: .immediate,
      comes: "superseded home-assistant.gone", calls: 0),
    Case(
      id: "sensor.heat", state: "21", from: .enabled, to: .disabled, manner: .immediate,
      comes: "failed home-assistant.no-such-switch", calls: 0),
  ]

  private static func server(_ example: Case) -> HomeAssistant {
    var entity = HomeAssistantEntity(id: example.id, state: example.state, manner: example.manner)
    entity.supportedFeatures = 511
    return Stage.server(example.state.isEmpty ? [] : [entity, HomeAssistantEntity(id: "lock.b", state: "unlocked")])
  }

  @Test(arguments: cases) func comesToThis(_ example: Case) async {
    let stage = Stage(Self.server(example))
    #expect(await stage.move(example.id, from: example.from, to: example.to) == example.comes)
    // To ask for a fresh reading moves nothing, and is done once at most.
    let all = await stage.wire.system.system.serviceCalls
    let calls = all.filter { $0.service != "homeassistant.update_entity" }
    #expect(calls.count == example.calls && all.count <= calls.count + 1, "\(all)")
    let other = await stage.wire.system.system["lock.b"]?.state
    #expect(other == (example.state.isEmpty ? nil : "unlocked"))
  }

  @Test(
    "what somebody else has set in motion is waited for before anything is called",
    arguments: [
      ("locked", "applied home-assistant.on-its-way", 0, 3), ("unlocked", "applied", 1, 3),
      // For a minute.
      ("locked", "applied home-assistant.on-its-way", 0, 60), ("unlocked", "applied", 1, 60),
      ("locked", "failed home-assistant.moving", 0, 61),
    ])
  func waitsForWhatMoves(ends: String, comes: String, calls: Int, seconds: Int) async {
    let stage = Stage(Stage.server([HomeAssistantEntity(id: "lock.a", state: "locking")]))
    let isLook = { @Sendable (entry: FakeWire<Staged<HomeAssistant>>.Entry) in entry.target.hasSuffix("/lock.a") }
    for _ in 0..<seconds { await stage.wire.beforeNext(isLook) { $0.system["lock.a"]?.state = "locking" } }
    await stage.wire.beforeNext(isLook) { $0.system["lock.a"]?.state = ends }
    #expect(await stage.move("lock.a", from: .enabled, to: .disabled) == comes)
    let log = await stage.log
    #expect(log.count { $0.hasPrefix("POST /services/lock/") } == calls, "\(log)")
    #expect(
      log.prefix { !$0.hasPrefix("POST") }.count { $0.hasPrefix("GET /states/lock.a") } == min(seconds + 1, 61),
      "\(log)")
  }

  @Test(
    "what is no longer wanted once it stands still is not called", arguments: [(5, "applied", 1), (20, "too late", 0)])
  func isTooLate(seconds: Int, comes: String, calls: Int) async {
    var cover = HomeAssistantEntity(id: "cover.a", state: "closing")
    cover.supportedFeatures = 511
    let stage = Stage(Stage.server([cover]))
    let isLook = { @Sendable (entry: FakeWire<Staged<HomeAssistant>>.Entry) in entry.target.hasSuffix("/cover.a") }
    for _ in 0..<seconds { await stage.wire.beforeNext(isLook) { $0.system["cover.a"]?.state = "closing" } }
    await stage.wire.beforeNext(isLook) { $0.system["cover.a"]?.state = "closed" }
    #expect(await stage.move("cover.a", from: .disabled, to: .enabled, until: 10) == comes)
    let log = await stage.log
    #expect(log.count { $0.hasPrefix("POST /services/cover/") } == calls, "\(log)")
  }

  /// A network that drops an answer now and then is no server that is away.
  @Test(
    "two looks that fail, one after the other or not",
    arguments: [(1, 2), (1, 3), (2, 9), (5, 6), (5, 7), (12, 13)])
  func looksAgain(_ first: Int, _ second: Int) async throws {
    let lock = HomeAssistantEntity(id: "lock.a", state: "unlocked", manner: .movingAlone(seconds: 20))
    let calm = Stage(Stage.server([lock]))
    #expect(await calm.move("lock.a", from: .enabled, to: .disabled) == "applied")
    let before = try #require(await calm.wire.log.firstIndex(where: \.isWrite)) + 1
    let stage = Stage(Stage.server([lock]))
    for look in [first, second] { await stage.wire.fail(request: before + look, with: .answerLost) }
    let comes = second == first + 1 ? "unverified home-assistant.not-read-back" : "applied"
    #expect(await stage.move("lock.a", from: .enabled, to: .disabled) == comes)
    #expect(await stage.wire.struck.count == 2)
  }

  @Test("every domain is moved by services of its own", arguments: EntityDomain.all.filter { $0.on != nil }.map(\.word))
  func usesItsOwn(_ word: String) async throws {
    let domain = try #require(EntityDomain.named(word[...]))
    let off = domain.kind == .lock ? "locked" : domain.kind == .entity ? "off" : "closed"
    for (to, service) in [(SwitchState.Position.enabled, domain.on), (.disabled, domain.off)] {
      let state = to == .enabled ? off : domain.kind == .lock ? "unlocked" : domain.kind == .entity ? "on" : "open"
      var entity = HomeAssistantEntity(id: "\(word).a", state: state)
      entity.supportedFeatures = 511
      let stage = Stage(Stage.server([entity]))
      _ = await stage.move("\(word).a", from: to == .enabled ? .disabled : .enabled, to: to)
      let name = try #require(service).name
      let log = await stage.log
      #expect(log.contains { $0.hasPrefix("POST /services/\(word)/\(name) ") }, "\(log)")
    }
  }

  @Test("a device without the service is not called") func lacksTheService() async {
    for (id, features) in [("cover.a", 1), ("valve.a", 1), ("media_player.a", 128), ("siren.a", 1)] {
      var entity = HomeAssistantEntity(id: id, state: id.hasPrefix("c") || id.hasPrefix("v") ? "open" : "on")
      entity.supportedFeatures = features
      let stage = Stage(Stage.server([entity]))
      #expect(
        await stage.move(id, from: .enabled, to: .disabled) == "failed home-assistant.no-such-service", "\(id)")
      #expect(await stage.wire.system.system.serviceCalls.isEmpty)
    }
  }

  /// Many leave most of their attributes out while they are off.
  @Test(
    "a device that does not say what it can do is called",
    arguments: [([:], 1), (["supported_features": nil], 1), (["supported_features": 0], 0)]
      as [(JSONValue, Int)])
  func saysNothing(_ attributes: JSONValue, _ calls: Int) async throws {
    let cover = HomeAssistantEntity(id: "cover.a", state: "open", attributes: attributes)
    let stage = Stage(Stage.server([cover]), named: [.cover: ["cover.a"]])
    let object = try #require(try await stage.observer.observe([.cover]).objects.first)
    #expect((object.disableBlocker == nil) == (calls > 0))
    _ = await stage.move("cover.a", from: .enabled, to: .disabled)
    #expect(await stage.log.count { $0.hasPrefix("POST /services/cover/close_cover") } == calls)
  }

  @Test("a token that was accepted is not blamed for what its user may not do", arguments: [true, false])
  func isToldTheGroup(isReader: Bool) async throws {
    var server = Stage.server([HomeAssistantEntity(id: "switch.a", state: "on")])
    server.users = isReader ? [HomeAssistantUser(token: Stage.token, kind: .reader)] : []
    let stage = Stage(server)
    let error = await #expect(throws: ProviderError.self) {
      try await stage.applier.apply(Stage.change("switch.a", from: .enabled, to: .disabled))
    }
    let hint = try #require(error?.message.hint)
    #expect(error?.isFinal == true && hint.contains("'Read only'") == isReader)
    #expect(hint.hasPrefix(HomeAssistantMessages.newToken) != isReader)
  }

  @Test("a user who may only read is told so after one refusal, however much is to be done")
  func mayNotSwitch() async throws {
    let switches = (1...8).map { HomeAssistantEntity(id: "switch.s\($0)", state: "on") }
    var server = Stage.server(switches)
    server.users = [HomeAssistantUser(token: Stage.token, kind: .reader)]
    let stage = Stage(server, writesLate: true)
    await withTaskGroup(of: String.self) { group in
      for one in switches { group.addTask { await stage.move(one.id, from: .enabled, to: .disabled) } }
      for await outcome in group { #expect(outcome == "throws refusedCredentials") }
    }
    #expect(await stage.log.count { $0.hasSuffix(" 401") } == 1)
  }

  @Test("what has not begun by the end of a run is not called, and a group that has is called whole")
  func begins() async throws {
    let lamps = (1...5).map { HomeAssistantEntity(id: "light.l\($0)", state: "on") }
    let group = HomeAssistantEntity(
      id: "light.all", state: "on", attributes: ["entity_id": .array(lamps.map { .string($0.id) })])
    for (most, calls) in [(0, 0), (1, 5)] {
      let stage = Stage(Stage.server(lamps + [group]))
      let asked = Mutex(0)
      let end = ProviderError(.cancelled, "the run ends")
      let outcome = try? await stage.applier.apply(Stage.change("light.all", from: .enabled, to: .disabled)) {
        () throws(ProviderError) in
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        if number > most { throw end }
      }
      #expect((outcome != nil) == (most > 0) && asked.withLock { $0 } == 1)
      #expect(await stage.wire.system.system.serviceCalls.count == calls)
    }
  }

  @Test("a lock that wants a code gets that of its target, and nobody hears it") func hasACode() async throws {
    let lock = HomeAssistantEntity(
      id: "lock.a", state: "locked", attributes: ["code_format": "^\\d{4}$"], manner: .needsCode("4711"))
    let missing = ProviderError(.refusedCredentials, "there is no file", code: "secret.not-found")
    for (code, comes) in [
      (Result<Secret?, ProviderError>.success(Secret("4711")), "applied"),
      (.success(Secret("0815")), "stuck home-assistant.refused"), (.success(nil), "failed home-assistant.refused"),
      (.failure(missing), "failed secret.not-found"),
    ] {
      let stage = Stage(Stage.server([lock]), code: code)
      #expect(await stage.move("lock.a", from: .disabled, to: .enabled) == comes)
      let outcome = try? await stage.applier.apply(Stage.change("lock.a", from: .disabled, to: .enabled))
      #expect(!"\(String(describing: outcome))".contains("0815"))
    }
  }

  @Test("a code is sent to the lock that asks for one, and to no other") func isToldNobodyElse() async throws {
    for (format, hasCode) in [(nil, false), ("", false), ("^\\d{4}$", true)] as [(String?, Bool)] {
      var lock = HomeAssistantEntity(id: "lock.a", state: "locked")
      if let format { lock.attributes["code_format"] = .string(format) }
      let group = HomeAssistantEntity(id: "lock.all", state: "locked", attributes: ["entity_id": ["lock.a"]])
      for id in ["lock.a", "lock.all"] {
        let stage = Stage(Stage.server([lock, group]), code: .success(Secret("4711")))
        #expect(await stage.move(id, from: .disabled, to: .enabled) == "applied")
        let calls = await stage.wire.system.system.serviceCalls
        #expect(calls.map(\.hasCode) == [hasCode], "\(id) with \(format ?? "none")")
      }
      // What nobody asks for need not be there.
      let missing = ProviderError(.refusedCredentials, "there is no file", code: "secret.not-found")
      let stage = Stage(Stage.server([lock]), code: .failure(missing))
      let comes = await stage.move("lock.a", from: .disabled, to: .enabled)
      #expect(comes == (hasCode ? "failed secret.not-found" : "applied"))
    }
  }

  /// A lock that was sent a code may log it. Where one of a group asks for one, the others are told nothing.
  @Test(
    "in a group each lock that asks is sent the code, and no other",
    arguments: [[true, false], [false, true], [true, true], [false, false], [false, true, false]])
  func isToldThoseThatAsk(_ asking: [Bool]) async throws {
    var locks = asking.indices.map { HomeAssistantEntity(id: "lock.l\($0)", state: "locked") }
    for (place, asks) in asking.enumerated() where asks { locks[place].attributes["code_format"] = .string("^\\d{4}$") }
    let group = HomeAssistantEntity(
      id: "lock.all", state: "locked", attributes: ["entity_id": .array(locks.map { .string($0.id) })])
    let stage = Stage(Stage.server(locks + [group]), code: .success(Secret("4711")))
    #expect(await stage.move("lock.all", from: .disabled, to: .enabled) == "applied")
    let calls = await stage.wire.system.system.serviceCalls.sorted { $0.entities[0] < $1.entities[0] }
    #expect(calls.map(\.hasCode) == asking, "\(calls)")
  }

  /// What a proxy says of a server that it lost is no refusal: the door may be on its way. And a server that quotes the code
  /// back is not quoted with it.
  @Test(
    "no refusal is what nobody knows",
    arguments: [
      (200, nil), (400, true), (404, true), (500, true), (502, false), (503, false), (504, false), (505, true),
    ]
      as [(Int, Bool?)])
  func doubts(_ status: Int, _ isRefusal: Bool?) {
    let client = HomeAssistantClient(
      system: Name("ha"), secret: Secret(Stage.token), transport: FakeWire(Staged(Stage.server([])), basePath: "/api"),
      now: { Instant(secondsSinceEpoch: Stage.start) })
    let body = Array(#"{"message": "no lock opens with 471108"}"#.utf8)
    let doubt = CallDoubt(
      Response(status: status, headers: [], body: body), client, hiding: Secret("471108"))
    #expect(doubt?.isRefusal == isRefusal)
    #expect(doubt?.reason.contains("471108") != true, "\(String(describing: doubt))")
    #expect(doubt.map { $0.reason.contains("no lock opens with") } != false)
  }

  /// A secret that is cut through is none that anybody recognises.
  @Test("what a server quotes is cut only once nothing secret is in it", arguments: 150..<205)
  func longRefusals(_ place: Int) {
    let client = HomeAssistantClient(
      system: Name("ha"), secret: Secret(Stage.token), transport: FakeWire(Staged(Stage.server([])), basePath: "/api"),
      now: { Instant(secondsSinceEpoch: Stage.start) })
    let beginning = String(repeating: "-", count: place)
    let doubt = CallDoubt(
      Response(status: 400, headers: [], body: Array(#"{"message": "\#(beginning)\#(Stage.token)"}"#.utf8)), client,
      hiding: nil)
    #expect(doubt?.reason.contains("---") == true)
    #expect(doubt?.reason.contains(Stage.token.prefix(4)) == false, "\(String(describing: doubt))")
  }

  @Test("what was refused is looked for twice, and not for as long as a door takes") func isNotWaitedFor() async {
    let lock = HomeAssistantEntity(id: "lock.a", state: "unlocked", manner: .refuses)
    let stage = Stage(Stage.server([lock]))
    #expect(await stage.move("lock.a", from: .enabled, to: .disabled) == "failed home-assistant.refused")
    let log = await stage.log
    let call = log.firstIndex { $0.hasPrefix("POST ") } ?? log.endIndex
    #expect(log[call...].count { $0.hasPrefix("GET /states/lock.a ") } == 2, "\(log)")
  }

  @Test("doors are waited for beyond the run's end, switches are not") func isPatientWithDoors() {
    let applier = Stage(Stage.server([])).applier
    for id in ["lock.a", "cover.a", "valve.a"] {
      #expect(applier.patience(for: Stage.change(id, from: .enabled, to: .disabled)) >= .seconds(60))
    }
    #expect(applier.patience(for: Stage.change("switch.a", from: .enabled, to: .disabled)) == .zero)
    #expect(applier.changesAtOnce > 1)
  }

  @Test("doors come before what waited longer, and what can be left out takes no turn from a call")
  func hasTurns() async {
    let turns = CallTurns()
    await turns.prove()
    var held: [Int] = []
    for _ in 0..<CallTurns.atOnce { held.append(await turns.take(isDoor: false)) }
    #expect(await turns.takeIfFree() == nil)
    let order = Order()
    await withTaskGroup(of: Void.self) { group in
      for (place, word) in ["lamp", "door"].enumerated() {
        group.addTask {
          let turn = await turns.take(isDoor: word == "door")
          order.add(word)
          await turns.end(turn)
        }
        while await turns.waits <= place { await Task.yield() }
      }
      await turns.end(held.removeLast())
    }
    #expect(order.words == ["door", "lamp"])
    #expect(await turns.takeIfFree() != nil)
    #expect(await turns.takeIfFree() == nil)
  }

  private final class Order: Sendable {
    private let held = Mutex<[String]>([])
    var words: [String] { held.withLock(\.self) }
    func add(_ word: String) { held.withLock { $0.append(word) } }
  }
}
