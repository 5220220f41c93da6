import CivilTime

/// Finds `until 23:00` beside a night: it begins at midnight, and not where the night does. `21:00–07:00 except fri until 23:00`
/// leaves Thursday night out, and `mon-fri 21:00–07:00 and fri until 23:00` is all of Friday.
enum HalfNights {
  /// A warning for each such end in `part`, be it excepted or not, except for one in the morning of a day of its own.
  static func warnings(in part: WhenSyntax, source: SentenceSource, _ names: ScheduleNames) -> [SentenceProblem] {
    let clauses = part.clauses?.clauses ?? []
    guard let (clause, night) = firstNight(of: clauses, names) else { return [] }
    let excepted = part.exceptions.flatMap(\.clauses)
    return clauses.flatMap { other in
      other.times.filter { $0.isHalf && night.start <= $0.times.end }.map { until in
        let meant = clauses.count == 2 ? nights(clause, night, other, until, source) : nil
        return SentenceProblem(
          range: until.range,
          message: .untilBesideNight(
            until.times.end, proposals: meant.map { [source.replacing(range(of: clauses), with: $0)] } ?? []))
      }
    } + (excepted.contains { $0.times.contains(where: \.isHalf) } ? inExceptions(excepted, clauses, night, source) : [])
  }

  /// `sat-thu 21:00–07:00 and fri 23:00–07:00` for `21:00–07:00` beside `fri until 23:00`, `fri from 23:00` or `fri 23:00–07:00`,
  /// which as they are take nothing off the night of Friday; nil for everything else.
  static func later(_ clauses: [ClauseSyntax], _ source: SentenceSource, _ names: ScheduleNames) -> String? {
    guard clauses.count == 2, let (clause, night) = firstNight(of: [clauses[0]], names), clauses[1].isWhole,
      let own = clauses[1].times.first
    else { return nil }
    let isOfNight = own.isHalf || own.isOpenEnded || own.times.isNight && own.times.end == night.end
    guard isOfNight, night.start < (own.isHalf ? own.times.end : own.times.start) else { return nil }
    return nights(clause, night, clauses[1], own, source)
  }

  private static func inExceptions(
    _ excepted: [ClauseSyntax], _ clauses: [ClauseSyntax], _ night: TimeRange, _ source: SentenceSource
  ) -> [SentenceProblem] {
    let starts = weekdays(of: clauses.flatMap(\.days), isDaily: clauses.contains { $0.days.isEmpty })
    return excepted.flatMap { clause -> [SentenceProblem] in
      let days = weekdays(of: clause.days, isDaily: clause.days.isEmpty)
      if let starts, let days, !days.days.contains(where: { starts.contains($0.adding(days: -1)) }) { return [] }
      return clause.times.filter(\.isHalf).map { until in
        let end = until.times.end
        let isOfDay = end > night.start
        let isOfNextNight = end <= night.end && clause.days.count == 1 && clause.days[0].isOneDay
        let start = isOfDay ? night.end : isOfNextNight ? night.start : nil
        let meant = start.map { source.replacing(until.range, with: "\(ClockTime.text($0))–\(ClockTime.text(end))") }
        return SentenceProblem(
          range: until.range,
          message: .exceptsNight(until: end, isOfNextNight: !isOfDay, proposals: meant.map { [$0] } ?? []))
      }
    }
  }

  private static func firstNight(
    of clauses: [ClauseSyntax], _ names: ScheduleNames
  ) -> (clause: ClauseSyntax, night: TimeRange)? {
    for clause in clauses {
      let times = clause.named.map { names.timesOfDay[$0.name] ?? [] } ?? clause.times.map(\.times)
      if let night = times.first(where: \.isNight) { return (clause, night) }
    }
    return nil
  }

  /// `sat-thu 21:00–07:00 and fri 23:00–07:00` for `mon-fri 21:00–07:00 and fri until 23:00`; nil where that is not simply done.
  private static func nights(
    _ clause: ClauseSyntax, _ night: TimeRange, _ other: ClauseSyntax, _ until: RangeSyntax, _ source: SentenceSource
  ) -> String? {
    guard clause != other, clause.times.count < 2, other.times.count == 1,
      !until.isHalf || until.times.end != night.end,
      let all = weekdays(of: clause.days, isDaily: clause.days.isEmpty), let times = clause.timesRange,
      let late = weekdays(of: other.days, isDaily: false), !late.isEmpty
    else { return nil }
    let rest = WeekdaySet(all.days.filter { !late.contains($0) })
    if rest.isEmpty { return nil }
    let start = until.isHalf ? until.times.end : until.times.start
    return "\(SentenceText.text(ofWeekdays: rest)) \(source[times]) and "
      + "\(SentenceText.text(ofWeekdays: late)) \(ClockTime.text(start))–\(ClockTime.text(night.end))"
  }

  private static func range(of clauses: [ClauseSyntax]) -> Range<Int> {
    (clauses.first?.range.lowerBound ?? 0)..<(clauses.last?.range.upperBound ?? 0)
  }

  /// The days of the week that these are; nil where there are others.
  private static func weekdays(of days: [DaySyntax], isDaily: Bool) -> WeekdaySet? {
    var all: WeekdaySet = isDaily ? .all : []
    for day in days {
      switch day.kind {
      case .daily: all = .all
      case .weekdays(let set): all = all.union(set)
      case .dates, .yearly, .cycle, .ordinal, .parity, .schedule, .eves: return nil
      }
    }
    return all
  }
}

extension RangeSyntax {
  /// Whether it is `until T`, and not all of the day.
  fileprivate var isHalf: Bool { isOpenStart && times.end != .endOfDay }
}
