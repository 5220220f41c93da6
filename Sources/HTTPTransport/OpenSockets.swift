import CCurl
import Glibc

/// The sockets of curl's connections, so that the one of a request can be found. Only the loop's thread touches it.
///
/// curl says which socket a transfer used only when the transfer has ended, and a connection serves many.
final class OpenSockets {
  /// The two ends of a connection, as curl names them.
  struct Ends: Hashable {
    var localAddress: String
    var localPort: Int32
    var remoteAddress: String
    var remotePort: Int32
  }

  /// Those that are open.
  private(set) var all: Set<Int32> = []
  private var known: [Ends: Int32] = [:]

  /// Opens a socket for curl; negative if there is none.
  func open(_ address: UnsafePointer<curl_sockaddr>) -> Int32 {
    let socket = rc_open_socket(address)
    if socket >= 0 { all.insert(socket) }
    return socket
  }

  /// Closes one of them.
  func close(_ socket: Int32) -> Int32 {
    all.remove(socket)
    known = known.filter { $0.value != socket }
    return Glibc.close(socket)
  }

  /// The socket of the connection between `ends`; nil where none is known.
  func socket(between ends: Ends) -> Int32? {
    if let socket = known[ends] { return socket }
    let socket = all.first {
      rc_is_connection($0, ends.localAddress, ends.localPort, ends.remoteAddress, ends.remotePort) != 0
    }
    known[ends] = socket
    return socket
  }
}
