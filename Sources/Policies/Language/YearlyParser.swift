import CivilTime

extension TokenCursor {
  /// Whether a number here belongs to a day of some year: `24 dec`, or `24-26 dec`, which is refused with a hint.
  var startsYearlyInFigures: Bool {
    if month(at: 1) != nil || (peek(1).kind == .word("of") && month(at: 2) != nil) { return true }
    guard [.dash, .dots, .word("to")].contains(peek(1).kind), number(at: 2) != nil else { return false }
    return month(at: 3) != nil
  }

  /// ```text
  /// yearly = day-of-year [(".." | "-" | "to" | "through") day-of-year]
  /// day-of-year = month D | D ["of"] month          D = "1" | "1st" …
  /// ```
  mutating func readYearly() throws(SentenceProblem) -> DaySyntax.Kind {
    let start = token.range.lowerBound
    try refuseFiguresBeforeMonth()
    let first = try readMonthDay()
    try refuseYear(behind: first, from: start)
    guard isDateMark, let end = yearlyEnd(of: first) else {
      if kind == .dots || kind == .word("to") {
        advance()
        throw problem(.expectedDate(found, after: sentence[start..<peek(-1).range.lowerBound]))
      }
      return .yearly(from: first, through: first)
    }
    let firstText = sentence[range(from: start)]
    let whole = start..<peek(end.tokens).range.upperBound
    if kind == .word("until") || kind == .word("till"), let last = end.day {
      let readings = DoubtfulEnds.readings(of: .yearly(from: first, through: last), leavingOut: .last)
      throw problem(
        .datesUntil(sentence[whole], proposals: readings.map { sentence.replacing(whole, with: $0) }), at: whole)
    }
    guard kind != .word("until"), kind != .word("till"), end.tokens > 1 else {
      throw problem(
        .dateRange(
          sentence[whole], proposals: [sentence.replacing(whole, with: "\(firstText)..\(end.text)")]), at: whole)
    }
    advance()
    _ = skip(.name(Name("the")))
    let lastStart = token.range.lowerBound
    let last = try readMonthDay()
    try refuseYear(behind: last, from: lastStart)
    return .yearly(from: first, through: last)
  }

  private mutating func readMonthDay() throws(SentenceProblem) -> MonthDay {
    let start = token.range.lowerBound
    guard let (month, digits, length) = monthDay(at: 0) else {
      if case .ordinal(let digits) = kind {
        throw ordinalWeekday ?? problem(.dayWithoutMonth(sentence[token.range], digits: digits))
      }
      let month = self.month(at: 0)
      let (end, later) = monthRange(of: month)
      let whole = token.range.lowerBound..<end
      throw problem(
        .monthAlone(
          sentence[whole],
          // `from december` does not say until when.
          proposals: month.map {
            peek(-1).kind == .word("from") && later == nil ? [] : [wholeMonths($0, later ?? $0, instead: whole)]
          } ?? []), at: whole)
    }
    if digits.count == 4, let year = monthOfYear(month, digits, length) { throw year }
    advance(length)
    guard digits.count <= 2, let day = ASCII.number(digits), let monthDay = MonthDay(month: month, day: day) else {
      let whole = range(from: start)
      throw problem(.impossibleDate(sentence[whole]), at: whole)
    }
    return monthDay
  }

  /// `december 2026`; nil where the figures are no year.
  private func monthOfYear(_ month: Int, _ figures: String, _ length: Int) -> SentenceProblem? {
    guard let year = Int(figures), (2020...2099).contains(year),
      let first = CivilDate(year: year, month: month, day: 1),
      let next = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
    else { return nil }
    let whole = token.range.lowerBound..<peek(length - 1).range.upperBound
    let dates = "\(DateFigures.text(first))..\(DateFigures.text(next.adding(days: -1)))"
    return problem(
      .yearAlone(sentence[whole], dates: dates, proposals: [sentence.replacing(withLead(whole), with: dates)]),
      at: whole)
  }

  /// `2nd saturday`, `1st and 3rd monday`: the places of a weekday in the month are words.
  private var ordinalWeekday: SentenceProblem? {
    if kind == .ordinal("5"), case .word(let day) = peek(1).kind, Vocabulary.weekday(day) != nil {
      let whole = token.range.lowerBound..<peek(1).range.upperBound
      return problem(.fifthOfMonth(sentence[whole], lastOne: "last \(day)"), at: whole)
    }
    var words: [String] = []
    // A month has no more of them, however many are written.
    while words.count < 5, case .ordinal(let digits) = peek(2 * words.count).kind {
      guard let word = ["1": "first", "2": "second", "3": "third", "4": "fourth"][digits] else { return nil }
      words.append(word)
      let last = peek(2 * words.count - 2).range
      switch peek(2 * words.count - 1).kind {
      case .comma, .word("and"): continue
      case .word(let day) where Vocabulary.weekday(day) != nil:
        let whole = token.range.lowerBound..<last.upperBound
        let written = sentence.replacing(whole, with: words.joined(separator: " and "))
        return problem(.ordinalInFigures(sentence[whole], proposals: [written]), at: whole)
      default: return nil
      }
    }
    return nil
  }

  /// The month, the figures of the day, and how many tokens they take.
  func monthDay(at distance: Int) -> (month: Int, digits: String, tokens: Int)? {
    if let month = month(at: distance), let digits = figures(at: distance + 1) { return (month, digits, 2) }
    guard let digits = figures(at: distance) else { return nil }
    if let month = month(at: distance + 1) { return (month, digits, 2) }
    guard peek(distance + 1).kind == .word("of"), let month = month(at: distance + 2) else { return nil }
    return (month, digits, 3)
  }

  /// `dec 24 2026`, `dec 24, 2026`
  private func refuseYear(behind day: MonthDay, from start: Int) throws(SentenceProblem) {
    let place = isYearBehindComma ? 1 : 0
    guard let year = number(at: place), year.count == 4 else { return }
    let whole = start..<peek(place).range.upperBound
    var ahead = self
    ahead.advance(place + 1)
    if let last = ahead.dayOfYearBehindMark {
      let range = start..<last.end
      let dates = "\(day.text(in: year))..\(last.date)"
      throw problem(.yearAfterDay(sentence[range], proposals: [sentence.replacing(range, with: dates)]), at: range)
    }
    throw problem(
      .yearAfterDay(sentence[whole], proposals: [sentence.replacing(whole, with: day.text(in: year))]), at: whole)
  }

  /// `to 26 dec 2026`: the date behind the mark, and where it ends; nil where there is none.
  private var dayOfYearBehindMark: (date: String, end: Int)? {
    guard isDashOrTo || kind == .dots || word == "through" else { return nil }
    let start = word(at: 1) == "the" ? 2 : 1
    guard let day = monthDay(at: start), let number = ASCII.number(day.digits),
      let last = MonthDay(month: day.month, day: number), let year = self.number(at: start + day.tokens),
      year.count == 4
    else { return nil }
    return (last.text(in: year), peek(start + day.tokens).range.upperBound)
  }

  /// Many times end with a 0 or a 5, and few years do: `dec 24, 2030` is told about its comma.
  private var isYearBehindComma: Bool {
    guard kind == .comma, let digits = number(at: 1), let year = ASCII.number(digits), (2020...2099).contains(year)
    else {
      return false
    }
    return year % 5 != 0 && ![.dash, .word("to"), .word("until"), .word("till")].contains(peek(2).kind)
  }

  /// Refuses `24-26 dec`.
  private func refuseFiguresBeforeMonth() throws(SentenceProblem) {
    guard let first = number(at: 0), month(at: 1) == nil, let last = number(at: 2), month(at: 3) != nil else { return }
    let month = sentence[peek(3).range]
    let whole = token.range.lowerBound..<peek(3).range.upperBound
    throw problem(
      .dateRange(
        sentence[whole], proposals: [sentence.replacing(whole, with: "\(first) \(month)..\(last) \(month)")]),
      at: whole)
  }

  /// The second day of a range, which may be a number alone where it is refused with a hint: how it is written out,
  /// and how many tokens it takes behind the mark.
  private func yearlyEnd(of first: MonthDay) -> (text: String, day: MonthDay?, tokens: Int)? {
    let start = peek(1).kind == .name(Name("the")) ? 2 : 1
    if let day = monthDay(at: start) {
      return (
        sentence[peek(start).range.lowerBound..<peek(start + day.tokens - 1).range.upperBound],
        ASCII.number(day.digits).flatMap { MonthDay(month: day.month, day: $0) }, start + day.tokens - 1
      )
    }
    guard let digits = figures(at: 1), digits.count <= 2 else { return nil }
    let day = ASCII.number(digits).flatMap { MonthDay(month: first.month, day: $0) }
    return ("\(Vocabulary.shortName(month: first.month)) \(digits)", day, 1)
  }

  // MARK: - Months

  /// Where `july to august` ends, and its last month; of one month its own end.
  private func monthRange(of month: Int?) -> (end: Int, last: Int?) {
    guard month != nil, isDateMark(at: 1), let last = self.month(at: 2) else { return (token.range.upperBound, nil) }
    return (peek(2).range.upperBound, last)
  }

  private func isDateMark(at distance: Int) -> Bool {
    var ahead = self
    ahead.advance(distance)
    return ahead.isDateMark
  }

  /// The sentence with the days of these months written out instead of `whole`, and without a word that led there.
  private func wholeMonths(_ first: Int, _ last: Int, instead whole: Range<Int>) -> String {
    let days = last == 2 ? 29 : [4, 6, 9, 11].contains(last) ? 30 : 31
    let written = "\(Vocabulary.shortName(month: first)) 1..\(Vocabulary.shortName(month: last)) \(days)"
    return sentence.replacing(withLead(whole), with: written)
  }

  /// `whole` with the word before it that led there.
  private func withLead(_ whole: Range<Int>) -> Range<Int> {
    let before = peek(-1)
    let leads: Bool
    switch before.kind {
    case .word("from"), .word("in"), .word("during"), .word("on"), .word("at"): leads = true
    case .name(let name): leads = ["the", "over"].contains(name.text)
    case .word, .schedule, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: leads = false
    }
    return (leads ? before.range.lowerBound : whole.lowerBound)..<whole.upperBound
  }

  private func month(at distance: Int) -> Int? {
    if case .word(let word) = peek(distance).kind { Vocabulary.month(word) } else { nil }
  }

  private func number(at distance: Int) -> String? {
    if case .number(let digits) = peek(distance).kind { digits } else { nil }
  }

  private func figures(at distance: Int) -> String? {
    if case .ordinal(let digits) = peek(distance).kind { digits } else { number(at: distance) }
  }
}

extension MonthDay {
  /// The day as a date of `year`.
  fileprivate func text(in year: String) -> String { "\(year)-\(ASCII.twoDigits(month))-\(ASCII.twoDigits(day))" }
}
