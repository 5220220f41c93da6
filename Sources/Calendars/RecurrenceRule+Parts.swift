/// Which parts go together: what the format forbids, and what libical would leave out without a word.
extension RecurrenceRule {
  var isByYear: Bool { frequency == .yearly }
  var isByMonthOrYear: Bool { frequency == .monthly || frequency == .yearly }

  func checkParts() throws(Problem) {
    for part in Part.allCases where parts[part] != nil && !goes(with: part) {
      throw Problem(words: "'\(part.rawValue)' does not go with the rest of it")
    }
    let numbered = parts[.day, default: []].filter { $0.number != 0 }
    if let value = numbered.first(where: { !isByMonthOrYear || parts[.week] != nil || isTooHigh($0) }) {
      throw Problem(words: "'BYDAY' cannot be '\(value.text)' there")
    }
    if !isByMonthOrYear, interval > Int(Int16.max) {
      throw Problem(words: "'INTERVAL' cannot be '\(interval)'")
    }
    if let months = parts[.month], let days = parts[.monthDay], skip == nil, !Self.exists(days, in: months) {
      throw Problem(words: "no month that it names has the day that it names")
    }
  }

  private func goes(with part: Part) -> Bool {
    switch part {
    case .week: isByYear && parts[.yearDay] == nil && parts[.monthDay] == nil
    case .yearDay:
      isByYear && parts[.month] == nil && parts[.monthDay] == nil
        || [.secondly, .minutely, .hourly].contains(frequency)
    case .monthDay: frequency != .weekly
    case .position: isByMonthOrYear && [.second, .minute, .hour].allSatisfy { parts[$0, default: []].count < 2 }
    case .hour: frequency != .hourly || interval == 1
    case .minute: frequency != .minutely || interval == 1
    case .second: frequency != .secondly || interval == 1
    case .day, .month: true
    }
  }

  /// No month has a sixth Monday.
  private func isTooHigh(_ value: RuleValue) -> Bool {
    abs(value.number) > 5 && (frequency == .monthly || parts[.month] != nil)
  }

  private static func exists(_ days: [RuleValue], in months: [RuleValue]) -> Bool {
    let longest = months.map { [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][$0.number - 1] }.max() ?? 31
    return days.contains { abs($0.number) <= longest }
  }
}
