extension TokenCursor {
  /// `when`, up to the end of the sentence.
  ///
  /// ```text
  /// when    = clauses | [clauses] except { "and" except }     except = "except" clauses
  /// clauses = clause { "and" clause }
  /// ```
  mutating func readWhen() throws(SentenceProblem) -> WhenSyntax {
    let start = token.range.lowerBound
    let clauses = kind == .word("except") ? nil : try readClauses()
    var exceptions: [ClausesSyntax] = []
    while kind != .end {
      try readExcept(isFirst: exceptions.isEmpty, after: exceptions.last ?? clauses)
      exceptions.append(try readClauses())
    }
    return WhenSyntax(clauses: clauses, exceptions: exceptions, range: range(from: start))
  }

  /// `except`, and before every one but the first `and`.
  private mutating func readExcept(isFirst: Bool, after clauses: ClausesSyntax?) throws(SentenceProblem) {
    switch (kind, peek(1).kind, isFirst) {
    case (.word("except"), _, true):
      advance()
    case (.word("and"), .word("except"), false):
      advance(2)
    case (.word("except"), _, false):
      throw problem(.exceptWithoutAnd(proposal: sentence.replacing(token.range, with: "and except")))
    case (.word("and"), .word("except"), true), (.comma, .word("except"), _):
      let both = token.range.lowerBound..<peek(1).range.upperBound
      let proposed = isFirst ? " except" : " and except"
      throw problem(.exceptJoined(sentence[token.range], proposal: sentence.replacing(both, with: proposed)))
    default:
      throw unexpectedRest(after: clauses?.clauses.last)
    }
  }

  private mutating func readClauses() throws(SentenceProblem) -> ClausesSyntax {
    var clauses = [try readClause()]
    while kind == .word("and"), peek(1).kind != .word("except") {
      advance()
      clauses.append(try readClause())
    }
    return ClausesSyntax(clauses: clauses)
  }

  /// `[days] times | days`, where `days = ["on" | "at"] day { "," day }`.
  private mutating func readClause() throws(SentenceProblem) -> ClauseSyntax {
    let start = token.range.lowerBound
    let hasPreposition = skip("on") || skip("at")
    guard startsDay || (startsTime && !hasPreposition) else {
      throw hasPreposition ? expectedDayAfterPreposition() : unexpectedInsteadOfClause()
    }
    let days = startsDay ? try readDays() : []
    let times = startsTime ? try readTimes(after: days) : []
    return ClauseSyntax(days: days, times: times, hasPreposition: hasPreposition, range: range(from: start))
  }
}
