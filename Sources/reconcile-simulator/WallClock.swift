import Glibc
import Simulator

extension LocalTime {
  /// What the clock of this machine shows at `now`: the pretend console is in the same room.
  static func here(_ now: Double) -> LocalTime {
    var seconds = time_t(now.rounded(.down))
    var parts = tm()
    localtime_r(&seconds, &parts)
    return LocalTime(
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min))
  }
}
