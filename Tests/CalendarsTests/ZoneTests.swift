import Calendars
import CivilTime
import Documents
import Policies
import Testing

/// The zones of a calendar's times.
@Suite struct ZoneTests {
  static let named = [
    ("Europe/Berlin", "2026-11-18T13:00:00Z"), ("UTC", "2026-11-18T14:00:00Z"), ("Etc/UTC", "2026-11-18T14:00:00Z"),
    ("GMT", "2026-11-18T14:00:00Z"), ("Etc/GMT+5", "2026-11-18T19:00:00Z"), ("UTC-11", "2026-11-19T01:00:00Z"),
    ("W. Europe Standard Time", "2026-11-18T13:00:00Z"), ("\"Eastern Standard Time\"", "2026-11-18T19:00:00Z"),
    ("/freeassociation.sourceforge.net/Europe/Berlin", "2026-11-18T13:00:00Z"),
    ("/citadel.org/20210210_1/America/New_York", "2026-11-18T19:00:00Z"),
  ]

  @Test("is known by name", arguments: named) func isKnown(_ name: String, _ start: String) throws {
    let file = CalendarFixtures.file("DTSTART;TZID=\(name):20261118T140000", "DURATION:PT1H")
    #expect(try CalendarFixtures.times(in: file).first?.hasPrefix(start) == true)
  }

  /// Where the table of CLDR is another than it was.
  @Test(
    "a Windows name is read as today",
    arguments: [
      ("Central Asia Standard Time", "Asia/Bishkek"), ("Mountain Standard Time (Mexico)", "America/Mazatlan"),
      ("British Columbia Standard Time", "America/Vancouver"), ("Alberta Standard Time", "America/Edmonton"),
      ("Manitoba Standard Time", "America/Winnipeg"), ("West Asia Standard Time", "Asia/Tashkent"),
    ])
  func isAsToday(_ name: String, _ expected: String) throws {
    let file = CalendarFixtures.file("DTSTART;TZID=\(name):20261118T140000", "DURATION:PT1H")
    let events = try CalendarReader.events(in: file, zone: .utc) { $0 == expected ? .utc : nil }
    #expect(events.first?.times.first?.lowerBound.description == "2026-11-18T14:00:00Z")
  }

  @Test(
    "is named where nobody knows it",
    arguments: ["Mars/Olympus", "", "../../etc/passwd", "(UTC+01:00) Berlin", "CET-1"])
  func isUnknown(_ name: String) throws {
    let fault = try CalendarFixtures.fault(in: CalendarFixtures.file("DTSTART;TZID=\"\(name)\":20261118T140000"))
    #expect(fault?.message.text == "unknown time zone '\(name)'")
    #expect(fault?.message.code == "calendar.zone" && fault?.lines == 5...5)
  }

  private static func zone(_ name: String, _ parts: [String]) -> [String] {
    ["BEGIN:VTIMEZONE", "TZID:" + name] + parts + ["END:VTIMEZONE"]
  }

  private static func event(in zone: String, _ time: String) -> [String] {
    ["BEGIN:VEVENT", "DTSTART;TZID=\(zone):\(time)", "DURATION:PT1H", "END:VEVENT"]
  }

  /// As Exchange writes it.
  private static let exchange = [
    "BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT",
  ]

  @Test(
    "clocks change as the file says",
    arguments: [
      ("20260328T140000", "2026-03-28T13:00:00Z"), ("20260329T140000", "2026-03-29T12:00:00Z"),
      ("20261025T140000", "2026-10-25T13:00:00Z"), ("20990701T140000", "2099-07-01T12:00:00Z"),
      ("19750701T140000", "1975-07-01T12:00:00Z"),
    ])
  func changes(_ time: String, _ start: String) throws {
    let file = CalendarFixtures.calendar(Self.zone("Customized", Self.exchange) + Self.event(in: "Customized", time))
    #expect(try CalendarFixtures.times(in: file).first?.hasPrefix(start) == true)
  }

  @Test("a second calendar in the file has its own zone of that name") func eachHasItsOwn() throws {
    let files = ["+0500", "-0300"].flatMap { offset in
      let parts = [
        "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD",
      ]
      return CalendarFixtures.calendar(Self.zone("Camp", parts) + Self.event(in: "Camp", "20261118T140000"))
    }
    #expect(
      try CalendarFixtures.times(in: files) == [
        "2026-11-18T09:00:00Z/2026-11-18T10:00:00Z", "2026-11-18T17:00:00Z/2026-11-18T18:00:00Z",
      ])
  }

  @Test("a name of a place wins over what the file says") func placeWins() throws {
    let wrong = ["BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900", "END:STANDARD"]
    let inBerlin = Self.zone("Europe/Berlin", wrong) + Self.event(in: "Europe/Berlin", "20261118T140000")
    #expect(
      try CalendarFixtures.times(in: CalendarFixtures.calendar(inBerlin))
        == ["2026-11-18T13:00:00Z/2026-11-18T14:00:00Z"])
    let byWindows = Self.zone("Tokyo Standard Time", wrong) + Self.event(in: "Tokyo Standard Time", "20261118T140000")
    #expect(
      try CalendarFixtures.times(in: CalendarFixtures.calendar(byWindows))
        == ["2026-11-18T05:00:00Z/2026-11-18T06:00:00Z"])
  }

  @Test("dates one by one, and a rule that ended") func listed() throws {
    let parts = [
      "BEGIN:STANDARD", "DTSTART:20200101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "RDATE:20260101T000000",
      "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:20250701T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+023000",
      "RRULE:FREQ=YEARLY;UNTIL=20250630T230000Z", "END:DAYLIGHT",
    ]
    let starts = try ["20191231T120000", "20250801T120000", "20260801T120000"].map { time in
      try CalendarFixtures.times(
        in: CalendarFixtures.calendar(Self.zone("Camp", parts) + Self.event(in: "Camp", time)))[0].prefix(20)
    }
    #expect(starts == ["2019-12-31T12:00:00Z", "2025-08-01T09:30:00Z", "2026-08-01T11:00:00Z"])
  }

  @Test(
    "a definition that says nothing is refused where it is used",
    arguments: [
      ([], "has no times"), (["BEGIN:STANDARD", "END:STANDARD"], "lacks 'DTSTART'"),
      (["BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "END:STANDARD"], "lacks 'TZOFFSETTO'"),
      (
        ["BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:1", "TZOFFSETTO:+0100", "END:STANDARD"],
        "'TZOFFSETFROM' cannot be '1'"
      ),
    ] as [([String], String)])
  func saysNothing(_ parts: [String], _ words: String) throws {
    let file = CalendarFixtures.calendar(Self.zone("Camp", parts) + Self.event(in: "Camp", "20261118T140000"))
    let fault = try CalendarFixtures.fault(in: file)
    #expect(fault?.message.text.contains(words) == true, "\(String(describing: fault))")
    let unused = CalendarFixtures.calendar(Self.zone("Camp", parts) + Self.event(in: "UTC", "20261118T140000"))
    #expect(try CalendarFixtures.fault(in: unused) == nil)
  }

  @Test("the zone of a day does not matter") func dayHasNone() throws {
    let file = CalendarFixtures.file("DTSTART;TZID=Nowhere;VALUE=DATE:20261118", "X-WR-TIMEZONE:Nowhere")
    #expect(try CalendarFixtures.times(in: file) == ["2026-11-18"])
  }
}
