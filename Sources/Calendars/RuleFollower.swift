import CivilTime
import Policies

/// The times that a rule gives, by the wall clock.
struct RuleFollower {
  private let rule: RecurrenceRule
  private let property: Property
  private let text: String
  private let isDay: Bool
  private let start: LocalDateTime
  /// The first second that is too late.
  private let end: Int64

  /// Nothing is followed beyond this day.
  static let horizon = CivilDate(dayNumber: 47_482)

  /// `until` is the last second at which something may begin; nil for a rule without an end.
  init(
    _ rule: RecurrenceRule, from start: LocalDateTime, isDay: Bool, until: Int64?,
    horizon: CivilDate = RuleFollower.horizon, _ property: Property
  ) throws(CalendarFault) {
    self.rule = rule.followed(from: start)
    self.property = property
    self.isDay = isDay
    if isDay, [.secondly, .minutely, .hourly].contains(rule.frequency) {
      throw .rule("an event of whole days cannot repeat by the hour", property)
    }
    self.start = Self.recent(start, rule)
    let last = Int64(horizon.dayNumber) * 86_400
    end = until.map { min(last, $0 + 1) } ?? last
    text = self.rule.text(isDay: isDay)
  }

  /// libical's calendar is the one that was in use, and that was another before 1583. A rule without a count is followed
  /// from 400 years later, where the calendar is the same again.
  private static func recent(_ start: LocalDateTime, _ rule: RecurrenceRule) -> LocalDateTime {
    guard rule.count == nil, RuleCycle.isRepeatedAfterCenturies(rule) else { return start }
    var day = start.date
    while day.year < 1700 { day = day.adding(days: RuleCycle.daysOfCenturies) }
    return LocalDateTime(date: day, secondOfDay: start.secondOfDay)
  }

  /// The times in order.
  func follow(_ budget: inout RuleBudget) throws(CalendarFault) -> [Int64] {
    guard start.wallSeconds < end else { return [] }
    if start.date.year < 1583 { throw .rule("it begins before 1583", property) }
    guard LibicalRule.isAvailable else { throw .noLibrary(property) }
    let cycle = RuleCycle.of(rule, from: start, to: end)
    let times = try ofOneCycle(through: cycle.map { start.wallSeconds + $0 } ?? end, &budget)
    if times.isEmpty, cycle != nil || rule.until == nil { throw .rule("it never matches", property) }
    return try repeated(times, every: cycle, &budget)
  }

  /// What libical gives before the second `end`.
  private func ofOneCycle(through end: Int64, _ budget: inout RuleBudget) throws(CalendarFault) -> [Int64] {
    if !rule.isByMonthOrYear, !budget.spend(steps(to: end)) { throw .costlyRule(property) }
    let last = LocalDateTime(wallSeconds: end - 1)
    guard let libical = LibicalRule(text, from: rule.beginning(from: start), isDay: isDay, through: last) else {
      throw .rule("it never matches", property)
    }
    var times: [Int64] = []
    while times.count < rule.count ?? .max, let time = libical.next(), time < end {
      if time >= start.wallSeconds, rule.allows(time), times.last.map({ $0 < time }) ?? true { times.append(time) }
      if times.count > CalendarLimits.occurrences { throw .tooManyTimes(property.lines) }
    }
    if rule.isByMonthOrYear, !budget.spend(cost(of: times)) { throw .costlyRule(property) }
    return times
  }

  private func periods(to time: Int64) -> Int { Int((time - start.wallSeconds) / rule.step) + 1 }

  /// A rule that chooses may look at every period before it gives one; any other gives one for each.
  private func steps(to end: Int64) -> Int {
    rule.parts.isEmpty ? min(periods(to: end), rule.count ?? .max) : periods(to: end)
  }

  /// By months or years a step takes three times as long. What gives nothing may have been looked through until the year
  /// 20000.
  private func cost(of times: [Int64]) -> Int { times.last.map { periods(to: $0) * 3 } ?? 100_000 }

  private func repeated(_ times: [Int64], every cycle: Int64?, _ budget: inout RuleBudget) throws(CalendarFault)
    -> [Int64]
  {
    guard let cycle, !times.isEmpty else {
      guard budget.add(times.count) else { throw .tooManyTimes(property.lines) }
      return times
    }
    let most = min(rule.count ?? .max, CalendarLimits.occurrences + 1)
    var all: [Int64] = []
    var shift: Int64 = 0
    while all.count < most, times[0] + shift < end {
      all += times.lazy.map { $0 + shift }.prefix { $0 < end }.prefix(most - all.count)
      shift += cycle
    }
    guard budget.add(all.count) else { throw .tooManyTimes(property.lines) }
    return all
  }
}
