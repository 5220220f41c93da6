import Documents
import Text

/// What can be wrong with calendars.
extension PolicyMessage {
  /// What reading a calendar came to.
  static func calendar(_ message: Message) -> PolicyMessage {
    PolicyMessage(
      DiagnosticCode(rawValue: message.code) ?? .calendarForm, message.text, hint: message.hint)
  }

  static func calendarNeedsBusy(_ summary: String) -> PolicyMessage {
    PolicyMessage(
      .calendarBusy, "'\(String(summary.prefix(40)).escaped)' has times, and a schedule of days has none",
      hint: "write 'busy: true' beside 'ics' if its times are meant, or choose other events with 'summary'")
  }

  static func calendarSummary(_ pattern: String) -> PolicyMessage {
    PolicyMessage(
      .calendarSummary, "no event of the calendar is called like '\(String(pattern.prefix(40)).escaped)'",
      hint: "write it as in the calendar; '*' stands for any text"
    ).asWarning
  }

  static func calendarPatterns(most: Int) -> PolicyMessage {
    PolicyMessage(
      .calendarSize, "more than \(most) names or patterns choose events",
      hint: "write patterns: '*' stands for any text")
  }

  static let calendarsTooMany = PolicyMessage(
    .calendarSize, "the calendars of the policy have more than 1000000 events together, with all that recurs of them",
    hint: "give what recurs an end, or choose events with 'summary'")

  static func calendarEmpty(_ file: String) -> PolicyMessage {
    PolicyMessage(
      .calendarEmpty, "there is no event in '\(file.escaped)'", hint: "fetch it again, or remove the schedule"
    ).asWarning
  }

  static func calendarPast(_ file: String, last: String) -> PolicyMessage {
    PolicyMessage(
      .calendarEnds, "the events of '\(file.escaped)' are all past: the last day was \(last)",
      hint: "fetch the next calendar"
    ).asWarning
  }

  static func calendarEndsSoon(_ file: String, last: String) -> PolicyMessage {
    PolicyMessage(
      .calendarEnds, "'\(file.escaped)' has no event behind \(last)", hint: "fetch the next calendar before that"
    ).asWarning
  }
}
