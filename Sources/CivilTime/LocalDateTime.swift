/// What a calendar and a clock on the wall show, in no particular zone.
public struct LocalDateTime: Hashable, Comparable, Sendable {
  /// What the calendar shows.
  public var date: CivilDate
  /// Seconds since 00:00 by the wall clock, 0 to 86399.
  public var secondOfDay: Int

  /// A day and the seconds since its 00:00; more than a day's worth of seconds, or less than none, moves the day.
  public init(date: CivilDate, secondOfDay: Int) {
    let days = floorQuotient(secondOfDay, 86_400)
    self.date = date.adding(days: days)
    self.secondOfDay = secondOfDay - days * 86_400
  }

  /// A day and a time of it; 24:00 is 00:00 of the next day.
  public init(date: CivilDate, time: TimeOfDay) {
    self.init(date: date, secondOfDay: time.minutes * 60)
  }

  /// Earlier on calendar and clock before later.
  public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    (left.date, left.secondOfDay) < (right.date, right.secondOfDay)
  }

  /// 0 to 23.
  public var hour: Int { secondOfDay / 3_600 }
  /// 0 to 59.
  public var minute: Int { secondOfDay / 60 % 60 }
  /// 0 to 59.
  public var second: Int { secondOfDay % 60 }
}

extension LocalDateTime: CustomStringConvertible {
  /// `2026-11-20 21:00:04`.
  public var description: String { "\(date) \(clock):\(padded(second, to: 2))" }

  /// `HH:MM`, and `:SS` only where the seconds are not zero.
  public var clockText: String { second == 0 ? clock : "\(clock):\(padded(second, to: 2))" }

  private var clock: String { "\(padded(hour, to: 2)):\(padded(minute, to: 2))" }
}

extension LocalDateTime {
  /// Seconds since 1970-01-01 00:00 by the same wall clock.
  var seconds: Int64 { Int64(date.dayNumber) * 86_400 + Int64(secondOfDay) }

  init(seconds: Int64) {
    let day = floorQuotient(seconds, 86_400)
    self.date = CivilDate(dayNumber: Int(day))
    self.secondOfDay = Int(seconds - day * 86_400)
  }
}
