import CivilTime

extension RecurrenceRule {
  /// Whether a time that libical gave is in a week of the rule.
  func allows(_ wallSeconds: Int64) -> Bool {
    guard let weeks = parts[.week] else { return true }
    let date = LocalDateTime(wallSeconds: wallSeconds).date
    let (week, count) = number(of: date)
    return weeks.contains { $0.number == week || $0.number == week - count - 1 }
  }

  /// The week of its year, counted as in ISO 8601 but for the day with which weeks begin, and how many that year has.
  private func number(of date: CivilDate) -> (week: Int, count: Int) {
    // The day in the middle of the week decides about its year.
    let first = Self.days.firstIndex(of: weekStart) ?? 0
    let middle = date.adding(days: 3 - (date.weekday.rawValue - 1 - first + 7) % 7)
    let dayOfYear = middle.dayNumber - (CivilDate(year: middle.year, month: 1, day: 1)?.dayNumber ?? 0)
    let days = CivilDate.isLeap(year: middle.year) ? 366 : 365
    let week = dayOfYear / 7 + 1
    return (week, week + (days - 1 - dayOfYear) / 7)
  }
}
