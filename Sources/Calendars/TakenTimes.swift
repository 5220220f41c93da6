import CivilTime

/// Times of a series at which it does not happen: taken away, or another event stands in for them.
struct TakenTimes {
  private var instants: Set<Instant> = []
  private var days: Set<CivilDate> = []

  /// Takes `moment` of a series that begins at `start`. A date takes every time of it; where the series is of days, a time
  /// takes its date.
  mutating func take(_ moment: Moment, of start: Moment, _ zones: [Zone]) {
    switch (moment, start) {
    case (.day(let day), _): days.insert(day)
    case (.time(let time), .time): instants.insert(time.instant)
    case (.time(let time), .day): days.insert(time.day(zones))
    }
  }

  func contain(_ moment: Moment) -> Bool {
    switch moment {
    case .day(let day): days.contains(day)
    case .time(let time): instants.contains(time.instant) || days.contains(time.local.date)
    }
  }
}

extension ZonedTime {
  /// The day that is meant where a day is: of a time in UTC that of the policy's zone.
  func day(_ zones: [Zone]) -> CivilDate {
    zone == CalendarZones.utc ? zones[CalendarZones.policy].local(instant).date : local.date
  }
}
