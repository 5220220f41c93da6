import CivilTime

/// Days that share the name of a month: `24, 25 december`, `dec 24 and 25`. The language wants it at each of them.
enum SharedMonths {
  /// No month has more days, however many are written.
  private static let most = 31

  /// What is wrong with such days in a sentence which could not be read; nil where it has none.
  static func problem(in cursor: TokenCursor) -> SentenceProblem? {
    let cursor = cursor.rewound
    return (0..<cursor.count).lazy.compactMap { place in
      behindDate(cursor, at: place) ?? behindMonth(cursor, at: place) ?? beforeMonth(cursor, at: place)
        ?? range(cursor, at: place)
    }.first
  }

  /// `2026-12-24, 25 and 26`
  private static func behindDate(_ cursor: TokenCursor, at place: Int) -> SentenceProblem? {
    guard case .date(let date) = cursor[place].kind else { return nil }
    var dates = [date]
    var end = place + 1
    while dates.count < most, let next = cursor.behindMark(end), let day = cursor.day(atPlace: next),
      !cursor.goesOn(behind: next),
      let other = CivilDate(year: date.year, month: date.month, day: day)
    {
      dates.append(other)
      end = next + 1
    }
    guard dates.count > 1 else { return nil }
    return problem(cursor, dates.map(DateFigures.text), place..<end)
  }

  /// `dec 24, 25 and 26`
  private static func behindMonth(_ cursor: TokenCursor, at place: Int) -> SentenceProblem? {
    guard let month = cursor.month(atPlace: place), let first = cursor.day(atPlace: place + 1) else { return nil }
    var days = [first]
    var end = place + 2
    while days.count < most, let next = cursor.behindMark(end), let day = cursor.day(atPlace: next),
      !cursor.goesOn(behind: next)
    {
      days.append(day)
      end = next + 1
    }
    return problem(cursor, days, month, place..<end)
  }

  /// `24, 25 and 26 december`, `24th and 25th of december`
  private static func beforeMonth(_ cursor: TokenCursor, at place: Int) -> SentenceProblem? {
    guard let first = cursor.day(atPlace: place), !cursor.isBehindMonth(place) else { return nil }
    var days = [first]
    var end = place + 1
    while days.count < most, let next = cursor.behindMark(end), let day = cursor.day(atPlace: next) {
      days.append(day)
      end = next + 1
    }
    if cursor.text(at: end) == "of" { end += 1 }
    guard let month = cursor.month(atPlace: end) else { return nil }
    return problem(cursor, days, month, place..<end + 1)
  }

  /// `24th to 26th of december`
  private static func range(_ cursor: TokenCursor, at place: Int) -> SentenceProblem? {
    let marks: [Token.Kind] = [.dash, .dots, .word("to"), .word("until"), .word("till")]
    guard case .ordinal = cursor[place].kind, marks.contains(cursor[place + 1].kind),
      let first = cursor.day(atPlace: place), !cursor.isBehindMonth(place)
    else { return nil }
    var next = place + 2
    if cursor.text(at: next) == "the" { next += 1 }
    guard let last = cursor.day(atPlace: next), first < last else { return nil }
    var end = next + 1
    if cursor.text(at: end) == "of" { end += 1 }
    guard let month = cursor.month(atPlace: end).map(Vocabulary.shortName(month:)) else { return nil }
    // With a year behind it other dates are meant.
    if case .number = cursor[end + 1].kind { return nil }
    let start = cursor.text(at: place - 1) == "the" ? place - 1 : place
    return problem(cursor, ["\(month) \(first)..\(month) \(last)"], start..<end + 1)
  }

  private static func problem(
    _ cursor: TokenCursor, _ days: [Int], _ month: Int, _ places: Range<Int>
  ) -> SentenceProblem? {
    guard days.count > 1 else { return nil }
    var last = places.upperBound - 1
    let texts: [String]
    if case .number(let figures) = cursor[last + 1].kind, figures.count == 4, let year = Int(figures) {
      texts = days.compactMap { CivilDate(year: year, month: month, day: $0).map(DateFigures.text) }
      last += 1
    } else {
      texts = days.map { "\(Vocabulary.shortName(month: month)) \($0)" }
    }
    var first = places.lowerBound
    if cursor.text(at: first - 1) == "the" { first -= 1 }
    return texts.count == days.count ? problem(cursor, texts, first..<last + 1) : nil
  }

  private static func problem(_ cursor: TokenCursor, _ days: [String], _ places: Range<Int>) -> SentenceProblem {
    let whole = cursor[places.lowerBound].range.lowerBound..<cursor[places.upperBound - 1].range.upperBound
    let written = days.joined(separator: ", ")
    return SentenceProblem(
      range: whole,
      message: .sharedMonth(
        cursor.sentence[whole], written: written, proposals: [cursor.sentence.replacing(whole, with: written)]))
  }
}

extension TokenCursor {
  fileprivate func month(atPlace place: Int) -> Int? {
    if case .word(let word) = self[place].kind { Vocabulary.month(word) } else { nil }
  }

  /// Whether the day there has its month before it: `october 4th`, `october the 4th`.
  fileprivate func isBehindMonth(_ place: Int) -> Bool {
    month(atPlace: text(at: place - 1) == "the" ? place - 2 : place - 1) != nil
  }

  /// The day of a month that is there in figures, `24` or `24th`.
  fileprivate func day(atPlace place: Int) -> Int? {
    switch self[place].kind {
    case .number(let digits), .ordinal(let digits):
      digits.count <= 2 ? ASCII.number(digits).flatMap { (1...31).contains($0) ? $0 : nil } : nil
    case .word, .name, .schedule, .time, .loose, .date, .comma, .dash, .dots, .end: nil
    }
  }

  /// What is behind a comma, `and` or both, and `the`; nil where there is none of them.
  fileprivate func behindMark(_ place: Int) -> Int? {
    var next = place
    if self[next].kind == .comma { next += 1 }
    if self[next].kind == .word("and") { next += 1 }
    guard next > place else { return nil }
    return text(at: next) == "the" ? next + 1 : next
  }

  /// Whether figures there are one end of a range, or belong to the month behind them.
  fileprivate func goesOn(behind place: Int) -> Bool {
    [.dash, .dots, .word("to"), .word("until"), .word("till"), .word("of")].contains(self[place + 1].kind)
      || month(atPlace: place + 1) != nil
  }
}
