import Calendars
import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// Reading calendars with the zones of `Fixtures`.
enum CalendarFixtures {
  static func zone(_ name: String) throws -> Zone {
    name == "UTC" ? .utc : try Zone(name: name, bytes: try Fixtures.bytes("zoneinfo/" + name))
  }

  static func events(
    in bytes: [UInt8], timezone: String = "Europe/Berlin"
  ) throws -> Result<[CalendarEvent], CalendarFault> {
    let policy = try zone(timezone)
    do throws(CalendarFault) {
      return .success(try CalendarReader.events(in: bytes, zone: policy, zones: { try? zone($0) }))
    } catch {
      return .failure(error)
    }
  }

  /// A calendar of one event with these lines.
  static func file(_ lines: String...) -> [UInt8] {
    calendar(["BEGIN:VEVENT", "UID:1@calendar.example"] + lines + ["END:VEVENT"])
  }

  /// A calendar with these lines.
  static func calendar(_ lines: [String]) -> [UInt8] {
    let all = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR"]
    return Array(all.map { $0 + "\r\n" }.joined().utf8)
  }

  /// When the events of a calendar are, each as a text.
  static func times(in bytes: [UInt8], timezone: String = "Europe/Berlin") throws -> [String] {
    try events(in: bytes, timezone: timezone).get().flatMap { event in
      event.days.map { $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)/\($0.upperBound)" }
        + event.times.map { "\($0.lowerBound)/\($0.upperBound)" }
    }
  }

  /// What is wrong with a calendar: the code, the lines and the words.
  static func fault(in bytes: [UInt8]) throws -> CalendarFault? {
    switch try events(in: bytes) {
    case .success: nil
    case .failure(let fault): fault
    }
  }
}
