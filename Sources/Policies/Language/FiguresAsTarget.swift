/// Figures and letters where a target is named: `5a off`, `class 5a off`. They are taken for a time that is written wrongly.
enum FiguresAsTarget {
  /// `reading` of `text`, a sentence that begins with its targets, with what is wrong with those told as what it is.
  static func told<Syntax>(
    _ reading: SentenceParser.Reading<Syntax>, of text: String, _ names: ScheduleNames
  ) -> SentenceParser.Reading<Syntax> {
    guard case .problems(let problems) = reading, problems.contains(where: { $0.message.code == .timeForm }) else {
      return reading
    }
    let tokens = Lexer.read(text, names.vocabulary).tokens.filter { $0.kind != .end }
    let sentence = SentenceSource(text)
    return .problems(
      problems.map { problem in
        guard problem.message.code == .timeForm else { return problem }
        let before = tokens.prefix { $0.range.lowerBound < problem.range.lowerBound }
        let after = tokens.first { $0.range.lowerBound >= problem.range.upperBound }
        // `9p-7a`
        if after?.kind == .dash, after?.range.lowerBound == problem.range.upperBound { return problem }
        let message = message(for: problem.range, behind: before, in: sentence, names)
        return message.map { SentenceProblem(range: problem.range, message: $0) } ?? problem
      })
  }

  private static func message(
    for range: Range<Int>, behind tokens: ArraySlice<Token>, in sentence: SentenceSource, _ names: ScheduleNames
  ) -> PolicyMessage? {
    let piece = sentence[range]
    let spelt = ASCII.lowercased(piece)
    guard NameRules.hasForm("x" + spelt) else { return nil }
    if let last = tokens.last, case .name(let name) = last.kind, names.isTarget(Name("\(name)-\(spelt)")) {
      let joined = sentence.replacing(last.range.lowerBound..<range.upperBound, with: "\(name)-\(spelt)")
      return .expectedState(piece, after: name.text, nil, names.vocabulary, joined: joined) { _ in nil }
    }
    guard isPlaceOfTarget(behind: tokens, names.vocabulary) else { return nil }
    let ends = names.others.filter { $0.value == "target" && $0.key.text.hasSuffix("-" + spelt) }
    return .figuresAsTarget(
      piece, proposals: ends.count == 1 ? ends.map { sentence.replacing(range, with: $0.key.text) } : [])
  }

  /// Whether a target is named behind `tokens`: at the start of a sentence, behind a verb, and behind other targets.
  private static func isPlaceOfTarget(behind tokens: ArraySlice<Token>, _ vocabulary: Vocabulary) -> Bool {
    var rest = tokens
    if case .word(let verb) = rest.first?.kind, vocabulary.state(verb: verb) != nil { rest = rest.dropFirst() }
    guard let last = rest.last else { return true }
    let isList = rest.allSatisfy { token in
      if case .name = token.kind { true } else { token.kind == .comma || token.kind == .word("and") }
    }
    if case .name = last.kind { return false }
    return isList
  }
}
