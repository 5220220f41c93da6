import Policies

/// Finds the calendars of a file, their events and zones; whatever else is in it is looked at for its form only.
struct ComponentReader {
  private(set) var calendars: [CalendarObject] = []
  private var open: [Component] = []
  private var eventCount = 0
  private var lastLine = 1

  /// What of an event or a zone is read.
  private static let readNames: Set<String> = [
    "SUMMARY", "UID", "SEQUENCE", "STATUS", "DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE",
    "RECURRENCE-ID",
    "TZID", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME",
  ]

  static func calendars(in bytes: [UInt8]) throws(CalendarFault) -> [CalendarObject] {
    var reader = ComponentReader()
    for line in ContentLines(bytes) { try reader.take(line) }
    if let component = reader.open.last {
      throw .cutOff(component.kind, from: component.lines.lowerBound, to: reader.lastLine)
    }
    if reader.calendars.isEmpty { throw .empty }
    return reader.calendars
  }

  private mutating func take(_ line: ContentLine) throws(CalendarFault) {
    lastLine = line.lines.upperBound
    guard let nameEnd = line.nameEnd, let value = line.valueStart(behind: nameEnd) else {
      throw calendars.isEmpty ? .noCalendar(line) : .noColon(line)
    }
    if line.bytes.contains(0) { throw .zeroByte(line) }
    let name = String(decoding: line.bytes[..<nameEnd], as: UTF8.self).uppercased()
    switch name {
    case "BEGIN": try begin(line.word(from: value), at: line)
    case "END": try end(line.word(from: value), at: line)
    default:
      guard let kind = open.last?.kind else { throw calendars.isEmpty ? .noCalendar(line) : .outside(line) }
      try take(name, of: kind, line.property(named:parameters:value:), nameEnd..<value - 1, value)
    }
  }

  private mutating func take(
    _ name: String, of kind: String, _ property: (String, Range<Int>, Int) -> Property, _ parameters: Range<Int>,
    _ value: Int
  ) throws(CalendarFault) {
    switch kind {
    case "VCALENDAR": try takeHead(property(name, parameters, value))
    case "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT":
      guard Self.readNames.contains(name) else { return }
      open[open.count - 1].properties.append(property(name, parameters, value))
    default: break
    }
  }

  /// What is at the top of a calendar.
  private mutating func takeHead(_ property: Property) throws(CalendarFault) {
    switch property.name {
    case "VERSION" where property.value.hasPrefix("1"): throw .oldVersion(property)
    case "CALSCALE" where property.value.uppercased() != "GREGORIAN": throw .scale(property)
    case "METHOD" where property.value.uppercased() == "CANCEL": calendars[calendars.count - 1].isCancellation = true
    default: break
    }
  }

  private mutating func begin(_ kind: String, at line: ContentLine) throws(CalendarFault) {
    let outer = open.last
    if outer == nil, kind != "VCALENDAR" { throw calendars.isEmpty ? .noCalendar(line) : .outside(line) }
    if let outer, ["VCALENDAR", "VEVENT", "VTIMEZONE"].contains(kind), outer.kind != "VCALENDAR" || kind == "VCALENDAR"
    {
      throw .cutOff(outer.kind, from: outer.lines.lowerBound, to: line.lines.lowerBound)
    }
    if open.count == CalendarLimits.depth { throw .tooDeep(line) }
    if kind == "VCALENDAR" { calendars.append(CalendarObject()) }
    if kind == "VEVENT" { eventCount += 1 }
    if eventCount > CalendarLimits.events { throw .tooManyEvents(line) }
    open.append(Component(lines: line.lines, kind: kind))
  }

  private mutating func end(_ kind: String, at line: ContentLine) throws(CalendarFault) {
    guard var component = open.popLast() else { throw calendars.isEmpty ? .noCalendar(line) : .outside(line) }
    guard component.kind == kind else {
      throw .wrongEnd(kind, of: component.kind, from: component.lines.lowerBound, at: line)
    }
    component.lines = component.lines.lowerBound...line.lines.upperBound
    switch (kind, open.last?.kind) {
    case ("VEVENT", "VCALENDAR"): calendars[calendars.count - 1].events.append(component)
    case ("VTIMEZONE", "VCALENDAR"): calendars[calendars.count - 1].zones.append(component)
    case ("STANDARD", "VTIMEZONE"), ("DAYLIGHT", "VTIMEZONE"): open[open.count - 1].parts.append(component)
    default: break
    }
  }
}

extension ContentLine {
  /// What comes after the colon of `BEGIN` and `END`, in upper case.
  fileprivate func word(from start: Int) -> String {
    let text = String(decoding: bytes[start...], as: UTF8.self).uppercased()
    return String(text.prefix { $0 != " " && $0 != "\t" })
  }
}
