import Documents
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import HomeAssistant

/// How much a Home Assistant may list, and what is made of a lot.
@Suite struct ProportionTests {
  private static func stage(_ list: [String], named names: [String] = ["light.*"]) async -> Stage {
    let stage = Stage(Stage.server([]), named: [.entity: names])
    let body = Array("[\(list.joined(separator: ","))]".utf8)
    await stage.wire.inspect {
      $0.faults = FaultPlan([Fault(.matching(method: "GET", target: "/api/states"), .body(body))])
    }
    return stage
  }

  private static func entity(_ id: String, _ state: String = "off", members: [String] = []) -> String {
    let list = members.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"entity_id":"\#(id)","state":"\#(state)","attributes":{"entity_id":[\#(list)]}}"#
  }

  /// So many groups, each in another one and the last of them with a light in it; of two the one whose id comes first is
  /// the inner or the outer one.
  private static func chain(_ count: Int, innerFirst: Bool) -> [String] {
    let id = { (number: Int) in number == 0 ? "light.end" : "light.g\(10_000 + (innerFirst ? number : -number))" }
    return [entity(id(0))] + (1...count).map { entity(id($0), members: [id($0 - 1)]) }
  }

  private static func board(_ stage: Stage) async throws -> EntityBoard {
    var board = EntityBoard()
    for entity in try await stage.observer.client.entities([.entity]) { board.take(entity) }
    return board
  }

  @Test("as many entities of the kind as the limit are taken, and no more; sensors do not count") func counts()
    async throws
  {
    let (lights, sensors) = ((0..<5000).map { Self.entity("light.l\($0)") }, (0..<100).map { "sensor.s\($0)" })
    let full = await Self.stage(sensors.map { Self.entity($0) } + lights + [Self.entity("lock.door", "locked")])
    #expect(try await full.observer.observe([.entity]).objects.count == 5000)
    let stage = await Self.stage(lights + [Self.entity("switch.one_more")])
    let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.entity]) }
    #expect(error?.message.code == "home-assistant.too-many" && error?.kind == .unexpectedReply)
    #expect(
      error?.message.text == "the server lists more than 5000 entities that can be switched; at most 5000 are supported"
    )
  }

  @Test("the members of all groups have a limit together, and those of each one") func countsMembers() async throws {
    let members = (0..<500).map { "light.l\($0)" }
    let lights = members.map { Self.entity($0) }
    let fine = await Self.stage(lights + (0..<100).map { Self.entity("light.g\($0)", members: members) })
    let seen = try await fine.observer.observe([.entity]).objects
    #expect(seen.allSatisfy { $0.switchBlocker == nil && $0.switchState.position == .disabled })
    let many = await Self.stage((0...100).map { Self.entity("light.g\($0)", members: members) })
    let error = await #expect(throws: ProviderError.self) { try await many.observer.observe([.entity]) }
    #expect(
      error?.message.text == "the server's groups have more than 50000 members in total; at most 50000 are supported")
    // Of too many nothing is kept, and a group that holds such a one has as many.
    let large = await Self.stage(
      lights + [
        Self.entity("light.more"), Self.entity("light.large", members: members + ["light.more"]),
        Self.entity("light.outer", members: ["light.large"]),
        Self.entity("light.both", members: ["light.half", "light.more"]), Self.entity("light.half", members: members),
      ])
    let judged = try await large.observer.observe([.entity]).objects
    let blocked = judged.filter { $0.switchBlocker != nil }
    #expect(blocked.map(\.name) == ["light.both", "light.large", "light.outer"])
    #expect(
      blocked.allSatisfy {
        $0.switchBlocker?.text == "is a group with more than 500 members, so its state is unknown" && $0.members == nil
      })
  }

  @Test("each group is looked into once") func remembers() async throws {
    let stage = await Self.stage(Self.chain(1000, innerFirst: true))
    let board = try await Self.board(stage)
    var walk = GroupWalk(board)
    for round in 0..<2 {
      for entity in board.all.sorted(by: { $0.id.text < $1.id.text }) {
        #expect(try walk.devices(of: entity).get().map(\.id.text) == ["light.end"])
      }
      // Each has one member, and one device that is known of that.
      #expect(walk.steps == 1999, "round \(round)")
    }
    let seen = try await stage.observer.observe([.entity]).objects
    #expect(seen.count == 1001 && seen.allSatisfy { $0.switchBlocker == nil && $0.switchState.position == .disabled })
  }

  @Test("groups in one another take so many steps and no more, and the devices are judged") func hasABudget()
    async throws
  {
    let stage = await Self.stage(Self.chain(4000, innerFirst: false))
    let board = try await Self.board(stage)
    var walk = GroupWalk(board)
    let entities = board.all.sorted { $0.id.text < $1.id.text }
    for entity in entities + entities { _ = walk.devices(of: entity) }
    #expect(walk.steps == GroupWalk.mostSteps)
    for _ in 0..<2 {
      let seen = try await stage.observer.observe([.entity]).objects
      let blocked = seen.filter { $0.switchBlocker != nil }
      #expect(seen.count == 4001 && blocked.count > 3900 && blocked.count < 4000)
      #expect(Set(blocked.map(\.switchBlocker?.hint)) == ["edit the group in Home Assistant"])
      #expect(seen.first { $0.name == "light.end" }?.switchState.position == .disabled)
    }
  }

  @Test("a run that has ended looks into no more groups") func ends() async throws {
    let stage = await Self.stage(Self.chain(3000, innerFirst: true))
    let board = try await Self.board(stage)
    let end = Task { () async -> ProviderError.Kind? in
      withUnsafeCurrentTask { $0?.cancel() }
      var pace = Pace()
      do throws(ProviderError) {
        _ = try await HomeAssistantObserver.objects(of: [.entity], on: board, &pace)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(await end.value == .cancelled)
  }

  @Test("groups with only each other in them", arguments: [false, true]) func circle(_ isAlone: Bool) async throws {
    var one = HomeAssistantEntity(id: "light.one", state: "off")
    one.members = ["light.two"]
    var two = HomeAssistantEntity(id: "light.two", state: "off")
    two.members = ["light.one"]
    var around = HomeAssistantEntity(id: "light.zaround", state: "off")
    around.members = ["light.lamp", "light.one"]
    var none = HomeAssistantEntity(id: "group.none", state: "off")
    none.members = []
    let stage = Stage(
      Stage.server([one, two, around, none, HomeAssistantEntity(id: "light.lamp", state: "off")]),
      named: [.entity: isAlone ? ["light.one", "light.zaround", "group.none"] : ["light.*"]])
    for _ in 0..<2 {
      let seen = try await stage.observer.observe([.entity]).objects
      let found = Dictionary(uniqueKeysWithValues: seen.map { ($0.name, $0) })
      for name in ["light.one", "light.two"] {
        #expect(
          found[name]?.switchBlocker?.text
            == "is a group without any device that can be switched, so its state is unknown")
        #expect(found[name]?.switchBlocker?.hint == "edit the group in Home Assistant")
        #expect(found[name]?.switchState.position == .unknown)
      }
      #expect(found["group.none"]?.switchBlocker?.text == "is a group without members, so its state is unknown")
      #expect(found["light.zaround"]?.switchState.position == .disabled)
      #expect(found["light.zaround"]?.members == ["light.lamp"])
    }
    #expect(await stage.move("light.one", from: .enabled, to: .disabled) == "failed home-assistant.not-known")
  }

  @Test(
    "a state of any length is cut, and a token that it repeats is not cut before it is hidden",
    arguments: [false, true])
  func isShort(_ isAlone: Bool) async throws {
    let word = String(repeating: "x", count: 250) + Stage.token + String(repeating: "y", count: 50_000)
    let stage = Stage(
      Stage.server([HomeAssistantEntity(id: "light.a", state: word)]),
      named: [.entity: [isAlone ? "light.a" : "light.*"]])
    for _ in 0..<2 {
      let seen = try #require(try await stage.observer.observe([.entity]).objects.first)
      let text = try #require(seen.switchBlocker?.text)
      #expect(text.utf8.count < 400 && !text.contains("simu"), "\(text.prefix(400))")
    }
  }

  @Test("names of members that are not there are cut") func cutsNames() async throws {
    let name = "light." + String(repeating: "x", count: 250)
    let stage = await Self.stage([
      Self.entity("light.a", members: [name + "y"]), Self.entity("light.b", members: [name + name + name]),
    ])
    let seen = try await stage.observer.observe([.entity]).objects
    #expect(seen.count == 2 && seen.allSatisfy { ($0.switchBlocker?.text.utf8.count ?? 0) < 400 })
  }
}
