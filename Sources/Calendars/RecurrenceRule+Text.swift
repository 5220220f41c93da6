import CivilTime

extension RecurrenceRule {
  /// The rule that libical follows for this one. Of weeks with numbers it is given every week, and `allows` chooses: by
  /// itself it leaves out days of the last week of a year, and writes past the end of its table of days where no day of the
  /// week is named.
  func followed(from start: LocalDateTime) -> RecurrenceRule {
    guard parts[.week] != nil else { return self }
    var rule = self
    rule.frequency = .weekly
    rule.skip = nil
    if parts[.day] == nil { rule.parts[.day] = [RuleValue(day: start.date.weekday.rawValue - 1)] }
    return rule
  }

  /// The rule as libical is given it: without its end, which is watched over here, and with
  /// what the format means and libical does not know.
  func text(isDay: Bool) -> String {
    var parts = parts
    parts[.week] = nil
    if isDay { for part in [Part.second, .minute, .hour] { parts[part] = nil } }
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

  /// The day from which libical is to follow it, which is given only what begins at `start` or later: of a weekly rule the
  /// first of its days in that week. From another day libical may go back to a day of the week before.
  func beginning(from start: LocalDateTime) -> LocalDateTime {
    guard frequency == .weekly, let days = parts[.day], let first = Self.days.firstIndex(of: weekStart) else {
      return start
    }
    let nearest = days.compactMap(\.day).map { ($0 - first + 7) % 7 }.min() ?? 0
    let today = (start.date.weekday.rawValue - 1 - first + 7) % 7
    return LocalDateTime(date: start.date.adding(days: nearest - today), secondOfDay: firstSecond(of: start))
  }

  /// The first time of a day that the rule chooses.
  private func firstSecond(of start: LocalDateTime) -> Int {
    let hour = parts[.hour]?.first?.number ?? start.hour
    let minute = parts[.minute]?.first?.number ?? start.minute
    return hour * 3_600 + minute * 60 + (parts[.second]?.first?.number ?? start.second)
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
