import CivilTime

/// Figures that may be a year: `2026`, `2026-12`.
extension TokenCursor {
  /// What is wrong with a year or a month of a year that stands where a time is expected; nil where `digits` are no year.
  func yearAlone(_ digits: String) -> SentenceProblem? {
    guard let year = Self.year(digits) else { return nil }
    if let part = partOfYear(year) { return part }
    var last = year
    var months = 1...12
    var whole = token.range
    if peek(1).kind == .dash, case .number(let figures) = peek(2).kind {
      whole = whole.lowerBound..<peek(2).range.upperBound
      if let other = Self.year(figures), other > year {
        last = other
      } else if figures.count <= 2, let month = ASCII.number(figures), (1...12).contains(month) {
        months = month...month
      } else {
        // `2030-2200` are times.
        return nil
      }
    } else if [.word("to"), .word("until"), .word("till")].contains(peek(1).kind) {
      return nil
    }
    let first = CivilDate(year: year, month: months.lowerBound, day: 1)
    let next = CivilDate(
      year: months.upperBound == 12 ? last + 1 : last, month: months.upperBound % 12 + 1, day: 1)
    guard let first, let next else { return nil }
    let dates = "\(DateFigures.text(first))..\(DateFigures.text(next.adding(days: -1)))"
    // Many times end with a 0 or a 5, and few years do.
    let isTime = whole == token.range && year % 5 == 0
    let readings = [dates] + (isTime ? ClockTime.readings(ofBareNumber: digits) : [])
    let others = isTime ? readings.dropFirst().flatMap { ["from \($0)", "until \($0)"] } : []
    // What stands before it is said of a time: `from 2030`.
    let isLed = [.word("from"), .word("until"), .word("after"), .word("before"), .word("till")].contains(peek(-1).kind)
    let proposals = isLed ? Array(readings.dropFirst()) : [dates] + others
    return problem(
      .yearAlone(
        sentence[whole], dates: dates, proposals: proposals.map { sentence.replacing(whole, with: $0) }), at: whole)
  }

  /// `easter 2027`, `2026-W51`: what is wrong with a name beside a year; nil where the year stands alone.
  private func partOfYear(_ year: Int) -> SentenceProblem? {
    let behind = peek(1).kind == .dash ? 2 : 1
    let place = [-1, behind].first { distance in
      switch peek(distance).kind {
      case .name(let name): return !names.isTarget(name) && !Self.wordsBesideYears.contains(name.text)
      // `fri 2030` is more likely a time.
      case .word(let word): return year % 5 != 0 && (Vocabulary.weekday(word) != nil || Vocabulary.month(word) != nil)
      case .schedule, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: return false
      }
    }
    guard let place, let word = word(at: place) else { return nil }
    let (first, last) = place < 0 ? (peek(place), token) : (token, peek(place))
    let whole = first.range.lowerBound..<last.range.upperBound
    if word.first == "w", let week = ASCII.number(String(word.dropFirst())) {
      return weekOfYear(whole, week, in: year)
    }
    var proposals: [String] = []
    if word.first == "q", let quarter = ASCII.number(String(word.dropFirst())), (1...4).contains(quarter) {
      let last = 3 * quarter
      let (start, end) = ("\(year)-\(ASCII.twoDigits(last - 2))-01", "\(year)-\(ASCII.twoDigits(last))")
      let days = "\(start)..\(end)-\([6, 9].contains(last) ? 30 : 31)"
      proposals = [sentence.replacing(whole, with: days)]
    }
    return problem(.partOfYear(sentence[whole], proposals: proposals), at: whole)
  }

  /// Names that say nothing of which days of a year are meant.
  private static let wordsBesideYears: Set<String> = ["the", "year", "whole", "entire", "for", "but"]

  private static func year(_ digits: String) -> Int? {
    guard digits.count == 4, let year = ASCII.number(digits), (2020...2099).contains(year) else { return nil }
    return year
  }
}
