/// Which parts go together: what the format forbids, and what libical would leave out without a word.
extension RecurrenceRule {
  var isByYear: Bool { frequency == .yearly }
  var isByMonthOrYear: Bool { frequency == .monthly || frequency == .yearly }

  func checkParts() throws(Problem) {
    for part in Part.allCases where parts[part] != nil && !goes(with: part) {
      throw Problem(words: "'\(part.rawValue)' cannot be used with the rest of it")
    }
    // One more than that and libical loses the end of its list.
    for (part, values) in parts where values.count > (part == .monthDay ? 31 : 366) {
      throw Problem(words: "'\(part.rawValue)' lists too much")
    }
    let numbered = parts[.day, default: []].filter { $0.number != 0 }
    if let value = numbered.first(where: { !isNumbered || isTooHigh($0) }) {
      throw Problem(words: "'BYDAY' cannot be '\(value.text)' there")
    }
    if !isByMonthOrYear, interval > Int(Int16.max) {
      throw Problem(words: "'INTERVAL' cannot be '\(interval)'")
    }
    if let months = parts[.month], let days = parts[.monthDay], skip == nil, !Self.exists(days, in: months) {
      throw Problem(words: "none of its months has its day")
    }
  }

  private func goes(with part: Part) -> Bool {
    switch part {
    // Where years are left out, to which of them does a week belong that is in two?
    case .week: isByYear && interval == 1 && [.yearDay, .monthDay, .month, .position].allSatisfy { parts[$0] == nil }
    case .yearDay: isByYear && parts[.month] == nil && parts[.monthDay] == nil
    // Counted from the end of the month it knows them only where months are counted.
    case .monthDay:
      isByMonthOrYear || frequency != .weekly && parts[.monthDay, default: []].allSatisfy { $0.number > 0 }
    case .position: isByMonthOrYear && [.second, .minute, .hour].allSatisfy { parts[$0, default: []].count < 2 }
    // It begins with the wrong hour or minute.
    case .hour, .minute, .second: ![.secondly, .minutely, .hourly].contains(frequency)
    case .day, .month: true
    }
  }

  /// Whether days of the week may have numbers: in a month or in a year, and it must be clear in which of them.
  private var isNumbered: Bool {
    isByMonthOrYear && parts[.week] == nil && (frequency == .monthly || parts[.monthDay] == nil || parts[.month] != nil)
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
