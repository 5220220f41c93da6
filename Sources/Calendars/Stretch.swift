import CivilTime

/// One time at which an event happens, as a number: the first and the last day, or the first second and the one behind the
/// last.
struct Stretch: Hashable, Comparable {
  var start: Int64
  var end: Int64

  static func < (left: Stretch, right: Stretch) -> Bool { (left.start, left.end) < (right.start, right.end) }
}

extension EventLength {
  /// The stretch that begins at `moment`, by the clocks of `zones`.
  func stretch(from moment: Moment, _ zones: [Zone]) -> Stretch {
    switch moment {
    case .day(let day):
      let first = Int64(day.dayNumber)
      return Stretch(start: first, end: first + Int64(days - 1))
    case .time(let time): return Stretch(start: time.instant.secondsSinceEpoch, end: end(of: time, zones))
    }
  }

  private var days: Int { if case .days(let days) = self { days } else { 1 } }

  private func end(of time: ZonedTime, _ zones: [Zone]) -> Int64 {
    switch self {
    case .exact(let seconds): return time.instant.secondsSinceEpoch + seconds
    case .nominal(let days, let seconds):
      guard days > 0 else { return time.instant.secondsSinceEpoch + seconds }
      let local = LocalDateTime(date: time.local.date.adding(days: days), secondOfDay: time.local.secondOfDay)
      return zones[time.zone].instant(local: local).secondsSinceEpoch + seconds
    case .days: return time.instant.secondsSinceEpoch
    }
  }
}
