import CivilTime

extension TokenCursor {
  /// Whether a number here belongs to a day of some year: `24 dec`, or `24-26 dec`, which is refused with a hint.
  var startsYearlyInFigures: Bool {
    if month(at: 1) != nil { return true }
    guard [.dash, .dots, .word("to")].contains(peek(1).kind), number(at: 2) != nil else { return false }
    return month(at: 3) != nil
  }

  /// `yearly [(".." | "to") yearly]`, where `yearly = month D | D month`.
  mutating func readYearly() throws(SentenceProblem) -> DaySyntax.Kind {
    let start = token.range.lowerBound
    try refuseFiguresBeforeMonth()
    let first = try readMonthDay()
    if let year = number(at: 0), year.count == 4 {
      throw problem(
        .yearAfterDay(sentence[start..<token.range.upperBound], proposal: first.text(in: year)),
        at: start..<token.range.upperBound)
    }
    guard [.dots, .dash, .word("to"), .word("until")].contains(kind), let end = yearlyEnd(of: first, at: 1) else {
      if kind == .dots || kind == .word("to") {
        advance()
        throw problem(.expectedDate(found, after: sentence[start..<peek(-1).range.lowerBound]))
      }
      return .yearly(from: first, through: first)
    }
    let firstText = sentence[range(from: start)]
    let whole = start..<peek(end.tokens).range.upperBound
    guard kind == .dots || kind == .word("to"), end.tokens == 2 else {
      throw problem(.dateRange(sentence[whole], proposal: firstText + ".." + end.text), at: whole)
    }
    advance()
    return .yearly(from: first, through: try readMonthDay())
  }

  /// `month D | D month`
  private mutating func readMonthDay() throws(SentenceProblem) -> MonthDay {
    let start = token.range.lowerBound
    guard let month = self.month(at: 0) ?? self.month(at: 1), let digits = number(at: 0) ?? number(at: 1) else {
      throw problem(.monthAlone(sentence[token.range], month: self.month(at: 0)))
    }
    advance(2)
    guard digits.count <= 2, let day = ASCII.number(digits), let monthDay = MonthDay(month: month, day: day) else {
      let whole = range(from: start)
      throw problem(.impossibleDate(sentence[whole]), at: whole)
    }
    return monthDay
  }

  /// Refuses `24-26 dec`.
  private func refuseFiguresBeforeMonth() throws(SentenceProblem) {
    guard let first = number(at: 0), month(at: 1) == nil, let last = number(at: 2), month(at: 3) != nil else { return }
    let month = sentence[peek(3).range]
    let whole = token.range.lowerBound..<peek(3).range.upperBound
    throw problem(.dateRange(sentence[whole], proposal: "\(first) \(month)..\(last) \(month)"), at: whole)
  }

  /// The second day of a range, which may be a number alone where it is refused with a hint: how it is written out,
  /// and how many tokens it takes.
  private func yearlyEnd(of first: MonthDay, at distance: Int) -> (text: String, tokens: Int)? {
    let tokens = [peek(distance), peek(distance + 1)]
    let isPair =
      (month(at: distance) != nil && number(at: distance + 1) != nil)
      || (number(at: distance) != nil && month(at: distance + 1) != nil)
    if isPair { return (sentence[tokens[0].range.lowerBound..<tokens[1].range.upperBound], 2) }
    guard let digits = number(at: distance), digits.count <= 2 else { return nil }
    return ("\(Vocabulary.shortName(month: first.month)) \(digits)", 1)
  }

  private func month(at distance: Int) -> Int? {
    if case .word(let word) = peek(distance).kind { Vocabulary.month(word) } else { nil }
  }

  private func number(at distance: Int) -> String? {
    if case .number(let digits) = peek(distance).kind { digits } else { nil }
  }
}

extension MonthDay {
  /// The day as a date of `year`.
  fileprivate func text(in year: String) -> String { "\(year)-\(ASCII.twoDigits(month))-\(ASCII.twoDigits(day))" }
}
