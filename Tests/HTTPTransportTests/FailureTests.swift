import Glibc
import HTTPTransport
import Simulator
import Testing

@Suite struct FailureTests {
  static let big = [UInt8](repeating: 65, count: 3000)

  static let answers: [(id: String, answer: SimulatedResponse, limit: Int, expected: String)] = [
    ("at the limit", .init(status: 200, body: big), 3000, "200"),
    ("over it by its length", .init(status: 200, body: big), 2999, "tooLarge"),
    (
      "over it in chunks", .init(status: 200, headers: [("Transfer-Encoding", "chunked")], body: big), 2999,
      "tooLarge"
    ),
    ("in chunks", .init(status: 200, headers: [("Transfer-Encoding", "chunked")], body: big), 3000, "200"),
    ("truncated", .init(status: 200, body: big, delivery: .truncated(afterBytes: 10)), 3000, "broken"),
    ("truncated at once", .init(status: 200, body: big, delivery: .truncated(afterBytes: 0)), 3000, "broken"),
    ("lost", .init(status: 200, delivery: .lost), 3000, "broken"),
    ("late", .init(status: 200, delivery: .delayed(milliseconds: 60_000)), 3000, "timedOut"),
    ("not late", .init(status: 200, delivery: .delayed(milliseconds: 20)), 3000, "200"),
  ]

  @Test(arguments: answers.indices) func answersThatGoWrong(_ index: Int) throws {
    let row = Self.answers[index]
    var rig = try Rig { _, _ in row.answer }
    if row.expected == "timedOut" { rig.endpoint.timeoutSeconds = 1 }
    #expect(rig.read(largestBody: row.limit).summary == row.expected, "\(row.id)")
  }

  @Test func nothingListens() throws {
    let rig = try Rig()
    rig.server.stop()
    let result = rig.read()
    #expect(result.summary == "refused")
    #expect(result.message == "cannot connect to '127.0.0.1:\(rig.endpoint.port)': nothing listens there")
  }

  @Test func aNameWithoutAnAddress() throws {
    var rig = try Rig()
    rig.endpoint.host = "no-such-host.invalid"
    #expect(rig.read().summary == "unresolved")
  }

  /// On a connection used before, curl takes a close without an answer for a connection that had gone stale, and sends
  /// again. A read may go twice; a write may not.
  static let repeats: [(id: String, write: Bool, expected: String, arrivals: Int)] = [
    ("read", false, "200", 3), ("write", true, "broken", 2),
  ]

  @Test(arguments: repeats) func whatIsRepeatedOnAStaleConnection(
    _ row: (id: String, write: Bool, expected: String, arrivals: Int)
  ) throws {
    let rig = try Rig { number, _ in .init(status: 200, delivery: number == 2 ? .lost : .whole) }
    _ = rig.read()
    let result = row.write ? rig.write(.put("/", body: [])) : rig.read()
    #expect(result.summary == row.expected)
    #expect(rig.arrived.count == row.arrivals)
  }

  @Test func aServerThatDoesNotSpeakTLS() throws {
    var rig = try Rig()
    rig.endpoint.isTLS = true
    rig.endpoint.trust = .insecure
    #expect(rig.read().summary == "untrusted")
    #expect(rig.arrived.isEmpty)
  }
}
