import Glibc
import HTTPTransport
import Simulator
import TestSupport
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
    ("lost", .init(status: 200, delivery: .lost), 3000, "unanswered"),
    ("late", .init(status: 200, delivery: .delayed(milliseconds: 60_000)), 3000, "timedOut"),
    ("not late", .init(status: 200, delivery: .delayed(milliseconds: 20)), 3000, "200"),
  ]

  @Test(arguments: answers.indices) func answersThatGoWrong(_ index: Int) throws {
    let row = Self.answers[index]
    var rig = try Rig { _, _ in row.answer }
    if row.expected == "timedOut" { rig.endpoint.timeoutSeconds = 1 }
    #expect(rig.read(largestBody: row.limit).summary == row.expected, "\(row.id)")
  }

  @Test("a write that takes its time is given more of it than everything else") func answersLate() throws {
    var rig = try Rig { _, _ in .init(status: 200, delivery: .delayed(milliseconds: 1500)) }
    rig.endpoint.timeoutSeconds = 1
    #expect(rig.write(.post("/", body: [])).summary == "timedOut")
    #expect(rig.write(.post("/", body: [], answerWithin: 60)).summary == "200")
  }

  @Test func nothingListens() throws {
    var rig = try Rig()
    let silent = try SilentPort()
    rig.endpoint.port = silent.number
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
    ("read", false, "200", 3), ("write", true, "unanswered", 2),
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

  /// Bytes that belong to no answer, behind the first one: what becomes of the request after it, and of one after that.
  /// `connections` are those that were opened for all three.
  static let strays: [(id: String, tls: Bool, status: Int, write: Bool, expected: [String], connections: Int)] = [
    ("behind an error", false, 500, true, ["200", "200"], 2),
    ("behind an error over TLS", true, 500, true, ["200", "200"], 2),
    ("behind another error", true, 404, false, ["200", "200"], 2),
    ("before the answer to a read", true, 200, false, ["broken", "200"], 2),
    ("before the answer to a write", true, 200, true, ["broken", "200"], 2),
  ]

  @Test(arguments: strays.indices) func whatIsNoAnswerSpoilsNoOther(_ index: Int) throws {
    let row = Self.strays[index]
    let certificate = row.tls ? try TestCertificate.selfSigned() : nil
    let rig = try Rig(tls: certificate, trust: certificate.map { .pins([$0.pin]) } ?? .system) { number, _ in
      let delivery = number == 1 ? SimulatedResponse.Delivery.followed(by: Array(#"{"version":{}}"#.utf8)) : .whole
      return .init(status: number == 1 ? row.status : 200, body: Array("{}".utf8), delivery: delivery)
    }
    #expect(rig.read().summary == "\(row.status)", "\(row.id)")
    let results = (1...2).map { _ in row.write ? rig.write(.put("/", body: [])) : rig.read() }
    #expect(results.map(\.summary) == row.expected, "\(row.id): \(results.map(\.message))")
    #expect(rig.arrived.count == 3, "\(row.id): each was sent once")
    #expect(rig.server.connectionsOpened == row.connections, "\(row.id)")
    for result in results where result.summary != "200" {
      let name = "'127.0.0.1:\(rig.endpoint.port)'"
      #expect(result.message == "\(name) sent stray data before its answer, so the connection was closed")
    }
  }

  /// The pages of a system that answers as it should keep their connection; the error of one costs a new one.
  @Test func onlyAnErrorEndsAConnection() throws {
    let rig = try Rig { number, _ in .init(status: number == 3 ? 404 : 200 + number) }
    #expect((1...5).map { _ in rig.read().summary } == ["201", "202", "404", "204", "205"])
    #expect(rig.server.connectionsOpened == 2)
  }

  @Test func aServerThatDoesNotSpeakTLS() throws {
    var rig = try Rig()
    rig.endpoint.isTLS = true
    rig.endpoint.trust = .insecure
    #expect(rig.read().summary == "untrusted")
    #expect(rig.arrived.isEmpty)
  }
}

/// A port of this machine at which nobody listens, and nobody else can meanwhile: thousands of tests look for free ones.
private final class SilentPort {
  let number: Int
  private let descriptor: Int32

  init() throws {
    let bound = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      return bind(bound, pointer, length) == 0 ? getsockname(bound, pointer, &length) : -1
    }
    (descriptor, number) = (bound, Int(UInt16(bigEndian: address.sin_port)))
    try #require(code == 0 && number > 0)
  }

  deinit { close(descriptor) }
}
