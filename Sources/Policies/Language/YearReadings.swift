import CivilTime

/// Figures that may be a year: `2026`, `2026-12`.
extension TokenCursor {
  /// What is wrong with a year or a month of a year that stands where a time is expected; nil where `digits` are no year.
  func yearAlone(_ digits: String) -> SentenceProblem? {
    guard let year = Self.year(digits) else { return nil }
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

  private static func year(_ digits: String) -> Int? {
    guard digits.count == 4, let year = ASCII.number(digits), (2020...2099).contains(year) else { return nil }
    return year
  }
}
