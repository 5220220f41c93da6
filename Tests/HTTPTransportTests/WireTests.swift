import HTTPTransport
import TestSupport
import Testing

/// Answers that no well-behaved server sends, byte for byte.
@Suite struct WireTests {
  private static let chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
  private static let trailer = "A: \(String(repeating: "x", count: 95))\r\n"
  private static let ok = "HTTP/1.1 200 OK\r\n\r\nbody"
  private static func chunks(_ count: Int) -> String {
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\nx\r\n", count: count)
      + "0\r\n\r\n"
  }

  static let answers: [(id: String, bytes: String, expected: String)] = [
    (
      "interim answers", "HTTP/1.1 103 Hints\r\nA: 1\r\n\r\nHTTP/1.1 200 OK\r\nB:\r\nC:  x y \r\n\r\nbody",
      "200 B= C=x y body"
    ),
    (
      "trailers are no header", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nA: 1\r\n\r\n",
      "200 Transfer-Encoding=chunked x"
    ),
    (
      "a line that goes on with the field before it is none",
      "HTTP/1.1 200 OK\r\nA: 1\r\n Retry-After: 9\r\n\tB: 2\r\n\r\nbody", "200 A=1 body"
    ),
    ("not HTTP", "220 mail ready\r\n\r\n", "failed"),
    ("a status line without a status", "HTTP/200\r\nContent-Length: 2\r\n\r\n{}", "failed"),
    ("half a header", "HTTP/1.1 200 OK\r\nContent-Le", "broken"),
    ("nothing", "", "unanswered"),
    ("shorter than its length", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody", "broken"),
    // curl tells it as it tells a connection that was reset.
    ("a broken chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "unanswered"),
    ("a header at the limit", "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 60_000))\r\n\r\n", "200 A=60000"),
    (
      "a header over the limit",
      "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 60_000))\r\nB: \(String(repeating: "x", count: 6_000))\r\n\r\n",
      "outOfProportion"
    ),
    (
      "a line over curl's own limit", "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 150_000))\r\n\r\n",
      "outOfProportion"
    ),
    (
      "what follows chunks below the limit", chunk + String(repeating: trailer, count: 600) + "\r\n",
      "200 Transfer-Encoding=chunked x"
    ),
    (
      "what follows chunks over the limit",
      chunk + String(repeating: trailer, count: 700),
      "outOfProportion"
    ),
    (
      "a line behind chunks over curl's own limit", chunk + "A: \(String(repeating: "x", count: 60_000))\r\n\r\n",
      "outOfProportion"
    ),
    (
      "interim answers over the limit", String(repeating: "HTTP/1.1 103 Hints\r\n\r\n", count: 3_200) + ok,
      "outOfProportion"
    ),
    ("interim answers below it", String(repeating: "HTTP/1.1 103 Hints\r\n\r\n", count: 2_900) + ok, "200 body"),
    (
      "a status line after the body is none",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nHTTP/1.1 500 No: 2\r\nA: 1\r\n\r\n",
      "200 Transfer-Encoding=chunked x"
    ),
    ("a status of four digits", "HTTP/2 2200\r\nContent-Length: 2\r\n\r\n{}", "failed"),
    ("chunks below the limit", chunks(65_536), "200 Transfer-Encoding=chunked 65536"),
    ("more chunks than that", chunks(65_537), "outOfProportion"),
    ("a line after the body that is no field", chunk + "nothing\r\n\r\n", "failed"),
    (
      "a body in another coding", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nraw",
      "200 Content-Encoding=gzip raw"
    ),
  ]

  @Test(arguments: answers.indices) func isReadAsItStands(_ index: Int) throws {
    let row = Self.answers[index]
    let loop = EventLoop()
    let server = try RawServer([.init([Array(row.bytes.utf8)])])
    let endpoint = Endpoint(
      isTLS: false, host: "127.0.0.1", port: server.port, basePath: "", trust: .system,
      plaintext: .loopbackOnly, timeoutSeconds: 20)
    let transport = Transport(loop: loop, userAgent: "reconcile/test").readTransport(for: endpoint)
    let result = loop.run { await outcome { () throws(TransportError) in try await transport.read(.get("/")) } }
    #expect(Self.shown(result) == row.expected, "\(row.id): \(result.message)")
    if result.summary == "failed" {
      #expect(result.message == "'127.0.0.1:\(endpoint.port)' answers with something other than HTTP")
    }
  }

  private static func shown(_ result: Result<Response, TransportError>) -> String {
    guard case .success(let response) = result else { return result.summary }
    let fields = response.headers.map { "\($0.name)=\($0.value.count > 99 ? "\($0.value.count)" : $0.value)" }
    let text = String(decoding: response.body, as: UTF8.self)
    let body = text.isEmpty ? [] : [text.utf8.count > 99 ? "\(text.utf8.count)" : text]
    return (["\(response.status)"] + fields + body).joined(separator: " ")
  }
}
