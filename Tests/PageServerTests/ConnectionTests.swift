import CPageServer
import Glibc
import Testing

/// How many may be connected, over real sockets.
@Suite(.serialized) struct ConnectionTests {
  /// A server that takes four connections, each for a second, and answers whatever is asked.
  private final class Served {
    let server: OpaquePointer
    let port: UInt16
    private(set) var open: UInt32 = 0

    init() throws {
      let socket = page_server_listen("127.0.0.1", 0)
      var address = [CChar](repeating: 0, count: 64)
      port = page_server_port(socket, &address, address.count)
      let limits = page_limits(
        connections: 4, connections_an_address: 4, seconds: 1, header_bytes: 4096, body_bytes: 4096)
      let handlers = page_handlers(
        context: nil,
        arrived: { _, exchange in page_exchange_answer(exchange, 204, nil, nil, 0, nil, 0) }, ended: { _, _ in })
      server = try #require(page_server_begin(socket, nil, nil, limits, handlers))
    }

    deinit { page_server_end(server) }

    /// Does what there is to do now; nothing of it for as long as nobody asks.
    func step() -> Int64 {
      let wait = page_server_run(server)
      open = page_server_sweep(server)
      return wait
    }

    /// Serves, woken as the program is, until `isDone` or for `seconds` at most.
    func serve(seconds: Int64, until isDone: () -> Bool) {
      let end = uptime() + seconds * 1000
      var wait = step()
      while !isDone(), uptime() < end {
        let rest = end - uptime()
        var descriptor = pollfd(fd: page_server_descriptor(server), events: Int16(POLLIN), revents: 0)
        _ = poll(&descriptor, 1, Int32(wait < 0 ? min(rest, 20) : min(wait, rest, 20)))
        // Only what was announced is looked after: a step for its own sake would hide that nothing wakes the server.
        if descriptor.revents != 0 || wait >= 0 { wait = step() }
      }
    }

    private func uptime() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// A connection to it that has sent `text`.
    func client(_ text: String) throws -> Int32 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let status = withUnsafeBytes(of: &address) { bytes in
        connect(client, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
      try #require(status == 0 || errno == EINPROGRESS)
      var ready = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
      try #require(poll(&ready, 1, 2000) == 1)
      try #require(write(client, text, text.utf8.count) == text.utf8.count)
      return client
    }
  }

  /// Whether something came back.
  private func isAnswered(_ client: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    return recv(client, &bytes, bytes.count, 0) > 0
  }

  /// All that it has room for, none of which says what it wants, and all of which are too late at once: afterwards
  /// others get in, and so they do after the next ones.
  @Test(.timeLimit(.minutes(1))) func whoComesAfterThoseThatHeldAllIsAnswered() throws {
    guard page_server_load() == 1 else { return }
    let served = try Served()
    for round in 1...2 {
      let held = try (0..<6).map { _ in try served.client("GET / HTTP/1.1\r\n") }
      served.serve(seconds: 5) { served.open == 4 }
      #expect(served.open == 4)
      // Those in the queue go away meanwhile, as the ones that hold all do not.
      for client in held[4...] { close(client) }
      sleep(2)
      served.serve(seconds: 10) { served.open == 0 }
      #expect(served.open == 0, "round \(round)")
      let late = try served.client("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      var answered = false
      served.serve(seconds: 5) {
        answered = answered || isAnswered(late)
        return answered
      }
      #expect(answered, "round \(round)")
      for client in held[..<4] + [late] { close(client) }
    }
  }
}
