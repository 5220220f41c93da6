import Calendars
import CivilTime
import Documents
import Policies
import Testing

/// What recurs, and what of it is taken away or moved.
@Suite struct RecurrenceTests {
  struct Case: CustomTestStringConvertible {
    var about: String
    var lines: [String]
    var days: [String]
    var testDescription: String { about }

    init(_ about: String, _ lines: [String], _ days: [String]) {
      (self.about, self.lines, self.days) = (about, lines, days)
    }
  }

  static let cases = [
    Case("a count", ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;COUNT=2"], ["2026-11-05", "2026-11-06"]),
    Case(
      "a space behind a comma and one behind a number, as Outlook writes them",
      ["DTSTART;VALUE=DATE:20261102", "RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO, FR"],
      ["2026-11-02", "2026-11-06", "2026-11-09"]),
    Case("a semicolon at the end", ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;COUNT=1;"], ["2026-11-05"]),
    Case("lower case", ["DTSTART;VALUE=DATE:20261105", "rrule:freq=daily;count=1"], ["2026-11-05"]),
    Case(
      "the last Friday", ["DTSTART;VALUE=DATE:20261127", "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=2"],
      ["2026-11-27", "2026-12-25"]),
    Case(
      "the last working day",
      ["DTSTART;VALUE=DATE:20261030", "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3"],
      ["2026-10-30", "2026-11-30", "2026-12-31"]),
    Case(
      "a day of every month although the rule is yearly",
      ["DTSTART;VALUE=DATE:20261113", "RRULE:FREQ=YEARLY;BYMONTHDAY=13;COUNT=3"],
      ["2026-11-13", "2026-12-13", "2027-01-13"]),
    Case(
      "a week by its number, without a day",
      ["DTSTART;VALUE=DATE:20261230", "RRULE:FREQ=YEARLY;BYWEEKNO=53,1;COUNT=3"],
      ["2026-12-30", "2027-01-06", "2028-01-05"]),
    Case(
      "the last week of years, of which one ends on that day",
      ["DTSTART;VALUE=DATE:20271231", "RRULE:FREQ=YEARLY;BYWEEKNO=52;BYDAY=FR;COUNT=7"],
      ["2027-12-31", "2028-12-29", "2029-12-28", "2030-12-27", "2031-12-26", "2032-12-24", "2033-12-30"]),
    Case(
      "weeks counted from the end of the year",
      ["DTSTART;VALUE=DATE:20261230", "RRULE:FREQ=YEARLY;BYWEEKNO=-1,-53;COUNT=7"],
      ["2026-12-30", "2027-12-29", "2028-12-27", "2029-12-26", "2030-12-25", "2031-12-24", "2031-12-31"]),
    Case(
      "the Sunday of the same week, and every other one",
      ["DTSTART;VALUE=DATE:20261106", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;COUNT=2"], ["2026-11-08", "2026-11-22"]),
    Case(
      "weeks that begin on Sunday",
      ["DTSTART;VALUE=DATE:20261106", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU;COUNT=1"],
      ["2026-11-15"]),
    Case(
      "the first hour of a day of the week that is not the start's",
      ["DTSTART:20261112T041800Z", "DURATION:PT1S", "RRULE:FREQ=WEEKLY;COUNT=1;BYDAY=FR;BYHOUR=12,0"],
      ["2026-11-13T00:18:00Z/2026-11-13T00:18:01Z"]),
    Case(
      "a birthday that an address book dates to 1604",
      ["DTSTART;VALUE=DATE:16040229", "RRULE:FREQ=YEARLY;UNTIL=20081231"], ["2004-02-29", "2008-02-29"]),
    Case(
      "hours of a rule of whole days do not count",
      ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;COUNT=2;BYHOUR=1,2,3"], ["2026-11-05", "2026-11-06"]),
    Case(
      "a start that the rule does not give is none of its days",
      ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=1"], ["2026-11-09"]),
    Case("an end before the start", ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;UNTIL=20261101"], []),
    Case(
      "a time as the end of days", ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;UNTIL=20261106T000000Z"],
      ["2026-11-05", "2026-11-06"]),
    Case(
      "two rules, one day of which is the same",
      ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"],
      ["2026-11-05", "2026-11-06", "2026-11-12"]),
    Case(
      "a rule that takes away",
      ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;COUNT=4", "EXRULE:FREQ=DAILY;INTERVAL=2"],
      ["2026-11-06", "2026-11-08"]),
    Case(
      "a midnight in UTC takes away the day of the zone",
      ["DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261105T230000Z"], ["2026-11-05"]),
    Case(
      "days that are added, one twice",
      ["DTSTART;VALUE=DATE:20261105", "RDATE;VALUE=DATE:20261201,20261105", "RDATE;VALUE=DATE:20261201"],
      ["2026-11-05", "2026-12-01"]),
    Case(
      "a stretch that is added", ["DTSTART:20261105T100000Z", "RDATE;VALUE=PERIOD:20261106T100000Z/PT1H"],
      ["2026-11-06T10:00:00Z/2026-11-06T11:00:00Z"]),
    Case(
      "a date takes away every time of it",
      [
        "DTSTART:20261105T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2;BYHOUR=8,10",
        "EXDATE;VALUE=DATE:20261105",
      ], ["2026-11-06T08:00:00Z/2026-11-06T09:00:00Z"]),
    Case(
      "a time in UTC takes away one of another zone",
      [
        "DTSTART;TZID=Europe/Berlin:20261105T140000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2",
        "EXDATE:20261105T130000Z",
      ], ["2026-11-06T13:00:00Z/2026-11-06T14:00:00Z"]),
    Case(
      "the length is in seconds where an end says it, and goes by the clock where days do",
      [
        "DTSTART;TZID=Europe/Berlin:20270327T120000", "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=1",
      ], ["2027-03-27T11:00:00Z/2027-03-28T10:00:00Z"]),
    Case(
      "hours in another order than the day's",
      ["DTSTART:20261105T080000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2;BYHOUR=17,8"],
      ["2026-11-05T08:00:00Z/2026-11-05T09:00:00Z", "2026-11-05T17:00:00Z/2026-11-05T18:00:00Z"]),
    Case(
      "a date as the end of times is meant with all of it",
      ["DTSTART:20261105T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261106"],
      ["2026-11-05T10:00:00Z/2026-11-05T11:00:00Z", "2026-11-06T10:00:00Z/2026-11-06T11:00:00Z"]),
  ]

  @Test("happens when it says", arguments: cases) func recurs(_ recurrence: Case) throws {
    let file = CalendarFixtures.calendar(["BEGIN:VEVENT"] + recurrence.lines + ["END:VEVENT"])
    #expect(try CalendarFixtures.times(in: file) == recurrence.days)
  }

  static let refused: [(rule: String, words: String)] = [
    ("FREQ=DAILY;COUNT=0", "'COUNT' cannot be '0'"),
    ("FREQ=DAILY;COUNT=1;UNTIL=20261201", "exclude each other"),
    ("COUNT=1", "'FREQ' is missing"),
    ("FREQ=DAILY;FREQ=DAILY", "twice"),
    ("FREQ=DAILY;INTERVAL=70000", "'INTERVAL' cannot be"),
    ("FREQ=DAILY;INTERVAL=2x", "'INTERVAL' cannot be '2X'"),
    ("FREQ=DAILY;BYDAY=2MO", "'BYDAY' cannot be '2MO'"),
    ("FREQ=WEEKLY;BYDAY=", "'BYDAY' cannot be ''"),
    ("FREQ=WEEKLY;BYDAY=MO,XX", "'BYDAY' cannot be 'MO,XX'"),
    ("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1", "'BYSETPOS' cannot be used"),
    ("FREQ=MONTHLY;BYDAY=6MO", "'BYDAY' cannot be '6MO'"),
    ("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "none of its months has its day"),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "none of its months has its day"),
    ("FREQ=YEARLY;BYMONTHDAY=1;BYYEARDAY=5", "cannot be used"),
    ("FREQ=YEARLY;BYYEARDAY=400", "'BYYEARDAY' cannot be '400'"),
    ("FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYSETPOS=2", "never matches"),
    ("FREQ=YEARLY;BYWEEKNO=0", "'BYWEEKNO' cannot be '0'"),
    ("FREQ=YEARLY;BYWEEKNO=1;INTERVAL=2", "'BYWEEKNO' cannot be used"),
    ("FREQ=YEARLY;BYMONTHDAY=1;BYDAY=20MO", "'BYDAY' cannot be '20MO'"),
    ("FREQ=DAILY;BYMONTHDAY=-1", "'BYMONTHDAY' cannot be used"),
    ("FREQ=MINUTELY;BYHOUR=8", "'BYHOUR' cannot be used"),
    ("FREQ=HOURLY;COUNT=3", "by the hour"),
    ("FREQ=DAILY;UNTIL=20261399", "'UNTIL' cannot be"),
    ("FREQ=DAILY;RSCALE=CHINESE", "'RSCALE' cannot be 'CHINESE'"),
    ("FREQ=DAILY;BYEASTER=0", "'BYEASTER' is not understood"),
    (
      "FREQ=MONTHLY;BYMONTHDAY=" + (-16...16).filter { $0 != 0 }.map(String.init).joined(separator: ","),
      "lists too much"
    ),
    ("FREQ", "has no value"),
    ("", "'FREQ' is missing"),
  ]

  @Test("what cannot be followed is refused", arguments: refused) func refuses(_ rule: String, _ words: String) throws {
    let file = CalendarFixtures.file("DTSTART;VALUE=DATE:20261105", "RRULE:" + rule)
    let fault = try #require(try CalendarFixtures.fault(in: file))
    #expect(fault.message.code == "calendar.rule")
    #expect(fault.message.text.contains(words), "\(fault.message.text)")
    #expect(fault.lines == 6...6)
  }

  @Test(
    "no rule makes anybody wait",
    arguments: [
      "FREQ=SECONDLY", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=3", "FREQ=MINUTELY;COUNT=999999999",
      "FREQ=SECONDLY;INTERVAL=32767;BYSECOND=1", "FREQ=HOURLY", "FREQ=MINUTELY;BYDAY=MO;BYHOUR=25",
      "FREQ=SECONDLY;COUNT=999999999;BYMONTH=2",
    ])
  func isBounded(_ rule: String) throws {
    let file = CalendarFixtures.file("DTSTART:20261105T100000Z", "DURATION:PT1H", "RRULE:" + rule)
    #expect(try CalendarFixtures.fault(in: file) != nil)
  }

  @Test("many rules that take long are refused together")
  func areBounded() throws {
    let event = [
      "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY;BYMONTH=11;BYMONTHDAY=5", "END:VEVENT",
    ]
    let file = CalendarFixtures.calendar(Array(repeating: event, count: 1_000).flatMap { $0 })
    #expect(try CalendarFixtures.fault(in: file)?.message.text.contains("takes too long") == true)
  }

  @Test("a count begins in the calendar of today, which is that of 1583 and not of 1582")
  func countsFromTheNewCalendar() throws {
    let file = { (start: String) in
      CalendarFixtures.calendar([
        "BEGIN:VEVENT", "DTSTART;VALUE=DATE:" + start, "RRULE:FREQ=YEARLY;COUNT=444", "END:VEVENT",
      ])
    }
    #expect(try CalendarFixtures.times(in: file("15830301")).last == "2026-03-01")
    #expect(try CalendarFixtures.fault(in: file("15821231"))?.message.text.contains("it begins before 1583") == true)
  }

  @Test("endless rules are followed up to 2100, and only so many")
  func endsAtTheHorizon() throws {
    let event = ["BEGIN:VEVENT", "DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=DAILY", "END:VEVENT"]
    let days = try CalendarFixtures.times(in: CalendarFixtures.calendar(event))
    #expect(days.last == "2099-12-31" && days.count == 26_720)
    let many = CalendarFixtures.calendar(Array(repeating: event, count: 20).flatMap { $0 })
    let fault = try #require(try CalendarFixtures.fault(in: many))
    #expect(fault.message.code == "calendar.size" && fault.message.hint?.contains("UNTIL") == true)
  }
}
