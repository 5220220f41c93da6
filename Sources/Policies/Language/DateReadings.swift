import CivilTime

/// Dates in figures as people write them, which the language does not take: `24.12.2026`, `12/24`, `2026/12/24`.
enum DateReadings {
  /// The days that `piece` may be, each as the language has it; none where it is no date at all.
  static func of(_ piece: String) -> [String] { of(piece, isMonthFirst: nil) }

  /// The same where it is known whether the month comes first behind a slash.
  private static func of(_ piece: String, isMonthFirst: Bool?) -> [String] {
    let mark: Character = piece.contains("/") ? "/" : "."
    var parts = piece.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    if mark == ".", parts.last == "" { parts.removeLast() }
    let numbers = parts.compactMap { ASCII.number($0) }
    guard numbers.count == parts.count, (2...3).contains(numbers.count) else { return [] }
    if parts[0].count == 4 {
      return numbers.count == 3 ? texts([(numbers[2], numbers[1])], year: numbers[0]) : []
    }
    guard parts[0].count <= 2, parts[1].count <= 2 else { return [] }
    let year: Int? = numbers.count == 3 ? (parts[2].count == 2 ? 2000 + numbers[2] : numbers[2]) : nil
    if numbers.count == 3, parts[2].count != 2, parts[2].count != 4 { return [] }
    // With dots the day comes first everywhere; with a slash it depends on the country.
    let dayFirst = (numbers[0], numbers[1])
    let monthFirst = (numbers[1], numbers[0])
    let orders =
      mark == "." ? [dayFirst] : isMonthFirst.map { [$0 ? monthFirst : dayFirst] } ?? [dayFirst, monthFirst]
    return texts(orders, year: year)
  }

  private static func texts(_ orders: [(day: Int, month: Int)], year: Int?) -> [String] {
    var texts: [String] = []
    for (day, month) in orders {
      let text: String?
      if let year {
        text = CivilDate(year: year, month: month, day: day).map(DateFigures.text)
      } else {
        text = MonthDay(month: month, day: day).map { "\(Vocabulary.shortName(month: $0.month)) \($0.day)" }
      }
      if let text, !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  /// One problem instead of two dates in figures, with both written out: `24.12.-26.12.` is `dec 24..dec 26`. Both are written
  /// alike, the day first or the month, so `11/28/2026-1/6/2027` ends in January.
  static func joined(_ problems: [SentenceProblem], in sentence: SentenceSource) -> [SentenceProblem] {
    guard problems.count == 2, problems.allSatisfy({ $0.message.code == .dateForm }) else { return problems }
    let whole = problems[0].range.lowerBound..<problems[1].range.upperBound
    let between = sentence[problems[0].range.upperBound..<problems[1].range.lowerBound]
    let isRange = between.unicodeScalars.allSatisfy { Lexer.isDash($0) || Lexer.isSpace($0) }
    let mark = isRange ? ".." : between == "," ? ", " : " \(between) "
    let dates = problems.map { sentence[$0.range] }
    let pairs = [true, false].compactMap { isMonthFirst -> String? in
      let texts = dates.compactMap { of($0, isMonthFirst: isMonthFirst).first }
      return texts.count == 2 ? texts.joined(separator: mark) : nil
    }
    let alone = dates.map { of($0) }
    let readings =
      !pairs.isEmpty ? pairs : alone.allSatisfy { $0.count == 1 } ? [alone.joined().joined(separator: mark)] : []
    guard !readings.isEmpty else { return problems }
    let proposals = readings.map { sentence.replacing(whole, with: $0) }
    return [SentenceProblem(range: whole, message: .dateForm(sentence[whole], proposals: proposals))]
  }
}
