import CLinux
import Glibc

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
