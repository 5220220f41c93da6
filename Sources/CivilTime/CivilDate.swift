/// A day of the proleptic Gregorian calendar, in no particular zone.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  public var dayNumber: Int

  /// The day so many days after 1970-01-01.
  public init(dayNumber: Int) {
    self.dayNumber = dayNumber
  }

  /// Earlier before later.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.dayNumber < right.dayNumber
  }
}

/// A day of the week, Monday first as in ISO 8601.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday
}

/// A day of some year, such as December 24; February 29 exists in leap years only.
public struct MonthDay: Hashable, Comparable, Sendable {
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int

  /// The day `day` of `month`, or nil where no year has it.
  public init?(month: Int, day: Int) {
    let longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...longest[month - 1]).contains(day) else { return nil }
    self.month = month
    self.day = day
  }

  /// Earlier in the year before later.
  public static func < (left: MonthDay, right: MonthDay) -> Bool {
    (left.month, left.day) < (right.month, right.day)
  }
}

/// A wall-clock time to the minute, 00:00 to 24:00.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Minutes since the day's 00:00 by the wall clock, 0 to 1440; 1440 is the end of the day.
  public var minutes: Int

  /// The time so many minutes after 00:00; nil outside 0...1440.
  public init?(minutes: Int) {
    guard (0...1440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  private init(exactly minutes: Int) { self.minutes = minutes }

  /// 00:00.
  public static let midnight = TimeOfDay(exactly: 0)
  /// 24:00, the end of the day.
  public static let endOfDay = TimeOfDay(exactly: 1440)

  /// Earlier before later.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.minutes < right.minutes
  }
}

/// A range of wall-clock times that belongs to the day it starts on; half-open.
///
/// `start < end` lies on one day. `start > end` runs into the next day. `start == end` does not exist in the language
/// (all day is 00:00–24:00).
public struct TimeRange: Hashable, Sendable {
  /// The first time that belongs to it.
  public var start: TimeOfDay
  /// The first time after it.
  public var end: TimeOfDay

  /// The range from `start` up to, but not including, `end`.
  public init(start: TimeOfDay, end: TimeOfDay) {
    self.start = start
    self.end = end
  }

  /// 00:00–24:00.
  public static let allDay = TimeRange(start: .midnight, end: .endOfDay)
}
