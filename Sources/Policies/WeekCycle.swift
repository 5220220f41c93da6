public import CivilTime

/// Days of the week in every so many weeks, counted from a date.
public struct WeekCycle: Hashable, Sendable {
  /// Which days; never empty.
  public var weekdays: WeekdaySet
  /// Every so many weeks; 2 to 8.
  public var interval: Int
  /// A day of the first week that counts: one of the days meant, or one before the first of them. Nothing before it
  /// belongs. Weeks begin on Monday.
  public var start: CivilDate

  /// How many weeks may lie from one to the next.
  public static let intervals = 2...8

  /// These days of every `interval`th week, from `start` on.
  public init(_ weekdays: WeekdaySet, every interval: Int, from start: CivilDate) {
    self.weekdays = weekdays
    self.interval = interval
    self.start = start
  }

  /// The day number of the Monday of the week that `day` is in.
  static func monday(of day: Int) -> Int { day - (CivilDate(dayNumber: day).weekday.rawValue - 1) }
}
