import CivilTime
import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import EasyControl

@Suite struct ObserverTests {
  /// What each state means: whether it is refused with a reason.
  static let states: [(id: String, state: String, position: SwitchState.Position, isRefused: Bool)] = [
    ("switch.a", "on", .enabled, false), ("switch.a", "off", .disabled, false),
    ("switch.a", "unavailable", .unknown, true), ("switch.a", "unknown", .unknown, true),
    ("light.a", "on", .enabled, false), ("light.a", "off", .disabled, false),
    ("lock.a", "locked", .disabled, false), ("lock.a", "unlocked", .enabled, false),
    ("lock.a", "open", .enabled, false), ("lock.a", "locking", .enabled, false),
    ("lock.a", "unlocking", .enabled, false), ("lock.a", "jammed", .unknown, false),
    ("lock.a", "unavailable", .unknown, true), ("lock.a", "what is this", .unknown, true),
    ("cover.a", "open", .enabled, false), ("cover.a", "closed", .disabled, false),
    ("cover.a", "opening", .enabled, false), ("cover.a", "closing", .enabled, false),
    ("cover.a", "unknown", .unknown, true),
  ]

  @Test(arguments: states) func means(
    _ row: (id: String, state: String, position: SwitchState.Position, isRefused: Bool)
  ) async throws {
    let stage = try Stage(Stage.house([row.id: row.state]), for: [row.id])
    let seen = try #require(
      try await stage.observer.observe([.entity, .lock, .cover]).objects.first)
    #expect(seen.switchState == SwitchState(row.position) && seen.name == row.id)
    #expect((seen.switchBlocker != nil) == row.isRefused)
    #expect((seen.stuck != nil) == (row.state == "jammed"))
    let ends: [String: SwitchState.Position] = [
      "locking": .disabled, "unlocking": .enabled, "opening": .enabled, "closing": .disabled,
    ]
    #expect(seen.heading == ends[row.state])
    #expect(seen.caveats.isEmpty == !row.state.hasSuffix("ing"))
    #expect(seen.enableBlocker == nil && seen.disableBlocker == nil)
  }

  @Test("only the pass's own entities of the kinds asked for are listed") func lists() async throws {
    let stage = try Stage(
      Stage.house(["lock.a": "locked", "lock.b": "locked", "switch.c": "on", "sensor.d": "21"]),
      for: ["lock.a", "switch.c", "sensor.d"])
    let seen = try await stage.observer.observe([.lock, .entity])
    #expect(seen.objects.map(\.name).sorted() == ["lock.a", "switch.c"])
    #expect(seen.version == "2" && seen.rights?.contains("door.lock, door.unlock of lock.a") == true)
    #expect(await stage.log == ["POST /token/validate", "GET /states"])
  }

  @Test("contract 1 tells no states, and says so") func hasNoStates() async throws {
    let stage = try Stage(Stage.firstContract(), for: ["lock.front"])
    let seen = try await stage.observer.observe([.lock, .guestAction])
    #expect(seen.objects.isEmpty && seen.version == "1")
    #expect(seen.unavailableKinds.mapValues(\.code) == [.lock: "easy-control.no-states"])
    #expect(await stage.log == ["POST /token/validate"])
    // What is only done at times needs none.
    let other = try await stage.observer.observe([.guestAction])
    #expect(other.unavailableKinds.isEmpty && other.rights?.contains("door.open of lock.front") == true)
  }

  @Test("what the pass does not allow, or the device cannot do, is not planned") func isNotAllowed() async throws {
    var server = Stage.house(["cover.a": "open"])
    server.entities["cover.a"]?.details = ["supported_features": 1]
    let seen = try #require(try await Stage(server, for: ["cover.a"]).observer.observe([.cover]).objects.first)
    #expect(seen.enableBlocker == nil && seen.disableBlocker?.code == "easy-control.no-such-service")
  }

  /// Days until the end, and uses left, and what is said of them.
  @Test(arguments: [
    (30, 0, []), (15, 0, []), (14, 0, ["easy-control.token-ends"]), (30, 6, []), (30, 7, ["easy-control.uses-end"]),
    (1, 9, ["easy-control.token-ends", "easy-control.uses-end"]),
  ]) func tellsTheEnd(_ days: Int, _ uses: Int, _ codes: [String]) async throws {
    let isLimited = uses > 0
    let stage = try Stage(
      isLimited ? Stage.firstContract() : Stage.house(["lock.front": "locked"]), for: ["lock.front"],
      seconds: days * 86_400)
    let runner = stage.runner
    for _ in 0..<uses { _ = try await runner.run(.init("door.open")) { _ in } }
    #expect(try await stage.observer.observe([]).ends.map(\.code) == codes)
  }

  @Test("while Home Assistant starts it is asked again, and then given up") func waitsForTheStart() async throws {
    for (seconds, isThere) in [(5.0, true), (60, false)] {
      let stage = try Stage(Stage.house(["lock.a": "locked"]), for: ["lock.a"])
      await stage.wire.inspect { $0.restart(at: Double(Stage.start), starting: seconds) }
      let seen = try? await stage.observer.observe([.lock])
      #expect((seen != nil) == isThere)
    }
  }
}
