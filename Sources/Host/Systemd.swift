import CLinux
import Documents
import Glibc
import Providers
import Text

/// The socket on which systemd wants to hear how a service fares, by the protocol of sd_notify(3).
struct ServiceSocket {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// The socket at `path`: of the file system, or, after an `@`, an abstract one; nil for what is neither.
  init?(path: String) {
    var bytes = Array(path.utf8)
    guard let first = bytes.first, [UInt8(ascii: "/"), UInt8(ascii: "@")].contains(first) else { return nil }
    if first == UInt8(ascii: "@") { bytes[0] = 0 }
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + bytes.count } ?? 0)
  }

  /// Sends `message`; nobody who listens is no reason not to go on.
  func send(_ message: String) {
    let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    let bytes = Array(Self.dated(message).utf8)
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // A supervisor that does not read must not hang the schedule.
        _ = sendto(socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL), address, length)
      }
    }
  }

  /// A reload has to say when it began, for services of the type `notify-reload`.
  private static func dated(_ message: String) -> String {
    guard message == ServiceNotice.reloading else { return message }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return message + "\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)"
  }
}

/// What a supervisor is told, in the words of sd_notify(3). Each is one line.
package enum ServiceNotice {
  /// It has begun to do what it was started for.
  package static let ready = "READY=1"
  /// The policy is read again; `ready` follows.
  package static let reloading = "RELOADING=1"
  /// It ends on purpose.
  package static let stopping = "STOPPING=1"
  /// For the watchdog, which restarts what no longer says so.
  package static let alive = "WATCHDOG=1"

  /// One line for `systemctl status`.
  package static func status(_ text: String) -> String { "STATUS=" + text.escaped }

  /// The half of what the supervisor waits before it takes the program for dead; nil where it does not watch.
  package static func beat(_ microseconds: String?) -> Duration? {
    guard let microseconds = microseconds.flatMap(Int64.init), microseconds > 0 else { return nil }
    return .microseconds(max(1, microseconds / 2))
  }
}

/// Whether what is printed goes to the journal of the machine.
enum SystemdJournal {
  /// systemd names the stream that it has connected. What was started by a service and prints somewhere else, as a
  /// terminal of a desktop does, has the variable all the same, so the file is compared.
  static func isBehind(_ descriptor: Int32, _ variable: (String) -> String?) -> Bool {
    var file = stat()
    guard let stream = variable("JOURNAL_STREAM"), fstat(descriptor, &file) == 0 else { return false }
    return stream == "\(file.st_dev):\(file.st_ino)"
  }
}
