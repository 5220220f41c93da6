import CivilTime

/// After how many seconds of the wall clock a rule gives the same times again. What libical gives for one cycle is then
/// repeated: an endless weekly event takes one of its steps and not four thousand, each of which is slow.
enum RuleCycle {
  private static let week: Int64 = 604_800
  /// As long as every fourth year is a leap year, the calendar repeats after 28 years.
  private static let years = 28
  private static let daysOfYears: Int64 = 10_227

  /// The cycle of `rule`, from `start` on and up to `end`; nil if there is none that pays.
  static func of(_ rule: RecurrenceRule, from start: LocalDateTime, to end: Int64) -> Int64? {
    let length =
      rule.isByMonthOrYear || namesDays(rule)
      ? ofYears(rule, from: start, to: end) : leastCommonMultiple(rule.step, week)
    return length.flatMap { start.wallSeconds + $0 < end ? $0 : nil }
  }

  /// The calendar itself repeats after 400 years, weekdays and all.
  static let daysOfCenturies = 146_097

  /// Whether `rule` does as well.
  static func isRepeatedAfterCenturies(_ rule: RecurrenceRule) -> Bool {
    switch rule.frequency {
    case .yearly: 400 % rule.boundedInterval == 0
    case .monthly: 4_800 % rule.boundedInterval == 0
    default: Int64(daysOfCenturies) * 86_400 % rule.step == 0
    }
  }

  /// Whether it asks for more than the day of the week and the time of the day.
  private static func namesDays(_ rule: RecurrenceRule) -> Bool {
    [.monthDay, .yearDay, .week, .month, .position].contains { rule.parts[$0] != nil }
  }

  private static func ofYears(_ rule: RecurrenceRule, from start: LocalDateTime, to end: Int64) -> Int64? {
    // The first week of 2100 begins in 2099, and counted from the end of that year it is not what it is in a leap year.
    if rule.parts[.week, default: []].contains(where: { $0.number < 0 }) { return nil }
    guard let first = CivilDate(year: 1901, month: 3, day: 1), let last = CivilDate(year: 2100, month: 3, day: 1),
      start.date >= first, end <= Int64(last.dayNumber) * 86_400
    else { return nil }
    let length = daysOfYears * 86_400
    let isWhole =
      switch rule.frequency {
      case .yearly: years % rule.boundedInterval == 0
      case .monthly: years * 12 % rule.boundedInterval == 0
      default: length % rule.step == 0
      }
    return isWhole ? length : nil
  }

  private static func leastCommonMultiple(_ one: Int64, _ other: Int64) -> Int64 {
    var (left, right) = (one, other)
    while right != 0 { (left, right) = (right, left % right) }
    return one / left * other
  }
}
