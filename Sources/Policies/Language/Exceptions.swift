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
    let main = ExceptedFrom(clauses)
    while kind != .end {
      try readExcept(isFirst: exceptions.isEmpty, after: exceptions.last ?? clauses)
      let isExcept = exceptions.isEmpty ? first.kind == .word("except") : true
      exceptions.append(try readExceptedClauses(after: main, isExcept: isExcept))
    }
    if isBehindState, first.kind != .word("except") {
      try first.refuseWholeException(
        WhenSyntax(clauses: clauses, exceptions: exceptions, range: range(from: start)))
    }
    return exceptions
  }

  /// Goes past the words that begin an exception, if they are here.
  mutating func skipException() -> Bool {
    guard startsException else { return false }
    advance(kind == .name(Name("but")) ? 2 : 1)
    return true
  }

  /// Goes past the words that begin an exception, and what may be before them.
  private mutating func readExcept(isFirst: Bool, after clauses: ClausesSyntax?) throws(SentenceProblem) {
    if startsException {
      guard isFirst else {
        throw problem(.exceptWithoutAnd(proposals: [sentence.replacing(exceptionRange, with: "and except")]))
      }
      _ = skipException()
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

  /// `main` is what they are excepted from, `isExcept` whether the word for it is `except`.
  private mutating func readExceptedClauses(
    after main: ExceptedFrom, isExcept: Bool
  ) throws(SentenceProblem) -> ClausesSyntax {
    var clauses = [try readClause(isException: true)]
    while kind == .word("and") || joinsExceptedClauses(clauses) {
      let before = self
      let mark = kind
      var ahead = self
      ahead.advance()
      if ahead.startsException { break }
      self = ahead
      let clause = try readClause(isException: true)
      if mark == .comma {
        try before.checkComma(between: clauses, and: clause)
        try before.refuseClauseOfWhole(clause, main)
        // Behind `unless` the times may be those of the line.
        if main.range == nil, !isExcept {
          let gap = before.lastEnd..<clause.range.lowerBound
          throw before.problem(.commaBetweenClauses(proposals: [sentence.replacing(gap, with: " and ")]))
        }
      }
      clauses.append(clause)
    }
    try refuseReadings(of: clauses)
    return ClausesSyntax(clauses: clauses)
  }

  /// Whether the comma here joins a further clause to these: they end with days and times, or with a schedule that has them.
  private func joinsExceptedClauses(_ clauses: [ClauseSyntax]) -> Bool {
    guard kind == .comma, let last = clauses.last, last.isWhole || last.named != nil else { return false }
    var ahead = self
    ahead.advance()
    _ = ahead.readFiller()
    return ahead.startsDay || ahead.startsSchedule
  }

  /// `mon 20:00–07:00 except mon 22:00–23:00, tue 20:00–07:00`: excepted as well, or a clause of the whole? The cursor is before
  /// the comma.
  private func refuseClauseOfWhole(_ clause: ClauseSyntax, _ main: ExceptedFrom) throws(SentenceProblem) {
    guard let range = main.range, main.areWhole else { return }
    let further = sentence[clause.range]
    let whole = range.lowerBound..<clause.range.upperBound
    let clauses = sentence[range]
    let exception = sentence[range.upperBound..<lastEnd]
    let readings = ["\(clauses) \(exception) and \(further)", "\(clauses) and \(further) \(exception)"]
    throw problem(
      .clauseBehindException(further, proposals: readings.map { sentence.replacing(whole, with: $0) }),
      at: clause.range)
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

/// What exceptions are taken out of, looked at once for all of them.
private struct ExceptedFrom {
  /// Where it stands; nil for always.
  let range: Range<Int>?
  /// Whether one of its clauses has both days and times, or is a schedule with times.
  let areWhole: Bool

  init(_ clauses: ClausesSyntax?) {
    let all = clauses?.clauses ?? []
    range = all.first.flatMap { first in all.last.map { first.range.lowerBound..<$0.range.upperBound } }
    areWhole = all.contains { $0.isWhole || $0.named != nil }
  }
}
