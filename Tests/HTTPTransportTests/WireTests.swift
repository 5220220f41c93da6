import Foundation
import HTTPTransport
import Testing

/// Accepts one connection on 127.0.0.1, waits for a request's header, answers with fixed bytes and closes.
private func serveOnce(_ answer: String) throws -> Int {
  let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let port = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int in
      guard bind(listening, pointer, length) == 0, listen(listening, 1) == 0 else { return 0 }
      getsockname(listening, pointer, &length)
      return 1
    }
  }
  try #require(port == 1)
  Thread.detachNewThread {
    let connection = accept(listening, nil, nil)
    var seen: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: seen, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &room, room.count, 0)
      guard count > 0 else { break }
      seen += room[..<count]
    }
    _ = Array(answer.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    close(connection)
    close(listening)
  }
  return Int(UInt16(bigEndian: address.sin_port))
}

/// Answers that no well-behaved server sends, byte for byte.
@Suite struct WireTests {
  private static let chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"
  private static let trailer = "A: \(String(repeating: "x", count: 95))\r\n"
  private static let ok = "HTTP/1.1 200 OK\r\n\r\nbody"
  static let answers: [(id: String, bytes: String, expected: String)] = [
    (
      "interim answers", "HTTP/1.1 103 Hints\r\nA: 1\r\n\r\nHTTP/1.1 200 OK\r\nB:\r\nC:  x y \r\n\r\nbody",
      "200 B= C=x y body"
    ),
    (
      "trailers are no header", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nA: 1\r\n\r\n",
      "200 Transfer-Encoding=chunked x"
    ),
    ("not HTTP", "220 mail ready\r\n\r\n", "failed"),
    ("half a header", "HTTP/1.1 200 OK\r\nContent-Le", "broken"),
    ("nothing", "", "broken"),
    ("shorter than its length", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody", "broken"),
    ("a broken chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "broken"),
    ("a header at the limit", "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 60_000))\r\n\r\n", "200 A=60000"),
    (
      "a header over the limit",
      "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 60_000))\r\nB: \(String(repeating: "x", count: 6_000))\r\n\r\n",
      "tooLarge"
    ),
    (
      "a line over curl's own limit", "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 150_000))\r\n\r\n",
      "tooLarge"
    ),
    (
      "what follows chunks below the limit", chunk + String(repeating: trailer, count: 600) + "\r\n",
      "200 Transfer-Encoding=chunked x"
    ),
    (
      "what follows chunks over the limit",
      chunk + String(repeating: trailer, count: 700),
      "tooLarge"
    ),
    (
      "interim answers over the limit", String(repeating: "HTTP/1.1 103 Hints\r\n\r\n", count: 3_200) + ok, "tooLarge"
    ),
    ("interim answers below it", String(repeating: "HTTP/1.1 103 Hints\r\n\r\n", count: 2_900) + ok, "200 body"),
    (
      "a body in another coding", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nraw",
      "200 Content-Encoding=gzip raw"
    ),
  ]

  @Test(arguments: answers.indices) func isReadAsItStands(_ index: Int) throws {
    let row = Self.answers[index]
    let loop = EventLoop()
    let endpoint = Endpoint(
      isTLS: false, host: "127.0.0.1", port: try serveOnce(row.bytes), basePath: "", trust: .system,
      plaintext: .loopbackOnly, timeoutSeconds: 20)
    let door = Transport(loop: loop, userAgent: "reconcile/test").readDoor(for: endpoint)
    let result = loop.run { await outcome { () throws(TransportError) in try await door.read(.get("/")) } }
    #expect(Self.shown(result) == row.expected, "\(row.id): \(result.message)")
    if result.summary == "failed" {
      #expect(result.message == "'127.0.0.1:\(endpoint.port)' answers with something other than HTTP")
    }
  }

  private static func shown(_ result: Result<Response, TransportError>) -> String {
    guard case .success(let response) = result else { return result.summary }
    let fields = response.headers.map { "\($0.name)=\($0.value.count > 99 ? "\($0.value.count)" : $0.value)" }
    let body = response.body.isEmpty ? [] : [String(decoding: response.body, as: UTF8.self)]
    return (["\(response.status)"] + fields + body).joined(separator: " ")
  }
}
