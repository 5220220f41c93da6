import Approvals
import FileAccess
import Glibc

/// Reads the clock that begins when the machine is started, goes on while it sleeps, and cannot be set.
enum BootClock {
  private static let identity = "/proc/sys/kernel/random/boot_id"

  /// Now; nil where the kernel does not tell which start of the machine this is.
  static func now() -> BootMoment? {
    var time = timespec()
    guard let boot = text(identity), clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return nil }
    return BootMoment(boot: boot, seconds: Int64(time.tv_sec))
  }

  /// The first line of a file of the kernel's.
  private static func text(_ path: String) -> String? {
    guard let bytes = try? RegularFile(path, followsLink: false).bytes(limit: 64) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
