import CivilTime
import Policies

/// Reads the values of properties that say when.
struct MomentReader {
  var zones: CalendarZones
  var budget = RuleBudget()

  /// The one moment that `property` says.
  mutating func moment(_ property: Property, in calendar: Int) throws(CalendarFault) -> Moment {
    try moment(trimmed(property.value[...]), of: property, in: calendar)
  }

  /// Each of the moments that `property` lists.
  mutating func moments(_ property: Property, in calendar: Int) throws(CalendarFault) -> [Moment] {
    var moments: [Moment] = []
    for piece in pieces(property) { moments.append(try moment(piece, of: property, in: calendar)) }
    return moments
  }

  /// The moments or the stretches that `property` lists.
  mutating func times(_ property: Property, in calendar: Int) throws(CalendarFault) -> [EventDraft.AddedTime] {
    var times: [EventDraft.AddedTime] = []
    for piece in pieces(property) {
      let parts = piece.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      let start = try moment(parts[0], of: property, in: calendar)
      var length: EventLength?
      if parts.count == 2 { length = try self.length(parts[1], from: start, property, in: calendar) }
      times.append(.init(start: start, length: length, lines: property.lines))
    }
    return times
  }

  /// How long something lasts that begins at `start` and ends as `text` says: at a moment, or after a duration.
  private mutating func length(
    _ text: Substring, from start: Moment, _ property: Property, in calendar: Int
  ) throws(CalendarFault) -> EventLength {
    if let duration = WrittenDuration(text) { return try length(duration, from: start, property) }
    return try length(from: start, to: moment(text, of: property, in: calendar), property)
  }

  func length(from start: Moment, to end: Moment, _ property: Property) throws(CalendarFault) -> EventLength {
    switch (start, end) {
    case (.day(let first), .day(let last)):
      let days = last.dayNumber - first.dayNumber
      if days < 0 { throw .endsBefore(property) }
      if days > CalendarLimits.days { throw .tooLong(property) }
      return .days(max(1, days))
    case (.time(let first), .time(let last)):
      if last.instant < first.instant { throw .endsBefore(property) }
      if last.instant - first.instant > Int64(CalendarLimits.days) * 86_400 { throw .tooLong(property) }
      return .exact(last.instant - first.instant)
    case (.day, .time), (.time, .day): throw .mixed(property)
    }
  }

  func length(_ duration: WrittenDuration, from start: Moment, _ property: Property) throws(CalendarFault)
    -> EventLength
  {
    if duration.isNegative, !duration.isEmpty { throw .endsBefore(property) }
    if duration.days + Int(duration.seconds / 86_400) > CalendarLimits.days { throw .tooLong(property) }
    guard start.isDay else { return .nominal(days: duration.days, seconds: duration.seconds) }
    if duration.seconds % 86_400 != 0 { throw .mixed(property) }
    return .days(max(1, duration.days + Int(duration.seconds / 86_400)))
  }

  private mutating func moment(
    _ text: Substring, of property: Property, in calendar: Int
  ) throws(CalendarFault) -> Moment {
    guard let written = WrittenMoment(text) else { throw .noMoment(String(text), property) }
    switch written {
    case .day(let day):
      if property.parameter("VALUE")?.uppercased() == "DATE-TIME" { throw .noMoment(String(text), property) }
      return .day(day)
    case .time(let local, let isUTC):
      // Some programs write the time of midnight into what they call a date.
      guard property.parameter("VALUE")?.uppercased() != "DATE" else {
        if local.secondOfDay != 0 { throw .noMoment(String(text), property) }
        return .day(local.date)
      }
      let zone = try isUTC ? CalendarZones.utc : zone(of: property, in: calendar)
      return .time(ZonedTime(local: local, zone: zone, instant: zones.zones[zone].instant(local: local)))
    }
  }

  private mutating func zone(of property: Property, in calendar: Int) throws(CalendarFault) -> Int {
    guard let name = property.parameter("TZID") else { return CalendarZones.policy }
    return try zones.zone(name, of: property, in: calendar, &budget)
  }

  private func pieces(_ property: Property) -> [Substring] {
    property.value.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
  }

  private func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
