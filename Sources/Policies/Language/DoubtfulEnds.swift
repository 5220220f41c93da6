import CivilTime

/// Ranges of days of which nobody can say whether their ends belong to them: `between mon and fri`, `dec 24 until dec 26`.
enum DoubtfulEnds {
  /// Which ends may be left out.
  enum Ends {
    case last
    case both
  }

  /// `days` as they are written with their ends, and without those in doubt, if any are left then.
  static func readings(of days: DaySyntax.Kind, leavingOut ends: Ends) -> [String] {
    let inner: Days?
    switch days {
    case .dates(let dates):
      inner = range(dates.lowerBound, dates.upperBound, ends).map { .dates($0) }
      return ([Days.dates(dates)] + [inner].compactMap(\.self)).map { SentenceText.text(of: $0) }
    case .yearly(let from, let through):
      // Of the years that are no leap years, which have the same days but for one.
      let end = through < from ? through.lastDay(notAfterIn: 2027) : through.lastDay(notAfterIn: 2026)
      let isLeapDay = [from, through].contains { day in
        [(2, 28), (2, 29), (3, 1)].contains { $0 == (day.month, day.day) }
      }
      inner = isLeapDay ? nil : range(from.firstDay(notBeforeIn: 2026), end, ends).map(yearly)
      return ([Days.yearly(from: from, through: through)] + [inner].compactMap(\.self)).map {
        SentenceText.text(of: $0)
      }
    case .weekdays, .daily, .cycle, .ordinal, .parity, .schedule, .eves: return []
    }
  }

  /// `mon-fri` and `tue-thu`
  static func readings(from first: Weekday, through last: Weekday, leavingOut ends: Ends) -> [String] {
    let all = Weekday.run(from: first, through: last)
    let length = (last.rawValue - first.rawValue + 7) % 7
    let start = ends == .both ? 1 : 0
    let inner =
      length > start ? [Weekday.run(from: first.adding(days: start), through: last.adding(days: -1))] : []
    return ([all] + inner).map { SentenceText.text(of: .weekdays($0)) }
  }

  private static func range(_ first: CivilDate, _ last: CivilDate, _ ends: Ends) -> ClosedRange<CivilDate>? {
    let start = ends == .both ? first.adding(days: 1) : first
    let end = last.adding(days: -1)
    return start <= end ? start...end : nil
  }

  private static func yearly(_ dates: ClosedRange<CivilDate>) -> Days {
    let days = [dates.lowerBound, dates.upperBound].map { MonthDay(month: $0.month, day: $0.day) }
    guard let from = days[0], let through = days[1] else { return .dates(dates) }
    return .yearly(from: from, through: through)
  }
}
