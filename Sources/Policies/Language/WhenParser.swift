extension TokenCursor {
  /// `when`, up to the end of the sentence.
  ///
  /// ```text
  /// when    = "always" | ["always"] exceptions | clauses [exceptions]
  /// ```
  mutating func readWhen(isBehindState: Bool) throws(SentenceProblem) -> WhenSyntax {
    let start = token.range.lowerBound
    let clauses = try readAlways(isBehindState: isBehindState) || startsException ? nil : try readClauses()
    let exceptions = kind == .end ? [] : try readExceptions(after: clauses, from: start, isBehindState: isBehindState)
    return WhenSyntax(clauses: clauses, exceptions: exceptions, range: range(from: start))
  }

  /// `always`, `24/7`
  private mutating func readAlways(isBehindState: Bool) throws(SentenceProblem) -> Bool {
    guard kind == .word("always") else { return false }
    guard isBehindState else { throw problem(.alwaysInSchedule(sentence[token.range])) }
    let always = token.range
    advance()
    guard kind == .end || startsException else {
      if case .name(let name) = kind, name.text != "but", let unknown = names.problem(with: name) {
        throw problem(unknown)
      }
      throw problem(
        .alwaysAndMore(sentence[always], proposals: [sentence.replacing(always, with: "")]), at: always)
    }
    return true
  }

  // MARK: - Clauses

  /// ```text
  /// clauses = clause { "and" clause } | whole { ("," | "and") whole }
  /// ```
  ///
  /// where a whole clause has both days and times.
  private mutating func readClauses() throws(SentenceProblem) -> ClausesSyntax {
    var clauses = [try readClause(isException: false)]
    while let mark = clauseMark {
      let before = self
      advance()
      let clause = try readClause(isException: false)
      if mark == .comma { try before.checkComma(between: clauses, and: clause) }
      clauses.append(clause)
    }
    try refuseMixedOrder(of: clauses)
    try refuseReadings(of: clauses)
    return ClausesSyntax(clauses: clauses)
  }

  /// The mark before a further clause; nil if there is none.
  private var clauseMark: Token.Kind? {
    guard kind == .comma || kind == .word("and") else { return nil }
    var next = self
    next.advance()
    return next.startsException ? nil : kind
  }

  /// ```text
  /// clause = days | times | days times | times days
  /// ```
  mutating func readClause(isException: Bool) throws(SentenceProblem) -> ClauseSyntax {
    let start = token.range.lowerBound
    var clause = ClauseSyntax(range: start..<start)
    if kind == .name(Name("but")), names.isFree(Name("but")) { throw butAtStart }
    let filler = readFiller()
    if startsDay {
      clause.days = try readDays()
      try readTimes(of: &clause)
    } else if startsTime || startsSchedule {
      try refuseFiller(filler)
      try readTimes(of: &clause)
      try readDaysBehind(&clause, isException: isException)
    } else {
      throw filler == nil ? unexpectedInsteadOfClause() : expectedDayAfterFiller(filler)
    }
    clause.range = range(from: start)
    try refuseSecondTimes(after: clause)
    try refuseDaysOnBothSides(of: clause)
    try refuseNightWithoutHours(clause)
    return clause
  }

  /// Times in figures, or the name of a schedule that holds some.
  private mutating func readTimes(of clause: inout ClauseSyntax) throws(SentenceProblem) {
    var ahead = self
    let filler = ahead.readFiller()
    if ahead.startsSchedule, case .schedule(let name) = ahead.kind {
      self = ahead
      try refuseFiller(filler)
      clause.named = NameSyntax(name: name, range: token.range)
      advance()
    } else if startsTime {
      clause.times = try readTimes(after: clause.days)
    }
  }

  /// Whether the name of a schedule that holds times is here.
  var startsSchedule: Bool {
    if case .schedule = kind { true } else { false }
  }

  // MARK: - Fillers

  /// A word before days that means nothing, with `the` behind it.
  struct Filler {
    var word: String
    var range: Range<Int>
    /// Whether `the` is the last of its words.
    var hasArticle: Bool
  }

  /// Goes past `on`, `at`, `in`, `during` or `over`, and `the`, where they stand.
  mutating func readFiller() -> Filler? {
    let start = token.range.lowerBound
    guard let word, ["on", "at", "in", "during", "over", "the"].contains(word) else { return nil }
    var ahead = self
    ahead.advance()
    let hasArticle = word == "the" || ahead.skip(.name(Name("the")))
    // 'over' and 'the' may be schedules.
    if ["over", "the"].contains(word), names.kinds[Name(word)] != nil { return nil }
    self = ahead
    return Filler(word: word, range: range(from: start), hasArticle: hasArticle)
  }

  /// `at 21:00–07:00`, `on bedtime`: before times a filler reads as if a moment were meant.
  private func refuseFiller(_ filler: Filler?) throws(SentenceProblem) {
    guard let filler else { return }
    if startsTime { throw fillerBeforeTime(filler) }
    // `on bedtime` reads as if it were a day, `on the bedtime` does not.
    guard filler.word == "on", !filler.hasArticle, !takesDaysAlone, case .schedule(let name) = kind else { return }
    throw problem(
      .prepositionBeforeSchedule(
        name.text, preposition: sentence[filler.range], proposals: [sentence.replacing(filler.range, with: "")]),
      at: filler.range)
  }
}
