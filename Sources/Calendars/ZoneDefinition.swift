import CivilTime
import Policies

/// A zone as a file defines it: a `VTIMEZONE` with its `STANDARD` and `DAYLIGHT` times.
struct ZoneDefinition {
  private let component: Component

  init(_ component: Component) { self.component = component }

  /// A time that clocks keep from certain moments on.
  private struct Observance {
    var from: Int
    var type: LocalTimeType
    var start: LocalDateTime
    var component: Component

    func change(at wallSeconds: Int64) -> (instant: Instant, type: LocalTimeType) {
      (Instant(secondsSinceEpoch: wallSeconds - Int64(from)), type)
    }
  }

  func zone(named name: String, _ budget: inout RuleBudget) throws(CalendarFault) -> Zone {
    var changes: [(instant: Instant, type: LocalTimeType)] = []
    var earliest: Observance?
    for part in component.parts {
      let observance = try Self.observance(part)
      changes += try Self.changes(of: observance, &budget)
      if earliest.map({ observance.start < $0.start }) ?? true { earliest = observance }
    }
    guard let earliest else { throw .emptyZone(component) }
    changes.sort { $0.instant < $1.instant }
    let first = LocalTimeType(secondsEast: earliest.from, isDaylight: false, abbreviation: "")
    return Zone(name: name, first: first, changes: changes)
  }

  private static func observance(_ part: Component) throws(CalendarFault) -> Observance {
    guard let start = part.first("DTSTART") else { throw .zoneLacks("DTSTART", part) }
    guard case .time(let local, isUTC: _) = WrittenMoment(start.value) else { throw .noMoment(start.value, start) }
    let type = LocalTimeType(
      secondsEast: try offset("TZOFFSETTO", of: part), isDaylight: part.kind == "DAYLIGHT",
      abbreviation: part.first("TZNAME")?.value ?? "")
    return Observance(from: try offset("TZOFFSETFROM", of: part), type: type, start: local, component: part)
  }

  /// `+0100`, `-053000`: seconds east.
  private static func offset(_ name: String, of part: Component) throws(CalendarFault) -> Int {
    guard let property = part.first(name) else { throw .zoneLacks(name, part) }
    let digits = property.value.dropFirst()
    let count = digits.utf8.count
    guard let sign = property.value.first, sign == "+" || sign == "-", count == 4 || count == 6,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
    else { throw .noOffset(property) }
    let (hours, minutes, seconds) =
      count == 4 ? (number / 100, number % 100, 0) : (number / 10_000, number / 100 % 100, number % 100)
    guard hours < 24, minutes < 60, seconds < 60 else { throw .noOffset(property) }
    return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds)
  }

  private static func changes(
    of observance: Observance, _ budget: inout RuleBudget
  ) throws(CalendarFault) -> [(instant: Instant, type: LocalTimeType)] {
    var changes = [observance.change(at: observance.start.wallSeconds)]
    for property in observance.component.all("RRULE") {
      let rule = try RecurrenceRule(property)
      let start = recent(observance.start, rule)
      let last = rule.until.map { lastSecond(of: $0, observance) }
      let follower = try RuleFollower(rule, from: start, isDay: false, until: last, property)
      changes += try follower.follow(&budget).map { observance.change(at: $0) }
    }
    for property in observance.component.all("RDATE") {
      for text in property.value.split(separator: ",") {
        guard case .time(let local, isUTC: _) = WrittenMoment(text) else { throw .noMoment(String(text), property) }
        changes.append(observance.change(at: local.wallSeconds))
      }
    }
    return changes
  }

  /// Outlook's rules begin in 1601, others' in the year 1. What clocks did before 1970 is nobody's business here.
  private static func recent(_ start: LocalDateTime, _ rule: RecurrenceRule) -> LocalDateTime {
    guard let epoch = CivilDate(year: 1970, month: 1, day: 1), start.date < epoch, rule.frequency == .yearly,
      rule.interval == 1, rule.count == nil, rule.parts[.month] != nil,
      rule.parts[.day] != nil || rule.parts[.monthDay] != nil
    else { return start }
    return LocalDateTime(date: epoch, secondOfDay: start.secondOfDay)
  }

  /// The end of a rule is given in UTC, and its times by the clock before the change.
  private static func lastSecond(of written: WrittenMoment, _ observance: Observance) -> Int64 {
    switch written {
    case .day(let day): LocalDateTime(date: day, secondOfDay: 86_399).wallSeconds
    case .time(let local, let isUTC): local.wallSeconds + (isUTC ? Int64(observance.from) : 0)
    }
  }
}
