import Calendars
import CivilTime
import Documents
import Policies
import Testing

/// What libical gives for one cycle of a rule is repeated. A rule that ends before its first cycle does is followed step
/// by step; so many short stretches of a rule are held against the long one.
@Suite struct CycleTests {
  static let rules = [
    "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;BYMONTH=2,7", "FREQ=DAILY;BYMONTHDAY=29",
    "FREQ=WEEKLY;BYDAY=SA,SU",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU", "FREQ=WEEKLY;INTERVAL=3;BYDAY=FR;WKST=SU", "FREQ=WEEKLY;BYMONTH=8",
    "FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;INTERVAL=7;BYDAY=2TU",
    "FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYWEEKNO=53",
    "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "FREQ=YEARLY;INTERVAL=4", "FREQ=YEARLY;BYYEARDAY=-1,100",
  ]

  @Test("a rule goes on as it would without repetition", arguments: rules) func goesOn(_ rule: String) throws {
    let all = try Self.days("20080229", rule, "")
    #expect(all.count > 10)
    for day in ["20081231", "20121231", "20201231", "20351231"] {
      let end = ";UNTIL=" + day
      let until = try Self.days("20080229", rule, end)
      #expect(until == all.filter { $0 <= Self.dashed(day) }, "\(end)")
    }
    for count in [1, 5, 11] {
      #expect(try Self.days("20080229", rule, ";COUNT=\(count)") == Array(all.prefix(count)))
    }
  }

  @Test(
    "a rule without a cycle is followed to its end",
    arguments: [
      "FREQ=YEARLY;INTERVAL=3", "FREQ=MONTHLY;INTERVAL=5", "FREQ=DAILY;INTERVAL=11;BYMONTH=3",
    ])
  func isFollowed(_ rule: String) throws {
    let all = try Self.days("20080229", rule, "")
    #expect(all.last.map { $0 > "2089" } == true)
  }

  private static func days(_ start: String, _ rule: String, _ end: String) throws -> [String] {
    try CalendarFixtures.times(in: CalendarFixtures.file("DTSTART;VALUE=DATE:" + start, "RRULE:" + rule + end))
  }

  private static func dashed(_ day: String) -> String {
    "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
  }
}
