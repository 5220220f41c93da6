import CivilTime
import Testing

@Suite struct CalendarTests {
  @Test(
    "known days",
    arguments: [
      ("1970-01-01", 0, Weekday.thursday), ("2000-02-29", 11_016, .tuesday), ("2026-11-20", 20_777, .friday),
      ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday), ("1969-12-31", -1, .wednesday),
    ])
  func knownDay(text: String, dayNumber: Int, weekday: Weekday) {
    let day = CivilDate(dayNumber: dayNumber)
    #expect(day.description == text)
    #expect(day.weekday == weekday)
    #expect(CivilDate(year: day.year, month: day.month, day: day.day) == day)
  }

  @Test(
    "impossible days",
    arguments: [(2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (0, 1, 1), (10_000, 1, 1)])
  func impossible(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func everyDayFollowsTheOneBefore() {
    // One whole cycle of the calendar, counted by hand.
    var (year, month, day) = (1800, 1, 1)
    var wrong: [Int] = []
    for number in -62_091..<(-62_091 + 146_097) {
      if CivilDate(dayNumber: number).parts != (year, month, day)
        || CivilDate(year: year, month: month, day: day)?.dayNumber != number
      {
        wrong.append(number)
      }
      day += 1
      if day > CivilDate.days(inMonth: month, of: year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect(wrong.isEmpty)
    #expect((year, month, day) == (2200, 1, 1))
  }

  @Test(
    "days of a year",
    arguments: [
      (2, 29, 2028, "2028-02-29", "2028-02-29"), (2, 29, 2027, "2027-03-01", "2027-02-28"),
      (12, 24, 2027, "2027-12-24", "2027-12-24"),
    ])
  func monthDay(month: Int, day: Int, year: Int, first: String, last: String) throws {
    let monthDay = try #require(MonthDay(month: month, day: day))
    #expect(monthDay.firstDay(notBeforeIn: year).description == first)
    #expect(monthDay.lastDay(notAfterIn: year).description == last)
  }

  @Test("times", arguments: [(0, 0, "00:00"), (7, 30, "07:30"), (23, 59, "23:59"), (24, 0, "24:00")])
  func time(hour: Int, minute: Int, text: String) throws {
    let time = try #require(TimeOfDay(hour: hour, minute: minute))
    #expect(time.description == text)
    #expect((time.hour, time.minute) == (hour, minute))
  }

  @Test("impossible times", arguments: [(24, 1), (25, 0), (-1, 0), (7, 60)])
  func impossibleTime(hour: Int, minute: Int) {
    #expect(TimeOfDay(hour: hour, minute: minute) == nil)
  }
}
