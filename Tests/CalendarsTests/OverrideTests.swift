import Calendars
import CivilTime
import Documents
import Policies
import Testing

/// Events that stand in for single times of a series, or for all that follow.
@Suite struct OverrideTests {
  private static func event(_ lines: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:1@calendar.example"] + lines + ["END:VEVENT"]
  }

  private static let days = event("DTSTART;VALUE=DATE:20261105", "RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:Club")

  @Test func whatFollowsIsMovedWithIt() throws {
    let moved = Self.event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261112", "DTSTART;VALUE=DATE:20261113",
      "DTEND;VALUE=DATE:20261115")
    let times = try CalendarFixtures.times(in: CalendarFixtures.calendar(Self.days + moved))
    #expect(times == ["2026-11-05", "2026-11-13/2026-11-14", "2026-11-20/2026-11-21", "2026-11-27/2026-11-28"])
  }

  @Test func whatFollowsIsTakenAwayWithIt() throws {
    let cancelled = Self.event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261112", "DTSTART;VALUE=DATE:20261112", "STATUS:CANCELLED")
    #expect(try CalendarFixtures.times(in: CalendarFixtures.calendar(Self.days + cancelled)) == ["2026-11-05"])
  }

  /// Each time follows the last change before it.
  @Test func aSecondChangeTakesOver() throws {
    let moved = [("20261119", "20261121"), ("20261112", "20261113")].flatMap { replaced, start in
      Self.event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:\(replaced)", "DTSTART;VALUE=DATE:\(start)")
    }
    let times = try CalendarFixtures.times(in: CalendarFixtures.calendar(Self.days + moved))
    #expect(times.sorted() == ["2026-11-05", "2026-11-13", "2026-11-21", "2026-11-28"])
  }

  @Test func timesThatFollowKeepTheirClock() throws {
    let series = Self.event("DTSTART;TZID=Europe/Berlin:20270321T140000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3")
    let moved = Self.event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270321T140000",
      "DTSTART;TZID=Europe/Berlin:20270321T150000",
      "DURATION:PT30M")
    #expect(
      try CalendarFixtures.times(in: CalendarFixtures.calendar(series + moved)) == [
        "2027-03-21T14:00:00Z/2027-03-21T14:30:00Z", "2027-03-28T13:00:00Z/2027-03-28T13:30:00Z",
        "2027-04-04T13:00:00Z/2027-04-04T13:30:00Z",
      ])
  }

  @Test func onlyItsOwnSeriesIsChanged() throws {
    let other = [
      "BEGIN:VEVENT", "UID:2", "RECURRENCE-ID;VALUE=DATE:20261105", "DTSTART;VALUE=DATE:20270101", "END:VEVENT",
    ]
    let times = try CalendarFixtures.times(in: CalendarFixtures.calendar(Self.days + other))
    #expect(times == ["2026-11-05", "2026-11-12", "2026-11-19", "2026-11-26", "2027-01-01"])
  }

  @Test func anEventOfAnotherNameKeepsIt() throws {
    let moved = Self.event("RECURRENCE-ID;VALUE=DATE:20261112", "DTSTART;VALUE=DATE:20261113", "SUMMARY:Outing")
    let events = try CalendarFixtures.events(in: CalendarFixtures.calendar(Self.days + moved)).get()
    #expect(events.map(\.summary) == ["Club", "Outing"])
    #expect(events.map(\.line) == [3, 9])
    #expect(events.map(\.days.count) == [3, 1])
  }

  @Test func aWholeCalendarCanTakeBack() throws {
    #expect(try CalendarFixtures.times(in: CalendarFixtures.calendar(["METHOD:CANCEL"] + Self.days)) == [])
  }

  @Test func daysDoNotTurnIntoTimes() throws {
    let moved = Self.event("RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261112", "DTSTART:20261113T100000Z")
    let fault = try CalendarFixtures.fault(in: CalendarFixtures.calendar(Self.days + moved))
    #expect(fault?.message.code == "calendar.date")
  }
}
