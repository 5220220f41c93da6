/// A wall-clock time to the minute, 00:00 to 24:00.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Minutes since the day's 00:00 by the wall clock, 0 to 1440; 1440 is the end of the day.
  public var minutes: Int

  /// The time so many minutes after 00:00; nil outside 0...1440.
  public init?(minutes: Int) {
    guard (0...1440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// The time `hour`:`minute`; nil where no clock shows it and it is not 24:00.
  public init?(hour: Int, minute: Int) {
    guard (0...24).contains(hour), (0...59).contains(minute) else { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  private init(exactly minutes: Int) { self.minutes = minutes }

  /// 00:00.
  public static let midnight = TimeOfDay(exactly: 0)
  /// 24:00, the end of the day.
  public static let endOfDay = TimeOfDay(exactly: 1440)

  /// 0 to 24; 24 at the end of the day only.
  public var hour: Int { minutes / 60 }
  /// 0 to 59.
  public var minute: Int { minutes % 60 }

  /// Earlier before later.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.minutes < right.minutes
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `HH:MM`, such as `07:30`; `24:00` at the end of the day.
  public var description: String { "\(padded(hour, to: 2)):\(padded(minute, to: 2))" }
}

/// A range of wall-clock times that belongs to the day it starts on; half-open.
///
/// `start < end` is on one day. `start > end` runs into the next day. `start == end` does not exist in the language
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

  /// Whether it ends on the day after the one it starts on.
  public var runsIntoNextDay: Bool { end <= start }
}
