public import CivilTime

/// Days of the week in the odd or in the even weeks of the year, as ISO 8601 counts them: week 1 is the one with the first
/// Thursday, weeks begin on Monday, and some years have a week 53, so that two odd weeks meet.
public struct WeekParity: Hashable, Sendable {
  /// Whether odd weeks are meant.
  public var isOdd: Bool
  /// Which of their days; never empty.
  public var weekdays: WeekdaySet

  /// These days of the odd or the even weeks.
  public init(isOdd: Bool, _ weekdays: WeekdaySet) {
    self.isOdd = isOdd
    self.weekdays = weekdays
  }

  /// The number of the week that `day`, a day number, is in.
  static func week(of day: Int) -> Int {
    let thursday = WeekCycle.monday(of: day) + 3
    let date = CivilDate(dayNumber: thursday)
    let first = CivilDate(year: date.year, month: 1, day: 1)?.dayNumber ?? thursday
    return (thursday - first) / 7 + 1
  }

  /// The ranges of two weeks, `2026-12-28..2027-01-10`, in which a week 53 and the week 1 behind it are both odd, from `day`
  /// on for so many years.
  static func meetings(from day: CivilDate, years: Int) -> [String] {
    (day.year...day.year + years).compactMap { year in
      // The 28th of December is always in the last week of its year.
      guard let last = CivilDate(year: year, month: 12, day: 28)?.dayNumber, week(of: last) == 53 else { return nil }
      let monday = CivilDate(dayNumber: WeekCycle.monday(of: last))
      let end = monday.adding(days: 13)
      return end < day ? nil : "\(DateFigures.text(monday))..\(DateFigures.text(end))"
    }
  }
}
