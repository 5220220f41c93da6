import Documents
import HTTPTransport
import JSONTree
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import EasyControl

/// How much a guest pass may have, and what is made of a lot.
@Suite struct ProportionTests {
  private static func stage(_ states: [String]) throws -> Stage {
    let body = Array(#"{"entities":[\#(states.joined(separator: ","))]}"#.utf8)
    return try Stage(Stage.house(["light.a": "on"]), for: ["light.a"], reading: { OtherStates(wire: $0, body: body) })
  }

  private static func entity(_ id: String, _ state: String = "on") -> String {
    #"{"entity_id":"\#(id)","state":"\#(state)"}"#
  }

  @Test func asManyAsTheLimitAreTakenAndNoMore() async throws {
    let lights = (0..<5000).map { Self.entity("light.l\($0)") }
    #expect(try await Self.stage(lights).observer.observe([.entity]).objects.count == 5000)
    let stage = try Self.stage(lights + [Self.entity("sensor.s")])
    let error = await #expect(throws: ProviderError.self) { try await stage.observer.observe([.entity]) }
    #expect(error?.message.code == "easy-control.too-many" && error?.kind == .unexpectedReply)
    #expect(error?.message.text == "the guest pass has 5001 entities; at most 5000 are supported")
  }

  @Test func aStateOfAnyLengthIsCutAndTheTokenInItIsNotCutBeforeItIsHidden() async throws {
    let token = try Self.stage([]).device.token.reveal { $0 }
    let word = String(repeating: "x", count: 250) + token + String(repeating: "y", count: 100_000)
    let stage = try Self.stage([Self.entity("light.a", word)])
    for _ in 0..<2 {
      let seen = try #require(try await stage.observer.observe([.entity]).objects.first)
      let text = try #require(seen.switchBlocker?.text)
      #expect(text.utf8.count < 400 && !text.contains(token.prefix(6)), "\(text.prefix(400))")
    }
  }

  @Test func anIDThatNoEntityCanHaveIsNone() async throws {
    let name = String(repeating: "x", count: 249)
    let stage = try Self.stage([Self.entity("light." + name), Self.entity("light.x" + name)])
    #expect(try await stage.observer.observe([.entity]).objects.map(\.name) == ["light." + name])
  }

  private static func grant(_ entities: [(String, String)]) throws -> Grant {
    let list = entities.map { #"{"entity_id":"\#($0.0)","allowed_actions":["\#($0.1)"]}"# }.joined(separator: ",")
    let text = #"{"expires_at":1800000000,"remaining_uses":-1,"entities":[\#(list)]}"#
    return try #require(Grant(JSONText(checking: Array(text.utf8))))
  }

  /// Nothing says which of two doors an action opens.
  @Test func anActionOfTwoDoorsMovesNeither() throws {
    let doors = [("lock.a", "door.unlock"), ("lock.b", "door.unlock"), ("lock.c", "door.lock")]
    let moves = try Self.grant(doors).moves(on: Name("house"))
    #expect(moves.mapValues(\.id) == ["door.lock": "lock.c"])
  }

  @Test func anEntityThatIsListedTwiceMayDoBoth() throws {
    let grant = try Self.grant([("lock.a", "door.lock"), ("lock.b", "door.lock"), ("lock.a", "door.unlock")])
    #expect(grant.allows("door.lock", on: "lock.a") && grant.allows("door.unlock", on: "lock.a"))
    #expect(grant.allows("door.lock", on: "lock.b") && !grant.allows("door.unlock", on: "lock.b"))
    #expect(!grant.allows("door.lock", on: "lock.c"))
  }

  @Test func ofManyEntitiesTheFirstAreNamed() throws {
    let entities = (0..<900).map { ("light.l\($0)", "light.off") }
    #expect(try Self.grant(Array(entities.prefix(20))).words.contains("light.off of light.l19; until "))
    let words = try Self.grant(entities).words
    #expect(words.contains("light.off of light.l19; and with 880 more; until ") && !words.contains("light.l20"))
    let long = try Self.grant([("light.a", String(repeating: "x", count: 60_000))])
    #expect(long.words.utf8.count < 400)
  }
}

/// A way to the server on which the states are other ones.
private struct OtherStates: ReadTransport {
  let wire: FakeWire<EasyControl>
  let body: [UInt8]

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    let response = try await wire.read(request)
    return request.path == "/states" ? Response(status: 200, headers: [], body: body) : response
  }
}
