import CivilTime

extension RecurrenceRule {
  /// The rule as libical is given it, for what begins at `start`: without its end, which is watched over here, and with
  /// what the format means and libical does not know.
  func text(from start: LocalDateTime, isDay: Bool) -> String {
    var parts = parts
    if isDay { for part in [Part.second, .minute, .hour] { parts[part] = nil } }
    if parts[.week] != nil, parts[.day] == nil {
      // Without it libical writes past the end of its table of days.
      parts[.day] = [RuleValue(day: start.date.weekday.rawValue - 1)]
    }
    if isByYear, parts[.monthDay] != nil, parts[.month] == nil {
      parts[.month] = (1...12).map { RuleValue(number: $0) }
    }
    let lists = Part.allCases.compactMap { part in
      parts[part].map { part.rawValue + "=" + $0.map(\.text).joined(separator: ",") }
    }
    let scale = skip.map { ["RSCALE=GREGORIAN", "SKIP=" + $0] } ?? []
    let head = ["FREQ=" + frequency.rawValue, "INTERVAL=\(boundedInterval)", "WKST=" + weekStart]
    return (head + scale + lists).joined(separator: ";")
  }

  /// A thousand years are as good as more of them.
  var boundedInterval: Int {
    switch frequency {
    case .yearly: min(interval, 1_000)
    case .monthly: min(interval, 12_000)
    default: interval
    }
  }

  /// Seconds from one period to the next; about as many where months and years are counted.
  var step: Int64 {
    let unit: Int64 =
      switch frequency {
      case .secondly: 1
      case .minutely: 60
      case .hourly: 3_600
      case .daily: 86_400
      case .weekly: 604_800
      case .monthly: 2_629_746
      case .yearly: 31_556_952
      }
    return unit * Int64(boundedInterval)
  }
}
