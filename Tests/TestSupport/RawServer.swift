import Foundation
import Synchronization

/// Listens on 127.0.0.1 and answers byte for byte, as no well-behaved server does.
public final class RawServer: Sendable {
  /// What is sent in answer to a request.
  public struct Answer: Sendable {
    /// Sent one after the other, with a pause between them.
    public var pieces: [[UInt8]]
    /// How long the connection stays open for one more request; at 0 it is closed at once.
    public var patienceMilliseconds: Int32

    /// An answer in `pieces`.
    public init(_ pieces: [[UInt8]], patienceMilliseconds: Int32 = 0) {
      self.pieces = pieces
      self.patienceMilliseconds = patienceMilliseconds
    }
  }

  /// Where it listens.
  public let port: Int
  private let listening: Int32
  private let answers: Mutex<[Answer]>

  /// Listens at once. The first request is answered with the first of `answers` and so on, all others with the last.
  public init(_ answers: [Answer]) throws {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listening, pointer, length) == 0 && listen(listening, 16) == 0
          && getsockname(listening, pointer, &length) == 0
      }
    }
    guard listens else { throw CocoaError(.fileReadUnknown) }
    self.listening = listening
    self.answers = Mutex(answers)
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listening, nil, nil)
        guard connection >= 0 else { break }
        self?.serve(connection)
        close(connection)
      }
      close(listening)
    }
  }

  deinit {
    // Ends the thread, which waits for a connection or will.
    shutdown(listening, Int32(SHUT_RDWR))
  }

  /// What is answered from now on.
  public func answer(_ answers: [Answer]) { self.answers.withLock { $0 = answers } }

  private func serve(_ connection: Int32) {
    var patience: Int32 = -1
    while hasInput(connection, within: patience), takesRequest(connection) {
      let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? Answer([]) }
      send(answer.pieces, on: connection)
      patience = answer.patienceMilliseconds
      if patience == 0 { return }
    }
  }

  private func hasInput(_ connection: Int32, within milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, milliseconds) > 0
  }

  /// Reads the header of a request; false where the connection ends before.
  private func takesRequest(_ connection: Int32) -> Bool {
    let end = Array("\r\n\r\n".utf8)
    var seen: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while !seen.suffix(end.count).elementsEqual(end) {
      let count = recv(connection, &room, room.count, 0)
      guard count > 0 else { return false }
      seen += room[..<count]
    }
    return true
  }

  private func send(_ pieces: [[UInt8]], on connection: Int32) {
    var isOn: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    for (number, piece) in pieces.enumerated() {
      if number > 0 { usleep(200) }
      piece.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
          let count = Foundation.send(connection, start, rest.count, Int32(MSG_NOSIGNAL))
          guard count > 0 else { return }
          rest = rest.dropFirst(count)
        }
      }
    }
  }
}
