import Calendars
import CivilTime
import Documents
import Policies
import Testing

/// What is a calendar, and what is none.
@Suite struct FormTests {
  static let refused: [(about: String, text: String, code: String, lines: ClosedRange<Int>?)] = [
    ("nothing but empty lines", "\r\n\r\n", "calendar.form", nil),
    ("JSON", "{\"events\": []}", "calendar.form", 1...1),
    ("a name and a colon", "hello: world", "calendar.form", 1...1),
    ("an event without a calendar", "BEGIN:VEVENT\nEND:VEVENT\n", "calendar.form", 1...1),
    ("the end of nothing", "END:VCALENDAR\n", "calendar.form", 1...1),
    ("UTF-16", "B\0E\0G\0I\0N\0", "calendar.form", 1...1),
    ("a zero byte", "BEGIN:VCALENDAR\nX-A:\0\nEND:VCALENDAR", "calendar.form", 2...2),
    ("the old format", "BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR", "calendar.form", 2...2),
    ("other days", "BEGIN:VCALENDAR\nCALSCALE:JULIAN\nEND:VCALENDAR", "calendar.form", 2...2),
    (
      "an event in an event", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR", "calendar.form",
      2...3
    ),
    ("an event in a task", "BEGIN:VCALENDAR\nBEGIN:VTODO\nBEGIN:VEVENT\nEND:VEVENT\nEND:VTODO", "calendar.form", 2...3),
    ("ends that cross", "BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VCALENDAR\nEND:VTODO", "calendar.form", 3...3),
    ("a calendar in a calendar", "BEGIN:VCALENDAR\nBEGIN:VCALENDAR\nEND:VCALENDAR", "calendar.form", 1...2),
    ("words behind the end", "BEGIN:VCALENDAR\nEND:VCALENDAR\nX-A:b\n", "calendar.form", 3...3),
    ("no name", "BEGIN:VCALENDAR\n:b\nEND:VCALENDAR", "calendar.form", 2...2),
    ("a sentence with a colon", "BEGIN:VCALENDAR\njoin us at: noon\nEND:VCALENDAR", "calendar.form", 2...2),
    ("deep", "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 20), "calendar.size", 17...17),
  ]

  @Test("is none", arguments: refused.indices) func isNoCalendar(_ index: Int) throws {
    let (about, text, code, lines) = Self.refused[index]
    let fault = try #require(try CalendarFixtures.fault(in: Array(text.utf8)), "\(about)")
    #expect(fault.message.code == code && fault.lines == lines, "\(about): \(fault)")
  }

  static let starts: [(lines: [String], words: String, line: ClosedRange<Int>)] = [
    (["DTSTART;VALUE=DATE:20260230"], "'DTSTART' cannot be '20260230'", 5...5),
    (["DTSTART:20261118T250000"], "cannot be '20261118T250000'", 5...5),
    (["DTSTART:2026-11-18"], "cannot be '2026-11-18'", 5...5),
    (["DTSTART:"], "cannot be ''", 5...5),
    (["DTSTART;VALUE=DATE:20261118T140000"], "cannot be '20261118T140000'", 5...5),
    (["DTSTART;VALUE=DATE-TIME:20261118"], "cannot be '20261118'", 5...5),
    (["DTSTART:20261118", "DTSTART:20261119"], "'DTSTART' twice", 3...7),
    (["DTSTART:20261118", "DTEND:20261118T100000Z"], "a time at the other", 6...6),
    (["DTSTART:20261118", "DTEND:20261117"], "ends before it starts", 6...6),
    (["DTSTART:20261118T100000Z", "DURATION:-PT1H"], "ends before it starts", 6...6),
    (["DTSTART:20261118T100000Z", "DURATION:1H"], "'DURATION' cannot be '1H'", 6...6),
    (["DTSTART:20261118T100000Z", "DURATION:PT"], "'DURATION' cannot be 'PT'", 6...6),
    (["DTSTART:20261118", "DURATION:PT1H"], "a time at the other", 6...6),
    (["DTSTART:20261118", "DURATION:P999999999W"], "more than 400 years", 6...6),
    (["DTSTART:20261118", "DTEND:20261119", "DURATION:P1D"], "both 'DTEND' and 'DURATION'", 7...7),
    (["DTSTART:20261118", "EXDATE:20261118,"], "'EXDATE' cannot be ''", 6...6),
    (["DTSTART:20261118", "RDATE:20261118T100000Z"], "dates in some places", 6...6),
    (["DTSTART:20261118", "RECURRENCE-ID:soon"], "'RECURRENCE-ID' cannot be 'soon'", 6...6),
  ]

  @Test("says no time", arguments: starts.indices) func saysNoTime(_ index: Int) throws {
    let (lines, words, line) = Self.starts[index]
    let file = CalendarFixtures.calendar(["BEGIN:VEVENT", "UID:1"] + lines + ["END:VEVENT"])
    let fault = try #require(try CalendarFixtures.fault(in: file))
    #expect(fault.message.text.contains(words) && fault.lines == line, "\(fault)")
  }

  static let taken: [(text: String, times: [String])] = [
    ("DTSTART;VALUE=DATE:20261118T000000", ["2026-11-18"]),
    ("DTSTART:20261118\r\nDTEND:20261118", ["2026-11-18"]),
    ("DTSTART:20261118\r\nDURATION:PT48H", ["2026-11-18/2026-11-19"]),
    ("DTSTART:20261118\r\nTRANSP:TRANSPARENT\r\nSTATUS:TENTATIVE", ["2026-11-18"]),
    ("DTSTART:20261118\r\n\r\nX-EMPTY:\r\nATTENDEE;CN=\"no end:mailto:a@example.org", ["2026-11-18"]),
    ("DTSTART:20261118\r\nDESCRIPTION:RRULE:FREQ=NEVER\\nBEGIN:VEVENT", ["2026-11-18"]),
    ("DTSTART:20261118\r\nATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA\r\n AAAA", ["2026-11-18"]),
    ("DTSTART:20261118T235960Z\r\nDTEND:20261119T000000Z", ["2026-11-18T23:59:59Z/2026-11-19T00:00:00Z"]),
    ("DTSTART:22001118", []),
  ]

  @Test("is taken", arguments: taken.indices) func isTaken(_ index: Int) throws {
    #expect(try CalendarFixtures.times(in: CalendarFixtures.file(Self.taken[index].text)) == Self.taken[index].times)
  }

  @Test func textsLoseTheirEscapes() throws {
    let file = CalendarFixtures.file("SUMMARY;LANGUAGE=de:a\\, b\\; c\\\\ \\n d\\e \\", "DTSTART:20261118")
    #expect(try CalendarFixtures.events(in: file).get().map(\.summary) == ["a, b; c\\ \n d\\e \\"])
  }

  @Test func severalCalendarsMayStandInAFile() throws {
    let one = CalendarFixtures.file("DTSTART:20261118")
    let other = CalendarFixtures.file("DTSTART:20261119")
    #expect(try CalendarFixtures.times(in: one + other) == ["2026-11-18", "2026-11-19"])
  }

  @Test func whatIsQuotedIsShortAndSafe() throws {
    let file = CalendarFixtures.file("DTSTART:\u{1B}[31m" + String(repeating: "secret", count: 100))
    let text = try #require(try CalendarFixtures.fault(in: file)).message.text
    #expect(text.count < 200 && text.contains("\\u{1B}") && text.contains("…"))
  }

  @Test(
    "a date has digits only",
    arguments: ["2O261105", "20261lO5", "2026110l", "2026 105", "2026-105", "20261105T10OO00"])
  func datesOfLetters(_ date: String) throws {
    #expect(try CalendarFixtures.fault(in: CalendarFixtures.file("DTSTART:" + date))?.message.code == "calendar.date")
  }

  @Test func tooMuchIsRefused() throws {
    let event = ["BEGIN:VEVENT", "DTSTART:20261118", "END:VEVENT"]
    let most = Array(repeating: event, count: 20_000).flatMap { $0 }
    #expect(try CalendarFixtures.times(in: CalendarFixtures.calendar(most)).count == 20_000)
    let many = try #require(try CalendarFixtures.fault(in: CalendarFixtures.calendar(most + event)))
    #expect(many.message.text.contains("20000") && many.lines == 60_003...60_003)
    let big = CalendarFixtures.file("DESCRIPTION:" + String(repeating: "x", count: 4 << 20), "DTSTART:20261118")
    #expect(try CalendarFixtures.fault(in: big)?.message.text.contains("4 MiB") == true)
  }
}
