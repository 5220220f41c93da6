import CivilTime

/// When something begins or ends: a day, or a time of the clocks of some zone.
enum Moment: Hashable {
  case day(CivilDate)
  case time(ZonedTime)

  var isDay: Bool { if case .day = self { true } else { false } }

  /// What calendar and clock show, a day at its 00:00.
  var local: LocalDateTime {
    switch self {
    case .day(let day): LocalDateTime(date: day, secondOfDay: 0)
    case .time(let time): time.local
    }
  }
}

/// A time as the clocks of a zone show it, and when that is.
struct ZonedTime: Hashable {
  var local: LocalDateTime
  /// Its place in `CalendarZones`.
  var zone: Int
  var instant: Instant
}

extension LocalDateTime {
  /// Seconds since 1970-01-01 00:00 by the same wall clock.
  var wallSeconds: Int64 { Int64(date.dayNumber) * 86_400 + Int64(secondOfDay) }

  init(wallSeconds: Int64) {
    let day = wallSeconds >= 0 ? wallSeconds / 86_400 : (wallSeconds - 86_399) / 86_400
    self.init(date: CivilDate(dayNumber: Int(day)), secondOfDay: Int(wallSeconds - day * 86_400))
  }
}
