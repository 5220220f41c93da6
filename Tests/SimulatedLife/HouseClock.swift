/// What both clocks of the machine say: one that may be set, and one that begins again with each start.
struct HouseClock: Hashable, Sendable {
  /// Seconds since 1970.
  var wall: Int64
  /// Which start it is, counted from 1.
  var boot: Int
  /// Seconds since that start.
  var uptime: Int64

  /// Whether so many seconds have passed since `earlier`, which nobody can hurry by setting a clock.
  func isPast(_ seconds: Int64, since earlier: HouseClock) -> Bool {
    if boot == earlier.boot { return uptime - earlier.uptime >= seconds }
    return wall - earlier.wall >= seconds && uptime >= seconds
  }

  /// Whether `earlier` is not of the last day, as people count it.
  func isADay(after earlier: HouseClock) -> Bool {
    boot == earlier.boot ? uptime - earlier.uptime >= 86_400 : wall - earlier.wall >= 86_400
  }

  /// So many seconds later.
  func later(by seconds: Int64) -> HouseClock {
    HouseClock(wall: wall + seconds, boot: boot, uptime: uptime + seconds)
  }
}
