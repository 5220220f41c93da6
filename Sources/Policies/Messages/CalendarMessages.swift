import Documents
import Text

/// What can be wrong with calendars.
extension PolicyMessage {
  /// The result of reading a calendar.
  static func calendar(_ message: Message) -> PolicyMessage {
    PolicyMessage(
      DiagnosticCode(rawValue: message.code) ?? .calendarForm, message.text, hint: message.hint)
  }

  /// With 'busy' the events of whole days would begin and end at midnight, so that the nights of holidays moved.
  static func calendarNeedsBusy(_ summary: String, beside wholeDays: WholeDayNames) -> PolicyMessage {
    let name = summary.isEmpty ? "an event without a name" : "'\(String(summary.prefix(40)).escaped)'"
    let hint =
      switch wholeDays {
      case .noEvents: "write 'busy: true' beside 'ics' to use its times, or choose other events with 'summary'"
      case .own(let example):
        "choose the events that take whole days with 'summary'" + (example.map { ", such as '\($0)'" } ?? "")
      case .shared:
        "in the calendar, give the events that take whole days a name that no other has, and choose them with 'summary'"
      }
    return PolicyMessage(.calendarBusy, "\(name) has times, but the schedule takes whole days", hint: hint)
  }

  static func calendarSummary(_ pattern: String) -> PolicyMessage {
    PolicyMessage(
      .calendarSummary, "no event in the calendar matches '\(String(pattern.prefix(40)).escaped)'",
      hint: "write it as it is in the calendar; '*' matches any text"
    ).asWarning
  }

  static func calendarPatterns(most: Int) -> PolicyMessage {
    PolicyMessage(
      .calendarSize, "there are more than \(most) names and patterns under 'summary'",
      hint: "use patterns: '*' matches any text")
  }

  static let calendarsTooMany = PolicyMessage(
    .calendarSize, "the calendars of the policy have more than 1000000 events in all, counting every repeat",
    hint: "end the recurring events, or choose events with 'summary'")

  static func calendarEmpty(_ file: String) -> PolicyMessage {
    PolicyMessage(
      .calendarEmpty, "'\(file.escaped)' has no events", hint: "fetch it again, or remove the schedule"
    ).asWarning
  }

  /// `patterns` choose among the events; none chooses all.
  static func calendarPast(_ file: String, _ patterns: [String], last: String) -> PolicyMessage {
    PolicyMessage(
      .calendarEnds, "all events\(matching(patterns)) in '\(file.escaped)' are past: the last day was \(last)",
      hint: "fetch the next calendar"
    ).asWarning
  }

  static func calendarEndsSoon(_ file: String, _ patterns: [String], last: String) -> PolicyMessage {
    PolicyMessage(
      .calendarEnds, "'\(file.escaped)' has no events\(matching(patterns)) after \(last)",
      hint: "fetch the next calendar before then"
    ).asWarning
  }

  /// The lines of two events with one identifier.
  static func calendarTwice(_ rivals: CalendarEvent.Rivals) -> PolicyMessage {
    let (first, second) = (rivals.lines.lowerBound, rivals.lines.upperBound)
    let end = rivals.newer.map { ", although the one at line \($0) is the later revision" } ?? ""
    let old = rivals.newer.map { "one at line \($0 == first ? second : first) if it is out of date" } ?? "old one"
    return PolicyMessage(
      .calendarTwice,
      "the events at lines \(first) and \(second) have the same 'UID', and neither replaces the other\(end)",
      hint: "remove the \(old), or give each its own 'UID'"
    ).asWarning
  }

  private static func matching(_ patterns: [String]) -> String {
    let named = patterns.prefix(3).map { "'\(String($0.prefix(40)).escaped)'" } + (patterns.count > 3 ? ["others"] : [])
    return patterns.isEmpty ? "" : " that match " + named.listed("or")
  }
}
