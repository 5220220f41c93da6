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

  /// The first day of `year` that is not before this one: March 1 for February 29 of a common year.
  public func firstDay(notBeforeIn year: Int) -> CivilDate {
    CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: month, day: day))
  }

  /// The last day of `year` that is not after this one: February 28 for February 29 of a common year.
  public func lastDay(notAfterIn year: Int) -> CivilDate {
    let last = min(day, CivilDate.days(inMonth: month, of: year))
    return CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: month, day: last))
  }
}
