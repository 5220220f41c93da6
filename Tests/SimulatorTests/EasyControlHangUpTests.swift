import Glibc
import Simulator
import Testing

/// Over a socket: an action goes on only while its client waits.
struct EasyControlHangUpTests {
  /// A client that says no more after its request, and reads until the server closes the connection.
  struct RawClient {
    private let socket: Int32

    init(port: UInt16) throws {
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeBytes(of: &address) {
        connect(socket, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
      }
      try #require(status == 0)
      // So that a server that never closes is a failure and not a hang.
      var limit = timeval(tv_sec: 60, tv_usec: 0)
      setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    func say(_ request: SimulatedRequest) {
      var text = "\(request.method) \(request.target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      for field in request.headers { text += "\(field.name): \(field.value)\r\n" }
      let bytes = Array("\(text)Content-Length: \(request.body.count)\r\n\r\n".utf8) + request.body
      _ = send(socket, bytes, bytes.count, 0)
    }

    func hangUp() { shutdown(socket, Int32(SHUT_WR)) }

    /// What comes until the server closes; nil where it does not.
    func listen() -> String? {
      defer { close(socket) }
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return count == 0 ? String(decoding: text, as: UTF8.self) : nil }
        text += buffer[..<count]
      }
    }
  }

  /// Who stays is answered; who hangs up ends a call that would have taken ten minutes.
  @Test(arguments: [false, true])
  func endsWithItsClient(_ hangsUp: Bool) async throws {
    var guest = EasyControlActionTests.door(seconds: hangsUp ? 600 : 0.01)
    let request = guest.proven(EasyControlActionTests.unlock, guest.nonce())
    let (begun, tell) = AsyncStream.makeStream(of: Void.self)
    var stage = Staged(guest.server)
    stage.beforeEvery { _, _ in tell.yield() }
    let now = guest.now
    let server = try LoopbackServer(stage, now: { now })
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.say(request)
    for await _ in begun { break }
    if hangsUp { client.hangUp() }
    let heard = try #require(client.listen())
    #expect(heard.hasPrefix("HTTP/1.1 200") == !hangsUp && heard.isEmpty == hangsUp)
    let outcomes = server.inspect(as: Staged<EasyControl>.self) { $0.system.calls.map(\.outcome) }
    #expect(outcomes == [hangsUp ? .underWay : .done])
  }
}
