import CivilTime

extension TokenCursor {
  /// `date [(".." | "-" | "to" | "through") date]`
  mutating func readDates(from first: CivilDate) throws(SentenceProblem) -> ClosedRange<CivilDate> {
    let start = token
    advance()
    guard isDateMark, case .date(let last) = peek(1).kind else {
      if isDashOrTo || kind == .dots {
        advance()
        throw problem(.expectedDate(found, after: sentence[start.range], proposals: lastOfMonth(of: first, start)))
      }
      return first...first
    }
    let whole = start.range.lowerBound..<peek(1).range.upperBound
    guard kind != .word("until"), kind != .word("till") else {
      let readings = first <= last ? DoubtfulEnds.readings(of: .dates(first...last), leavingOut: .last) : []
      throw problem(
        .datesUntil(sentence[whole], proposals: readings.map { sentence.replacing(whole, with: $0) }), at: whole)
    }
    guard first <= last else {
      let readings = reversed(from: first, through: last)
      throw problem(
        .reversedDates(sentence[whole], proposals: readings.map { sentence.replacing(whole, with: $0) }), at: whole)
    }
    advance(2)
    return first...last
  }

  /// `2026-12-23..2027-01-06` and `2026-01-06..2026-12-23` for `2026-12-23..2026-01-06`: the end of the year after, unless
  /// that is further away than the other way round.
  private func reversed(from first: CivilDate, through last: CivilDate) -> [String] {
    let next = [first.year, first.year + 1].lazy
      .compactMap { CivilDate(year: $0, month: last.month, day: last.day) }.first { $0 > first }
    let isNearer = next.map { $0.dayNumber - first.dayNumber <= first.dayNumber - last.dayNumber } ?? false
    let readings = (isNearer ? next.map { [first...$0] } ?? [] : []) + [last...first]
    return readings.map { SentenceText.text(of: .dates($0)) }
  }

  /// `2026-12-24..2026-12-26` for `2026-12-24 - 26`, the cursor before the last.
  private func lastOfMonth(of first: CivilDate, _ start: Token) -> [String] {
    guard case .number(let digits) = kind, digits.count <= 2, let day = ASCII.number(digits), day > first.day,
      let last = CivilDate(year: first.year, month: first.month, day: day)
    else { return [] }
    let whole = start.range.lowerBound..<token.range.upperBound
    return [sentence.replacing(whole, with: "\(sentence[start.range])..\(DateFigures.text(last))")]
  }

  /// Whether what is here joins two dates, or was meant to.
  var isDateMark: Bool {
    switch kind {
    case .dots, .dash, .word("to"), .word("until"), .word("till"): true
    case .name(let name): name.text == "through"
    case .word, .schedule, .number, .ordinal, .time, .loose, .date, .comma, .end: false
    }
  }

  // MARK: - From

  /// Whether `from` leads to a date here, and not to a time.
  var startsFromDate: Bool {
    var ahead = self
    ahead.advance()
    _ = ahead.skip(.name(Name("the")))
    switch ahead.kind {
    case .date, .ordinal: return true
    case .number: return ahead.startsYearlyInFigures
    case .word(let word): return Vocabulary.month(word) != nil
    case .name, .schedule, .time, .loose, .comma, .dash, .dots, .end: return false
    }
  }

  /// `"from" date ("to" | ".." | "-" | "through") date`
  mutating func readFromDate() throws(SentenceProblem) -> DaySyntax.Kind {
    let from = token.range
    advance()
    _ = skip(.name(Name("the")))
    let start = token.range.lowerBound
    let days: DaySyntax.Kind
    if case .date(let date) = kind {
      days = .dates(try readDates(from: date))
    } else {
      days = try readYearly()
    }
    if DaySyntax(kind: days, range: from).isOneDay {
      let whole = range(from: from.lowerBound)
      if let mark = dateMark(behind: start) {
        let day = sentence[start..<mark.lowerBound].split(separator: " ").joined(separator: " ")
        throw problem(.oneDateTwice(sentence[whole], proposals: [sentence.replacing(whole, with: day)]), at: whole)
      }
      let alone = sentence.replacing(whole, with: sentence[range(from: start)])
      throw problem(.fromOneDate(sentence[whole], alone: [alone]), at: whole)
    }
    return days
  }

  /// What joins two dates before the cursor, behind `start`.
  private func dateMark(behind start: Int) -> Range<Int>? {
    var ahead = self
    while ahead.peek(-1).kind != .end, ahead.peek(-1).range.lowerBound >= start {
      ahead = ahead.wentBack
      if ahead.isDateMark { return ahead.token.range }
    }
    return nil
  }
}
