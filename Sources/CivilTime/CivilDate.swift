/// A day of the proleptic Gregorian calendar, in no particular zone.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  public var dayNumber: Int

  /// The day so many days after 1970-01-01.
  public init(dayNumber: Int) {
    self.dayNumber = dayNumber
  }

  /// The day `day` of `month` of `year`; nil where the calendar has no such day or the year is not one of 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...CivilDate.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.init(dayNumber: CivilDate.dayNumber(year: year, month: month, day: day))
  }

  /// Earlier before later.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.dayNumber < right.dayNumber
  }
}

extension CivilDate {
  /// Whether `year` has a February 29.
  public static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// How many days `month` (1 to 12) of `year` has.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day so many days later; earlier where `days` is negative.
  public func adding(days: Int) -> CivilDate {
    CivilDate(dayNumber: dayNumber + days)
  }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday.allCases[floorRemainder(dayNumber + 3, 7)]
  }

  /// The year.
  public var year: Int { parts.year }
  /// The month, 1 to 12.
  public var month: Int { parts.month }
  /// The day of the month, 1 to 31.
  public var day: Int { parts.day }

  /// Year, month and day, for who needs more than one of them.
  public var parts: (year: Int, month: Int, day: Int) {
    // Years counted from March put the leap day at their end, and every month then starts a fixed number of days into
    // its year. A cycle of 400 years has 146097 days.
    let fromMarchOfYear0 = dayNumber + 719_468
    let cycle = floorQuotient(fromMarchOfYear0, 146_097)
    let dayOfCycle = fromMarchOfYear0 - cycle * 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Days from 1970-01-01 to a day that the caller knows to exist; any year.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let cycle = floorQuotient(yearFromMarch, 400)
    let yearOfCycle = yearFromMarch - cycle * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
  }
}

extension CivilDate: CustomStringConvertible {
  /// The day in ISO 8601, such as `2026-11-20`.
  public var description: String {
    let (year, month, day) = parts
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }
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
