import Foundation

/// A socket of a supervisor, as systemd has one, and what it heard.
final class ListeningSupervisor {
  private let descriptor: Int32
  let path: String
  private(set) var heard: [String] = []

  struct Failure: Error {
    var number = errno
  }

  init(at path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure() }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    if path.hasPrefix("@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let length = socklen_t(2 + bytes.count)
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard result == 0 else { throw Failure() }
  }

  deinit { close(descriptor) }

  /// Listens until something that begins with `prefix` has come, `times` times in all; false after half a minute.
  func hears(_ prefix: String, times: Int = 1) -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while heard.count(where: { $0.hasPrefix(prefix) }) < times {
      guard ContinuousClock.now < end else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 200) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { heard.append(String(decoding: buffer[..<count], as: UTF8.self)) }
    }
    return true
  }
}
