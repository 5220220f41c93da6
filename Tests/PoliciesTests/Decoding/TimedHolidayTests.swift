import Documents
import TestSupport
import Testing

@testable import Policies

/// A calendar of whole days to which somebody adds an event with times: what is proposed does not move the holidays.
@Suite struct TimedHolidayTests {
  private static func hint(_ events: [String]) throws -> String? {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test"]
    for (number, event) in events.enumerated() {
      lines += ["BEGIN:VEVENT", "UID:\(number)", "DTSTAMP:20260101T000000Z"]
      lines += event.split(separator: "|").map(String.init) + ["END:VEVENT"]
    }
    let text = (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    let decoded = try DecodedPolicy(
      [
        "policy.yaml": """
        timezone: Europe/Berlin
        targets: {kids: {acl-rules: [Kids]}}
        schedules: {hol: {ics: c.ics}}
        policy: [kids off 21:00–07:00 except hol]

        """
      ], takesSketches: true, calendars: ["c.ics": Array(text.utf8)])
    return decoded.diagnostics.first { $0.code == "calendar.busy" }?.hint
  }

  private static let xmas = "SUMMARY:Xmas|DTSTART;VALUE=DATE:20261224|DTEND;VALUE=DATE:20270110"
  private static let evening = "SUMMARY:Parents evening|DTSTART:20261202T180000|DTEND:20261202T200000"

  @Test func whatTakesWholeDaysIsChosenByItsName() throws {
    for events in [[Self.xmas, Self.evening], [Self.evening, Self.xmas], [Self.evening, Self.evening, Self.xmas]] {
      #expect(try Self.hint(events) == "choose the events that take whole days with 'summary', such as 'Xmas'")
    }
    #expect(try Self.hint([Self.xmas]) == nil)
    #expect(try Self.hint([Self.evening])?.hasPrefix("write 'busy: true' beside 'ics'") == true)
  }

  private static let choose = "choose the events that take whole days with 'summary'"
  private static let rename =
    "in the calendar, give the events that take whole days a name that no other has, and choose them with 'summary'"

  /// An example is accepted as it is shown, and chooses no event with times.
  @Test(
    arguments: [
      (["", "Xmas"], choose + ", such as 'Xmas'"), (["parents Evening", " Xmas "], choose + ", such as 'Xmas'"),
      (["PARENTS EVENING", "A: b"], choose), (["Parents*"], choose),
      (["Teachers' day", "Xmas"], choose + ", such as 'Xmas'"),
      ([String(repeating: "x", count: 41)], choose), (["", "  "], rename), (["parents evening", ""], rename),
    ])
  func theExampleIsAccepted(_ names: [String], _ hint: String) throws {
    let wholeDays = names.map { Self.xmas.replacing("SUMMARY:Xmas", with: "SUMMARY:" + $0) }
    #expect(try Self.hint(wholeDays + [Self.evening]) == hint)
  }
}
