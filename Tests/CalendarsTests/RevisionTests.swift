import Calendars
import Policies
import Testing

/// One event several times in a file: of exports that were joined, or of a program that appends what it changes.
@Suite struct RevisionTests {
  private static func event(_ lines: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:1@calendar.example"] + lines + ["END:VEVENT"]
  }

  private static func events(_ events: [String]...) throws -> [CalendarEvent] {
    try CalendarFixtures.events(in: CalendarFixtures.calendar(events.flatMap(\.self))).get()
  }

  private static func times(_ events: [String]...) throws -> [String] {
    try CalendarFixtures.times(in: CalendarFixtures.calendar(events.flatMap(\.self)))
  }

  private static let first = event("DTSTART;VALUE=DATE:20261201", "SEQUENCE:0")

  /// A higher number replaces nothing by itself: exports that number what they change give several holidays one identifier, too.
  @Test(arguments: ["SUMMARY:Holiday", "SUMMARY:"]) func allCountWhateverTheirNumbers(_ name: String) throws {
    let second = Self.event("DTSTART;VALUE=DATE:20261203", "SEQUENCE:1", name)
    let third = Self.event("DTSTART;VALUE=DATE:20261204", "SEQUENCE:10", name)
    let unnumbered = Self.event("DTSTART;VALUE=DATE:20261201", name)
    for (copies, newer) in [([unnumbered, second, third], 8), ([third, second, unnumbered], 3)] {
      let events = try Self.events(copies.flatMap(\.self))
      #expect(Set(events.flatMap(\.days).map { "\($0.lowerBound)" }) == ["2026-12-01", "2026-12-03", "2026-12-04"])
      #expect(events.allSatisfy { $0.rivals?.newer == newer }, "\(events)")
    }
    let longer = Self.event("DTSTART;VALUE=DATE:20261201", "DURATION:P2D", "SEQUENCE:1")
    #expect(try Self.times(Self.first, longer) == ["2026-12-01", "2026-12-01/2026-12-02"])
  }

  @Test func whatIsTakenBackLaterIsGone() throws {
    let cancelled = Self.event("DTSTART;VALUE=DATE:20261201", "SEQUENCE:1", "STATUS:CANCELLED")
    #expect(try Self.times(Self.first, cancelled) == [])
    let again = Self.event("DTSTART;VALUE=DATE:20261205", "SEQUENCE:2")
    #expect(try Self.times(Self.first, cancelled, again) == ["2026-12-05"])
    let other = Self.event("DTSTART;VALUE=DATE:20261202")
    #expect(try Self.times(other, cancelled) == ["2026-12-02"], "another start is another event")
  }

  /// In a calendar of its own, too.
  @Test func aLaterCalendarTakesBack() throws {
    let cancelled = Self.event("DTSTART;VALUE=DATE:20261201", "SEQUENCE:1")
    let head = ["END:VCALENDAR", "BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:CANCEL"]
    #expect(try Self.times(Self.first, head, cancelled) == [])
  }

  @Test func aTimeOfASeriesIsMovedAgain() throws {
    let series = Self.event("DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;COUNT=2", "SEQUENCE:3")
    let moved = Self.event(
      "RECURRENCE-ID;VALUE=DATE:20261201", "DTSTART;VALUE=DATE:20261202", "SEQUENCE:1")
    let again = Self.event(
      "RECURRENCE-ID;VALUE=DATE:20261201", "DTSTART;VALUE=DATE:20261205", "SEQUENCE:2")
    let other = Self.event(
      "RECURRENCE-ID;VALUE=DATE:20261208", "DTSTART;VALUE=DATE:20261209", "SEQUENCE:0")
    #expect(try Self.times(series, moved, again, other).sorted() == ["2026-12-05", "2026-12-09"])
  }

  /// Exports that number nothing give one identifier to several holidays: none of them may be lost.
  @Test(arguments: [[], ["SEQUENCE:0"], ["SEQUENCE:7", "DTSTAMP:20260101T000000Z"], ["SEQUENCE:x"]])
  func withoutANumberAllCount(_ lines: [String]) throws {
    let more = { (day: String, stamp: String) in
      Self.event("DTSTART;VALUE=DATE:\(day)", "LAST-MODIFIED:\(stamp)").dropLast() + lines + ["END:VEVENT"]
    }
    let events = try Self.events(
      more("20261201", "20260101T000000Z"), more("20261203", "20260102T000000Z"), more("20261203", "20260102T000000Z"))
    #expect(events.map(\.days.count) == [1, 1, 1])
    #expect(events.allSatisfy { $0.rivals?.lines == 3...(8 + lines.count) && $0.rivals?.newer == nil }, "\(events)")
  }

  /// One `UID` for all of them, and numbers that count something else: a higher one takes no other holiday away.
  @Test func anotherNameIsAnotherEvent() throws {
    let names = ["Easter", "Christmas", "Easter", "Christmas"]
    let events = try Self.events(
      names.enumerated().flatMap { number, name in
        Self.event("DTSTART;VALUE=DATE:2026120\(number + 1)", "SEQUENCE:\(number)", "SUMMARY:\(name)")
      })
    #expect(events.map(\.summary) == names && events.map(\.line) == [3, 9, 15, 21], "\(events)")
    #expect(events.allSatisfy { $0.rivals?.lines == 3...9 && $0.rivals?.newer == 9 }, "\(events)")
  }

  /// A program that takes an event back need not say its name.
  @Test func whatTakesBackNeedsNoName() throws {
    let named = Self.event("DTSTART;VALUE=DATE:20261201", "SUMMARY:Easter")
    let other = Self.event("DTSTART;VALUE=DATE:20261201", "SUMMARY:Christmas", "SEQUENCE:2")
    let back = Self.event("DTSTART;VALUE=DATE:20261201", "SEQUENCE:1", "STATUS:CANCELLED")
    #expect(try Self.times(named, back) == [])
    #expect(try Self.times(back, named) == [])
    #expect(try Self.times(other, back) == ["2026-12-01"], "it is older")
  }

  @Test func whatIsTheSameTwiceIsNoRival() throws {
    #expect(try Self.events(Self.first, Self.first).allSatisfy { $0.rivals == nil })
    let other = ["BEGIN:VEVENT", "UID:2", "DTSTART;VALUE=DATE:20261203", "END:VEVENT"]
    #expect(try Self.events(Self.first, other).allSatisfy { $0.rivals == nil })
    let nameless = ["BEGIN:VEVENT", "DTSTART;VALUE=DATE:20261203", "END:VEVENT"]
    #expect(try Self.events(nameless, nameless.map { $0.replacing("1203", with: "1204") }).map(\.rivals) == [nil, nil])
  }

  /// Two copies that differ in nothing but one line: without a number nobody can tell which of them counts.
  @Test(
    arguments: [
      "EXDATE;VALUE=DATE:20261208", "EXRULE:FREQ=WEEKLY;INTERVAL=2", "RDATE;VALUE=DATE:20261230", "DURATION:P2D",
      "STATUS:CANCELLED",
    ])
  func copiesThatDifferAreRivals(_ line: String) throws {
    let series = ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=WEEKLY;COUNT=4"]
    let event = { (lines: [String]) in ["BEGIN:VEVENT", "UID:1"] + lines + ["END:VEVENT"] }
    for copies in [[series, series + [line]], [series + [line], series]] {
      let events = try Self.events(event(copies[0]), event(copies[1]))
      #expect(!events.isEmpty && events.allSatisfy { $0.rivals != nil }, "\(events)")
    }
    // What has it twice has it once.
    let same = try Self.events(event(series + [line]), event(series + [line]))
    #expect(same.allSatisfy { $0.rivals == nil }, "\(same)")
  }

  /// Nor can anybody where both have such a line and it says another thing.
  @Test(
    arguments: [
      ("EXDATE;VALUE=DATE:20261208", "EXDATE;VALUE=DATE:20261215"),
      ("RDATE;VALUE=DATE:20261230", "RDATE;VALUE=DATE:20261231"),
      ("RDATE;VALUE=PERIOD:20261230T080000Z/PT1H", "RDATE;VALUE=PERIOD:20261230T080000Z/PT2H"),
      ("EXRULE:FREQ=WEEKLY;INTERVAL=2", "EXRULE:FREQ=WEEKLY;INTERVAL=3"), ("DURATION:P2D", "DURATION:P3D"),
      ("RRULE:FREQ=WEEKLY;COUNT=4", "RRULE:FREQ=WEEKLY;COUNT=5"), ("DTEND;VALUE=DATE:20261203", "DURATION:P3D"),
    ])
  func copiesThatSayOtherThingsAreRivals(_ one: String, _ other: String) throws {
    let isTimed = one.contains("PERIOD")
    let start = isTimed ? "DTSTART:20261201T080000Z" : "DTSTART;VALUE=DATE:20261201"
    let series = one.hasPrefix("RRULE") ? [] : ["RRULE:FREQ=WEEKLY;COUNT=4"]
    let event = { (line: String) in ["BEGIN:VEVENT", "UID:1", start] + series + [line, "END:VEVENT"] }
    for (first, second) in [(one, other), (other, one)] {
      let events = try Self.events(event(first), event(second))
      #expect(!events.isEmpty && events.allSatisfy { $0.rivals != nil }, "\(events)")
    }
    #expect(try Self.events(event(one), event(one)).allSatisfy { $0.rivals == nil })
  }

  @Test func whatIsTakenBackWithoutANumberIsDoubtful() throws {
    let cancelled = Self.event("DTSTART;VALUE=DATE:20261201", "SEQUENCE:0", "STATUS:CANCELLED")
    let events = try Self.events(Self.first, cancelled)
    #expect(events.map(\.days.count) == [1] && events.map(\.rivals?.lines) == [3...8], "\(events)")
  }
}
