import Simulator
import Testing

/// Faults, the log, and changes between requests.
struct StageTests {
  /// Counts the requests it sees.
  struct Counter: PretendSystem {
    var seen = 0
    mutating func respond(to request: SimulatedRequest, at now: Double) -> SimulatedResponse {
      seen += 1
      return .json(200, ["seen": .number(String(seen))])
    }
  }

  struct Strike: CustomTestStringConvertible, Sendable {
    var id: String
    var effect: Fault.Effect
    var seen = 3
    var status = 200
    var delivery = SimulatedResponse.Delivery.whole
    var body: String
    var header: String?
    var testDescription: String { id }
  }

  static let strikes: [Strike] = [
    Strike(id: "page", effect: .html(200), seen: 2, body: "<!doctype html>"),
    Strike(id: "bad gateway", effect: .html(502), seen: 2, status: 502, body: "<!doctype html>"),
    Strike(id: "empty 500", effect: .empty(500), seen: 2, status: 500, body: ""),
    Strike(id: "429", effect: .tooManyRequests(), seen: 2, status: 429, body: #"{"statusCode":429"#),
    Strike(
      id: "429 with a time", effect: .tooManyRequests(retryAfter: 7), seen: 2, status: 429, body: "{", header: "7"),
    Strike(id: "unexpected", effect: .unexpectedError, seen: 2, status: 500, body: #"{"statusCode":500"#),
    Strike(id: "lost before", effect: .lostBeforeEffect, seen: 2, status: 503, delivery: .lost, body: ""),
    Strike(id: "lost after", effect: .lostAfterEffect, delivery: .lost, body: #"{"seen":2}"#),
    Strike(
      id: "truncated", effect: .truncated(afterBytes: 3), delivery: .truncated(afterBytes: 3), body: #"{"seen":2}"#),
    Strike(
      id: "late", effect: .delayed(milliseconds: 9), delivery: .delayed(milliseconds: 9), body: #"{"seen":2}"#),
    Strike(id: "no JSON", effect: .notJSON, body: #"{"data": [nonsense"#),
    Strike(id: "wrong type", effect: .wrongType, body: "[42]"),
    Strike(id: "deep", effect: .deepJSON(2000), body: String(repeating: "[", count: 2000) + "]"),
    Strike(id: "huge", effect: .hugeBody(100_000), body: "\"" + String(repeating: "x", count: 99_998) + "\""),
  ]

  @Test(arguments: strikes)
  func strikesOnce(_ strike: Strike) {
    var stage = Staged(Counter(), faults: .at(2, strike.effect))
    let request = SimulatedRequest(method: "PUT", target: "/a?b")
    let answers = (1...3).map { stage.respond(to: request, at: Double($0)) }
    #expect(answers.map(\.status) == [200, strike.status, 200])
    #expect(answers.map(\.delivery) == [.whole, strike.delivery, .whole])
    #expect(String(decoding: answers[1].body, as: UTF8.self).hasPrefix(strike.body))
    #expect(answers[1].header("Retry-After") == strike.header)
    #expect(stage.system.seen == strike.seen)
    #expect(stage.log.map(\.wasFault) == [false, true, false])
    #expect(stage.log.map(\.at) == [1, 2, 3] && stage.writes.count == 3)
  }

  @Test(arguments: [
    (Fault.Moment.every, [1, 2, 3, 4, 5, 6]), (.request(4), [4]), (.from(5), [5, 6]),
    (.matching(method: nil, target: "/b"), [2, 4, 6]), (.matching(method: "GET", target: "/b"), [2, 6]),
    (.matching(method: "GET", target: "/b", numbers: 2...9), [6]),
    (.matching(method: nil, target: "/a", numbers: 1...2), [1, 3]),
  ])
  func choosesItsMoment(_ moment: Fault.Moment, _ wanted: [Int]) {
    var stage = Staged(Counter(), faults: FaultPlan([Fault(moment, .empty(418))]))
    for number in 1...6 {
      let method = number == 4 ? "PUT" : "GET"
      _ = stage.respond(to: SimulatedRequest(method: method, target: number % 2 == 0 ? "/b/c" : "/a"), at: 0)
    }
    #expect(stage.log.filter { $0.status == 418 }.map(\.number) == wanted)
    #expect(stage.log.filter(\.wasFault).map(\.number) == wanted)
  }

  @Test func changesTheSystemBetweenRequests() {
    var stage = Staged(Counter())
    stage.before(request: 2) { $0.seen = 40 }
    stage.beforeEvery { counter, request in if request.target == "/z" { counter.seen += 100 } }
    let bodies = ["/a", "/a", "/z"].map { target in
      String(decoding: stage.respond(to: SimulatedRequest(method: "GET", target: target), at: 0).body, as: UTF8.self)
    }
    #expect(bodies == [#"{"seen":1}"#, #"{"seen":41}"#, #"{"seen":142}"#])
    #expect(stage.writes.isEmpty)
    stage.clearLog()
    _ = stage.respond(to: SimulatedRequest(method: "GET", target: "/a"), at: 0)
    _ = stage.respond(to: SimulatedRequest(method: "GET", target: "/a"), at: 0)
    #expect(stage.system.seen == 144)
    #expect(stage.log.map(\.number) == [1, 2])
  }

  @Test(arguments: [
    ("POST", "/api/auth", false), ("DELETE", "/api/auth", false), ("GET", "/api/dns/blocking", false),
    ("POST", "/api/dns/blocking", true), ("DELETE", "/api/auth/session/1", true), ("PUT", "/x", true),
  ])
  func knowsAWrite(_ method: String, _ target: String, _ isWrite: Bool) {
    var stage = Staged(Counter())
    _ = stage.respond(to: SimulatedRequest(method: method, target: target), at: 0)
    #expect(stage.log[0].isWrite == isWrite)
  }

  @Test func canBeInspectedWhileServed() throws {
    let server = try LoopbackServer(Staged(Counter()))
    defer { server.stop() }
    let before = server.inspect(as: Staged<Counter>.self) { stage in
      stage.system.seen = 7
      return stage.log.count
    }
    #expect(before == 0)
    #expect(server.inspect(as: Staged<Counter>.self) { $0.system.seen } == 7)
    #expect(server.inspect(as: UniFiConsole.self) { _ in 1 } == nil)
  }
}
