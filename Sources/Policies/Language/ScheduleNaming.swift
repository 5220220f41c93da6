extension ScheduleNames {
  /// `tokens`, part of a sentence where days and times are expected, with its names looked up.
  func naming(_ tokens: ArraySlice<Token>, in sentence: SentenceSource) throws(SentenceProblem) -> [Token] {
    var named: [Token] = []
    named.reserveCapacity(tokens.count)
    var place = tokens.startIndex
    while place < tokens.endIndex {
      if let pair = try pair(tokens[place...], in: sentence) {
        named.append(pair)
        place += 2
      } else {
        named.append(self.named(tokens[place]))
        place += 1
      }
    }
    return named
  }

  private func named(_ token: Token) -> Token {
    guard case .name(let name) = token.kind, kinds[name] == .times else { return token }
    return Token(kind: .schedule(name), range: token.range)
  }

  /// `school nights` for the schedule `school-nights`, unless each of the two words is a schedule, too. Of `school days` the
  /// second is a word of the language, which means nothing behind a name that the file does not have.
  private func pair(_ tokens: ArraySlice<Token>, in sentence: SentenceSource) throws(SentenceProblem) -> Token? {
    guard tokens.count > 1, case .name(let first) = tokens[tokens.startIndex].kind else { return nil }
    let second: Name
    switch tokens[tokens.startIndex + 1].kind {
    case .name(let name): second = name
    case .word(let word) where isFree(first): second = Name(word)
    case .word, .schedule, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: return nil
    }
    let joined = Name("\(first)-\(second)")
    guard kinds[joined] != nil else { return nil }
    let range = tokens[tokens.startIndex].range.lowerBound..<tokens[tokens.startIndex + 1].range.upperBound
    if kinds[first] != nil, kinds[second] != nil {
      throw SentenceProblem(
        range: range,
        message: .twoSchedulesOrOne(
          joined.text,
          proposals: [joined.text, "\(first), \(second)"].map { sentence.replacing(range, with: $0) }))
    }
    return self.named(Token(kind: .name(joined), range: range))
  }
}
