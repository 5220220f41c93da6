import Calendars
import CivilTime
import Documents
import Policies

extension ReadingLaws {
  /// The laws that reading `bytes` as a calendar breaks; empty where all hold.
  public static func brokenByCalendar(_ bytes: [UInt8]) -> [String] {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    do throws(CalendarFault) {
      let events = try calendar(bytes)
      return events.flatMap { faults(of: $0, lines: lines) } + (bytes.isEmpty ? ["no bytes are a calendar"] : [])
    } catch {
      return faults(of: error, lines: lines)
    }
  }

  private static let eastern = Zone(
    name: "Europe/Athens", first: LocalTimeType(secondsEast: 7_200, isDaylight: false, abbreviation: ""),
    changes: [
      (
        Instant(secondsSinceEpoch: 1_774_746_000),
        LocalTimeType(secondsEast: 10_800, isDaylight: true, abbreviation: "")
      ),
      (
        Instant(secondsSinceEpoch: 1_792_890_000),
        LocalTimeType(secondsEast: 7_200, isDaylight: false, abbreviation: "")
      ),
    ])

  private static func calendar(_ bytes: [UInt8]) throws(CalendarFault) -> [CalendarEvent] {
    try CalendarReader.events(in: bytes, zone: eastern, zones: { $0 == eastern.name ? eastern : nil })
  }

  private static func faults(of event: CalendarEvent, lines: Int) -> [String] {
    let times = event.times
    let days = event.days
    return [
      (1...lines).contains(event.line) ? nil : "an event begins outside the file",
      zip(days, days.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound && $0 != $1 } ? nil : "days in no order",
      zip(times, times.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound && $0 != $1 }
        ? nil : "times in no order",
      times.contains(where: \.isEmpty) ? "a time without a length" : nil,
      (days.last?.lowerBound.year ?? 0) >= 2101 ? "a day far behind the horizon" : nil,
    ].compactMap(\.self)
  }

  private static func faults(of fault: CalendarFault, lines: Int) -> [String] {
    let message = fault.message
    let words = message.text + (message.hint ?? "")
    return [
      message.code.hasPrefix("calendar.") ? nil : "a fault with the code \(message.code)",
      fault.lines.map { $0.lowerBound >= 1 && $0.upperBound <= lines } ?? true ? nil : "a fault outside the file",
      words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ? nil : "a control character is shown",
      words.utf8.count <= 1_200 ? nil : "a fault tells half of the file",
    ].compactMap(\.self)
  }
}
