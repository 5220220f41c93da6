import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import HomeAssistant

/// Groups are judged by their members, whatever they say of themselves.
@Suite struct GroupTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var group: String
    var members: [String: String]
    var position: SwitchState.Position
    var heading: SwitchState.Position? = nil
    var isRefused = false
  }

  static let cases = [
    Case(
      testDescription: "all on", group: "group.a", members: ["switch.a": "on", "light.b": "on"], position: .enabled),
    Case(
      testDescription: "all off", group: "group.a", members: ["switch.a": "off", "light.b": "off"], position: .disabled),
    Case(testDescription: "one on", group: "group.a", members: ["switch.a": "off", "light.b": "on"], position: .mixed),
    Case(
      testDescription: "one unavailable", group: "group.a", members: ["switch.a": "off", "light.b": "unavailable"],
      position: .mixed),
    Case(
      testDescription: "all unavailable", group: "group.a",
      members: ["switch.a": "unknown", "light.b": "unavailable"], position: .unknown, isRefused: true),
    Case(
      testDescription: "a door among lights", group: "group.a", members: ["switch.a": "off", "lock.b": "locked"],
      position: .unknown, isRefused: true),
    Case(
      testDescription: "a sensor among lights", group: "group.a",
      members: ["switch.a": "off", "light.b": "on", "sensor.c": "21", "binary_sensor.d": "on"], position: .mixed),
    Case(
      testDescription: "only sensors", group: "group.a", members: ["sensor.c": "21"], position: .unknown,
      isRefused: true),
    Case(
      testDescription: "a vacuum cleaner among lights", group: "group.a",
      members: ["light.b": "on", "vacuum.c": "docked"], position: .unknown, isRefused: true),
    Case(
      testDescription: "only doors", group: "group.a", members: ["lock.a": "locked", "lock.b": "locked"],
      position: .unknown, isRefused: true),
    Case(
      testDescription: "a group of locks that says locked while one is open", group: "lock.all",
      members: ["lock.a": "locked", "lock.b": "unlocked"], position: .mixed),
    Case(
      testDescription: "locks, all locked", group: "lock.all", members: ["lock.a": "locked", "lock.b": "locked"],
      position: .disabled),
    Case(
      testDescription: "locks, one jammed", group: "lock.all", members: ["lock.a": "locked", "lock.b": "jammed"],
      position: .unknown),
    Case(
      testDescription: "covers, one on its way", group: "cover.all",
      members: ["cover.a": "closed", "cover.b": "closing"], position: .enabled, heading: .disabled),
    Case(
      testDescription: "covers, one on its way to where the other is not", group: "cover.all",
      members: ["cover.a": "open", "cover.b": "closing"], position: .enabled),
    Case(
      testDescription: "lights", group: "light.all", members: ["light.a": "off", "light.b": "on"], position: .mixed),
  ]

  private static func server(_ example: Case) -> HomeAssistant {
    var group = HomeAssistantEntity(id: example.group, state: "locked")
    group.members = example.members.keys.sorted()
    let members = example.members.map { id, state in
      var entity = HomeAssistantEntity(id: id, state: state)
      entity.supportedFeatures = 511
      return entity
    }
    return Stage.server([group] + members)
  }

  @Test(arguments: cases, [true, false]) func isJudged(_ example: Case, _ isAlone: Bool) async throws {
    let kind = try #require(EntityID(example.group)).domain.kind
    let names = isAlone ? [example.group] : [example.group.prefix { $0 != "." } + ".a*"]
    let stage = Stage(Self.server(example), named: [kind: names])
    let seen = try #require(try await stage.observer.observe([kind]).objects.first { $0.name == example.group })
    #expect(seen.switchState == SwitchState(example.position))
    #expect(seen.heading == example.heading)
    #expect((seen.switchBlocker != nil) == example.isRefused)
    // Whoever selects the group selects its members; of one that holds a door among lights nothing is switched.
    let devices = example.members.keys.filter { !EntityDomain.onlyTells($0) }.sorted()
    let isOfOneSort = !devices.isEmpty && devices.allSatisfy { EntityID($0)?.domain.kind == kind }
    #expect(seen.members == (isOfOneSort ? devices : nil))
    // Of a group that is named alone its members are asked for, and not everything there is.
    #expect(await stage.log.contains("GET /states 200") != isAlone)
  }

  @Test("only the members that differ are switched, each by its own service") func switchesMembers() async {
    let stage = Stage(
      Self.server(
        Case(
          testDescription: "", group: "group.a", members: ["switch.a": "off", "light.b": "on", "fan.c": "on"],
          position: .mixed)))
    #expect(await stage.move("group.a", from: .mixed, to: .disabled) == "applied")
    let calls = await stage.wire.system.system.serviceCalls
    #expect(calls.count == 2)
    let server = await stage.wire.system.system
    #expect(server.calls(of: "light.turn_off", for: "light.b") == 1)
    #expect(server.calls(of: "fan.turn_off", for: "fan.c") == 1)
  }

  /// What is planned for and done about a group of which one member is unavailable, by the state of the other one.
  @Test(arguments: [
    ("on", SwitchState.Position.disabled, "unverified home-assistant.others-only", 1),
    ("off", .enabled, "unverified home-assistant.others-only", 1),
    ("off", .disabled, "failed home-assistant.not-known", 0), ("on", .enabled, "failed home-assistant.not-known", 0),
  ]) func switchesWhatIsKnown(
    _ state: String, _ to: SwitchState.Position, _ comes: String, _ calls: Int
  ) async throws {
    let stage = Stage(
      Self.server(
        Case(
          testDescription: "", group: "group.a", members: ["switch.a": state, "light.b": "unavailable"],
          position: .mixed)), named: [.entity: ["group.a"]])
    let seen = try #require(try await stage.observer.observe([.entity]).objects.first { $0.name == "group.a" })
    #expect((seen.blocker(of: SwitchState(to)) == nil) == (calls == 1))
    #expect(await stage.move("group.a", from: .mixed, to: to) == comes)
    #expect(await stage.wire.system.system.serviceCalls.count == calls)
  }

  /// Whichever of the two is switched first, the other one is there by its doing, in each run.
  @Test(arguments: [["group.a", "light.b"], ["light.b", "group.a"]])
  func aGroupAndItsMemberAreBothSwitched(_ ids: [String]) async {
    let example = Case(testDescription: "", group: "group.a", members: ["light.b": "on"], position: .enabled)
    var server = Self.server(example)
    for calls in 1...2 {
      server["light.b"]?.state = "on"
      let stage = Stage(server)
      for id in ids { #expect(await stage.move(id, from: .enabled, to: .disabled) == "applied") }
      server = await stage.wire.system.system
      #expect(server.calls(of: "light.turn_off", for: "light.b") == calls)
    }
    let next = Stage(server)
    for id in ids {
      #expect(
        await next.move(id, from: .enabled, to: .disabled) == "superseded home-assistant.already",
        "what another run has called was not moved by this one")
    }
  }

  @Test("a group of groups, and one that holds itself") func nests() async throws {
    var outer = HomeAssistantEntity(id: "group.outer", state: "off")
    outer.members = ["group.inner", "switch.a"]
    var inner = HomeAssistantEntity(id: "group.inner", state: "off")
    inner.members = ["switch.b", "group.outer"]
    let switches = [
      HomeAssistantEntity(id: "switch.a", state: "off"), HomeAssistantEntity(id: "switch.b", state: "on"),
    ]
    let stage = Stage(Stage.server([outer, inner] + switches), named: [.entity: ["group.outer"]])
    let seen = try await stage.observer.observe([.entity]).objects
    let outermost = try #require(seen.first { $0.name == "group.outer" })
    #expect(outermost.switchState.position == .mixed && outermost.members == ["switch.a", "switch.b"])
    #expect(seen.first { $0.name == "switch.a" }?.members == .some(nil), "a device has none")
  }
}
