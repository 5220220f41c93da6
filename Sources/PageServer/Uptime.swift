import Glibc

/// A clock that nobody sets.
enum Uptime {
  /// In seconds.
  static var seconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec)
  }
}
