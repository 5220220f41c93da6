import Documents
import Policies
import Text

/// What can be wrong with a calendar.
extension CalendarFault {
  private static let whole = "save the whole calendar again from its program or website"

  private init(_ code: String, _ text: String, hint: String?, _ lines: ClosedRange<Int>?) {
    self.init(Message(code: "calendar." + code, text, hint: hint), lines: lines)
  }

  // MARK: - The file

  static let tooBig = CalendarFault(
    "size", "the calendar is larger than 4 MiB", hint: "save only the years or the events that you need", nil)

  static let empty = CalendarFault("form", "the file is empty", hint: whole, nil)

  static func noCalendar(_ line: ContentLine) -> CalendarFault {
    CalendarFault(
      "form", "this is not a calendar: it begins with \(line.start.quoted), not with 'BEGIN:VCALENDAR'",
      hint: "save the calendar as iCalendar (.ics); if you got a web page, you may have to sign in", line.lines)
  }

  static func oldVersion(_ property: Property) -> CalendarFault {
    CalendarFault(
      "form", "the calendar has the old format vCalendar \(property.value.shortened())",
      hint: "save it as iCalendar (.ics), version 2.0", property.lines)
  }

  static func scale(_ property: Property) -> CalendarFault {
    CalendarFault(
      "form", "the calendar counts days by \(property.value.quoted)", hint: "save it with Gregorian dates",
      property.lines)
  }

  static func outside(_ line: ContentLine) -> CalendarFault {
    CalendarFault(
      "form", "\(line.start.quoted) is after the end of the calendar",
      hint: "remove it, or save the calendar again",
      line.lines)
  }

  static func noColon(_ line: ContentLine) -> CalendarFault {
    CalendarFault(
      "form", "\(line.start.quoted) is not a line of a calendar: it has no name and colon",
      hint: "begin a line that continues the one before it with a space", line.lines)
  }

  static func zeroByte(_ line: ContentLine) -> CalendarFault {
    CalendarFault("form", "the line contains a zero byte", hint: whole, line.lines)
  }

  static func cutOff(_ kind: String, from first: Int, to last: Int) -> CalendarFault {
    CalendarFault(
      "form", "\(kind.quoted) begins at line \(first) and does not end: 'END:\(kind.shortened())' is missing",
      hint: whole,
      first...last)
  }

  static func wrongEnd(_ kind: String, of open: String, from first: Int, at line: ContentLine) -> CalendarFault {
    CalendarFault(
      "form", "\("END:\(kind)".quoted) ends what began at line \(first) as \(open.quoted)", hint: whole, line.lines)
  }

  static func tooDeep(_ line: ContentLine) -> CalendarFault {
    CalendarFault(
      "size", "the parts of the calendar are nested more than \(CalendarLimits.depth) deep", hint: whole, line.lines
    )
  }

  static func tooManyEvents(_ line: ContentLine) -> CalendarFault {
    CalendarFault(
      "size", "the calendar has more than \(CalendarLimits.events) events",
      hint: "save only the years or the events that you need", line.lines)
  }

  static func tooManyTimes(_ lines: ClosedRange<Int>) -> CalendarFault {
    CalendarFault(
      "size", "the events of the calendar happen more than \(CalendarLimits.occurrences) times until the year 2100",
      hint: "give recurring events an end, such as 'UNTIL=20301231'", lines)
  }

  // MARK: - Events

  static func noStart(_ component: Component) -> CalendarFault {
    CalendarFault(
      "date", "the event has no start: 'DTSTART' is missing", hint: "give it a date, or remove it", component.lines)
  }

  static func twice(_ name: String, _ component: Component) -> CalendarFault {
    CalendarFault("form", "the event has '\(name)' twice", hint: "keep one of them", component.lines)
  }

  static func noMoment(_ text: String, _ property: Property) -> CalendarFault {
    CalendarFault(
      "date", "'\(property.name)' cannot be \(text.quoted): there is no such date",
      hint: "write a date such as 20261118, or a time such as 20261118T140000", property.lines)
  }

  static func noDuration(_ property: Property) -> CalendarFault {
    CalendarFault(
      "date", "'DURATION' cannot be \(property.value.quoted)", hint: "write something like P1D for a day, or PT1H30M",
      property.lines)
  }

  static func twoEnds(_ property: Property) -> CalendarFault {
    CalendarFault("date", "the event has both 'DTEND' and 'DURATION'", hint: "keep one of them", property.lines)
  }

  static func endsBefore(_ property: Property) -> CalendarFault {
    CalendarFault("date", "the event ends before it starts", hint: "check its start and its end", property.lines)
  }

  static func tooLong(_ property: Property) -> CalendarFault {
    CalendarFault("date", "the event lasts more than 400 years", hint: "check its start and its end", property.lines)
  }

  static func mixed(_ property: Property) -> CalendarFault {
    CalendarFault(
      "date", "the event has a date at one end and a time at the other",
      hint: "write a date for both, or a time for both",
      property.lines)
  }

  static func mixedTimes(_ lines: ClosedRange<Int>) -> CalendarFault {
    CalendarFault(
      "date", "the event has dates in some places and times in others",
      hint: "write dates everywhere, or times everywhere", lines)
  }

  // MARK: - Recurrence

  static func rule(_ problem: String, _ property: Property) -> CalendarFault {
    CalendarFault(
      "rule", "the rule \(property.value.quoted) cannot be followed: \(problem)",
      hint: "write a rule such as FREQ=WEEKLY;BYDAY=MO, or the dates one by one", property.lines)
  }

  static func costlyRule(_ property: Property) -> CalendarFault {
    CalendarFault(
      "rule", "following the rule \(property.value.quoted) takes too long",
      hint: "write a rule that matches more often, or the dates one by one", property.lines)
  }

  static func noLibrary(_ property: Property) -> CalendarFault {
    CalendarFault(
      "library", "recurring events need the library libical, which cannot be loaded",
      hint: "install the package libical3",
      property.lines)
  }

  // MARK: - Zones

  static func unknownZone(_ name: String, _ property: Property) -> CalendarFault {
    CalendarFault(
      "zone", "unknown time zone \(name.quoted)", hint: "write a name such as Europe/Berlin", property.lines)
  }

  static func tooManyZones(_ property: Property) -> CalendarFault {
    CalendarFault(
      "size", "the times of the calendar are in more than \(CalendarLimits.zones) time zones",
      hint: "save it again from its program", property.lines)
  }

  static func emptyZone(_ component: Component) -> CalendarFault {
    CalendarFault(
      "zone", "the definition of the time zone has no times: it needs 'STANDARD' or 'DAYLIGHT'", hint: whole,
      component.lines)
  }

  static func zoneLacks(_ name: String, _ component: Component) -> CalendarFault {
    CalendarFault("zone", "the definition of the time zone lacks '\(name)'", hint: whole, component.lines)
  }

  static func noOffset(_ property: Property) -> CalendarFault {
    CalendarFault(
      "zone", "'\(property.name)' cannot be \(property.value.quoted)", hint: "write something like +0100",
      property.lines)
  }
}
