import CivilTime

/// Dates in figures as people write them, which the language does not take: `24.12.2026`, `12/24`, `2026/12/24`.
enum DateReadings {
  /// The days that `piece` may be, each as the language has it; none where it is no date at all.
  static func of(_ piece: String) -> [String] {
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
    let orders = mark == "." ? [(numbers[0], numbers[1])] : [(numbers[0], numbers[1]), (numbers[1], numbers[0])]
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

  /// One problem instead of two dates in figures, with both written out: `24.12.-26.12.` is `dec 24-dec 26`.
  static func joined(_ problems: [SentenceProblem], in sentence: SentenceSource) -> [SentenceProblem] {
    guard problems.count == 2, problems.allSatisfy({ $0.message.code == .dateForm }) else { return problems }
    let readings = problems.map { of(sentence[$0.range]) }
    guard readings.allSatisfy({ $0.count == 1 }) else { return problems }
    let whole = problems[0].range.lowerBound..<problems[1].range.upperBound
    let between = sentence[problems[0].range.upperBound..<problems[1].range.lowerBound]
    let isRange = between.unicodeScalars.allSatisfy { Lexer.isDash($0) || Lexer.isSpace($0) }
    let mark = isRange ? ".." : " \(between) "
    let proposal = sentence.replacing(whole, with: readings[0][0] + mark + readings[1][0])
    return [SentenceProblem(range: whole, message: .dateForm(sentence[whole], proposals: [proposal]))]
  }
}
