import Calendars
import CivilTime
import Policies
import Testing

/// What calendars of well-known programs look like.
@Suite struct ProgramTests {
  @Test func google() throws {
    let file = CalendarFixtures.calendar([
      "PRODID:-//Google Inc//Google Calendar 70.9054//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
      "X-WR-CALNAME:Family", "X-WR-TIMEZONE:America/Los_Angeles", "BEGIN:VTIMEZONE", "TZID:Europe/Berlin",
      "X-LIC-LOCATION:Europe/Berlin", "BEGIN:DAYLIGHT", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "TZNAME:GMT+2",
      "DTSTART:19700329T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT", "END:VTIMEZONE",
      "BEGIN:VEVENT", "DTSTART;TZID=Europe/Berlin:20261102T170000", "DTEND;TZID=Europe/Berlin:20261102T180000",
      "RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20261116T225959Z;BYDAY=MO,WE", "EXDATE;TZID=Europe/Berlin:20261104T170000",
      "DTSTAMP:20260801T120000Z", "UID:a@google.com", "CREATED:00001231T000000Z",
      "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=a@exa",
      " mple.org;X-NUM-GUESTS=0:mailto:a@example.org",
      "SUMMARY:Piano", "TRANSP:OPAQUE", "END:VEVENT", "BEGIN:VEVENT", "DTSTART:20261109T170000Z",
      "DTEND:20261109T173000Z",
      "UID:a@google.com", "RECURRENCE-ID;TZID=Europe/Berlin:20261109T170000", "SUMMARY:Piano\\, late", "END:VEVENT",
    ])
    #expect(
      try CalendarFixtures.times(in: file) == [
        "2026-11-02T16:00:00Z/2026-11-02T17:00:00Z", "2026-11-11T16:00:00Z/2026-11-11T17:00:00Z",
        "2026-11-16T16:00:00Z/2026-11-16T17:00:00Z", "2026-11-09T17:00:00Z/2026-11-09T17:30:00Z",
      ])
  }

  @Test func outlook() throws {
    let file = CalendarFixtures.calendar([
      "PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN", "METHOD:PUBLISH", "X-CALSTART:20260101T000000Z",
      "X-CLIPSTART:20260101T000000Z", "BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time", "BEGIN:STANDARD",
      "DTSTART:16011028T030000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
      "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010325T020000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
      "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE", "BEGIN:VEVENT", "CLASS:PUBLIC",
      "DESCRIPTION:\\n", "DTEND;TZID=\"W. Europe Standard Time\":20270704T220000",
      "DTSTART;TZID=\"W. Europe Standard Time\":20270704T140000", "PRIORITY:5", "SEQUENCE:0",
      "SUMMARY;LANGUAGE=de:Spätschicht", "TRANSP:OPAQUE", "UID:040000008200E00074C5B7101A82E008",
      "X-ALT-DESC;FMTTYPE=text/html:<html><body>: ; ,</body></html>", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY", "BEGIN:VALARM",
      "TRIGGER:-PT15M", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "END:VALARM", "END:VEVENT",
    ])
    #expect(try CalendarFixtures.times(in: file) == ["2027-07-04T12:00:00Z/2027-07-04T20:00:00Z"])
    #expect(try CalendarFixtures.events(in: file).get().map(\.summary) == ["Spätschicht"])
  }

  @Test func apple() throws {
    let file = CalendarFixtures.calendar([
      "PRODID:-//Apple Inc.//macOS 14.0//EN", "X-APPLE-CALENDAR-COLOR:#FF2968", "BEGIN:VEVENT",
      "TRANSP:TRANSPARENT", "DTEND;VALUE=DATE:16041225", "UID:b", "DTSTART;VALUE=DATE;X-APPLE-OMIT-YEAR=1604:16041224",
      "SUMMARY:🎂 Anna", "RRULE:FREQ=YEARLY;UNTIL=20071231", "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC", "END:VEVENT",
      "BEGIN:VTODO", "DUE;VALUE=DATE:20261118", "SUMMARY:Homework", "END:VTODO",
    ])
    #expect(
      try CalendarFixtures.times(in: file) == ["2004-12-24", "2005-12-24", "2006-12-24", "2007-12-24"])
  }

  @Test func emptyFeed() throws {
    #expect(try CalendarFixtures.times(in: CalendarFixtures.calendar(["X-WR-CALNAME:Nothing yet"])) == [])
  }
}
