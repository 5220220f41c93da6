import Calendars
import CivilTime
import Policies
import Testing

/// Weeks by their number, over a century and for every day with which weeks begin: libical alone loses days of weeks 52 and
/// 53, and counts from the end of the year wrongly.
@Suite struct WeekNumberTests {
  private static let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  private static let lists = [
    [1], [2], [26], [51], [52], [53], [-1], [-2], [-26], [-52], [-53], [52, 53], [1, 53], [-1, 1],
  ]

  @Test("has the dates of its weeks", arguments: 0..<7) func hasItsDates(_ weekStart: Int) throws {
    var found = 0
    for list in Self.lists {
      let events = (0..<7).flatMap { day in
        [
          "BEGIN:VEVENT", "DTSTART;VALUE=DATE:19990101",
          "RRULE:FREQ=YEARLY;WKST=\(Self.days[weekStart]);BYDAY=\(Self.days[day]);BYWEEKNO="
            + list.map(String.init).joined(separator: ","), "END:VEVENT",
        ]
      }
      let all = try CalendarFixtures.events(in: CalendarFixtures.calendar(events)).get()
      for (day, event) in all.enumerated() {
        let expected = try Self.dates(list, weekStart, day)
        #expect(event.days.map(\.lowerBound.dayNumber) == expected, "\(list) \(Self.days[day])")
        found += expected.count
      }
    }
    #expect(found > 9_000, "\(found)")
  }

  /// The weeks of a year begin with the one that 4 January is in, and end before the first of the next year.
  private static func dates(_ list: [Int], _ weekStart: Int, _ day: Int) throws -> [Int] {
    let firsts = try (1998...2101).map { year in
      let fourth = try #require(CivilDate(year: year, month: 1, day: 4))
      return fourth.dayNumber - (fourth.weekday.rawValue - 1 - weekStart + 7) % 7
    }
    let weeks = zip(firsts, firsts.dropFirst()).flatMap { first, next in
      list.map { $0 > 0 ? first + 7 * ($0 - 1) : next + 7 * $0 }.filter { (first..<next).contains($0) }
    }
    let start = try #require(CivilDate(year: 1999, month: 1, day: 1)).dayNumber
    let end = try #require(CivilDate(year: 2100, month: 1, day: 1)).dayNumber
    return Set(weeks.map { $0 + (day - weekStart + 7) % 7 }).filter { (start..<end).contains($0) }.sorted()
  }
}
