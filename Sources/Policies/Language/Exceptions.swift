extension TokenCursor {
  /// Whether an exception begins here.
  var startsException: Bool {
    switch kind {
    case .word("except"), .word("unless"), .word("outside"), .word("without"): true
    case .name(let name): name.text == "but" && names.kinds[name] == nil && peek(1).kind == .word("not")
    case .word, .schedule, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: false
    }
  }

  /// ```text
  /// exceptions = but clauses { "and" "except" clauses }
  /// but        = "except" | "unless" | "outside" | "without" | "but" "not"
  /// ```
  ///
  /// `start`: where the clauses begin, or `always`, or the first exception.
  mutating func readExceptions(
    after clauses: ClausesSyntax?, from start: Int, isBehindState: Bool
  ) throws(SentenceProblem) -> [ClausesSyntax] {
    var exceptions: [ClausesSyntax] = []
    let first = self
    while kind != .end {
      try readExcept(isFirst: exceptions.isEmpty, after: exceptions.last ?? clauses)
      exceptions.append(try readExceptedClauses())
    }
    if isBehindState, first.kind != .word("except") {
      try first.refuseWholeException(
        WhenSyntax(clauses: clauses, exceptions: exceptions, range: range(from: start)))
    }
    return exceptions
  }

  /// Goes past the words that begin an exception.
  private mutating func readExcept(isFirst: Bool, after clauses: ClausesSyntax?) throws(SentenceProblem) {
    if startsException {
      guard isFirst else {
        throw problem(.exceptWithoutAnd(proposals: [sentence.replacing(exceptionRange, with: "and except")]))
      }
      advance(kind == .name(Name("but")) ? 2 : 1)
      return
    }
    var ahead = self
    ahead.advance()
    if kind == .word("and"), !isFirst, ahead.kind == .word("except") {
      self = ahead
      return advance()
    }
    guard kind == .word("and") || kind == .comma, ahead.startsException else {
      throw unexpectedRest(after: clauses?.clauses.last)
    }
    let both = token.range.lowerBound..<ahead.exceptionRange.upperBound
    throw problem(
      .exceptJoined(
        sentence[token.range], proposals: [sentence.replacing(both, with: isFirst ? " except" : " and except")]))
  }

  /// Where the words stand that begin an exception.
  private var exceptionRange: Range<Int> {
    kind == .name(Name("but")) ? token.range.lowerBound..<peek(1).range.upperBound : token.range
  }

  private mutating func readExceptedClauses() throws(SentenceProblem) -> ClausesSyntax {
    var clauses = [try readClause(isException: true)]
    while kind == .word("and") {
      var ahead = self
      ahead.advance()
      if ahead.startsException { break }
      self = ahead
      clauses.append(try readClause(isException: true))
    }
    try refuseReadings(of: clauses)
    return ClausesSyntax(clauses: clauses)
  }

  /// `kids off unless holidays 21:00–07:00`: at all other times, or at these times but for the holidays?
  private func refuseWholeException(_ when: WhenSyntax) throws(SentenceProblem) {
    let days = ((when.clauses?.clauses ?? []) + when.exceptions.flatMap(\.clauses)).flatMap(\.days)
    guard let open = WholeException(when, in: sentence), !days.contains(where: isUnknownName) else { return }
    throw problem(
      .wholeException(
        sentence[exceptionRange], proposals: open.readings.map { sentence.replacing(when.range, with: $0) }),
      at: token.range.lowerBound..<when.range.upperBound)
  }
}
