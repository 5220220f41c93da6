/// Reads sentences by recursive descent, a few tokens ahead; every accepted sentence has one reading.
///
/// ```text
/// statement = head [when] | only
/// only      = names "only" "on" times | names ("on" | "allowed") "only" times | names "on" times "only"
///           | "allow" names "only" times | "allow" names times "only"
/// ```
///
/// The parts of the grammar below a statement are in the extensions of `TokenCursor`.
enum SentenceParser {
  /// What became of a text: its reading, or what is wrong with it, never empty.
  enum Reading<Syntax> {
    case understood(Syntax)
    case problems([SentenceProblem])
  }

  /// An entry of `policy`.
  enum EntrySyntax {
    case statement(SentenceSyntax)
    case edge(EdgeSyntax)
  }

  /// Reads a whole entry of `policy`: a statement, or what is done at a time.
  static func entry(_ text: String, _ names: ScheduleNames) -> Reading<EntrySyntax> {
    let reading: Reading<EntrySyntax> = read(text, names) { (cursor: inout TokenCursor) throws(SentenceProblem) in
      cursor.isEdge ? .edge(try cursor.readEdge()) : .statement(try cursor.readStatement())
    }
    return FiguresAsTarget.told(reading, of: text, names)
  }

  /// Reads a whole statement, such as `kids off 21:00–07:00`.
  static func statement(_ text: String, _ names: ScheduleNames) -> Reading<SentenceSyntax> {
    let reading = read(text, names) { (cursor: inout TokenCursor) throws(SentenceProblem) in try cursor.readStatement()
    }
    return FiguresAsTarget.told(reading, of: text, names)
  }

  /// Reads what a schedule, or the `when` of a statement, holds, such as `mon-fri 21:00–07:00`.
  static func when(_ text: String, _ names: ScheduleNames) -> Reading<WhenSyntax> {
    read(text, names, empty: .emptyDefinition) { (cursor: inout TokenCursor) throws(SentenceProblem) in
      try cursor.readDefinition()
    }
  }

  /// The same of a text that is cut into words already.
  static func when(_ tokens: [Token], of text: String, _ names: ScheduleNames) -> Reading<WhenSyntax> {
    read(tokens, of: text, names, empty: .emptyDefinition) { (cursor: inout TokenCursor) throws(SentenceProblem) in
      try cursor.readDefinition()
    }
  }

  private static func read<Syntax>(
    _ text: String, _ names: ScheduleNames, empty: PolicyMessage = .emptySentence,
    _ body: (inout TokenCursor) throws(SentenceProblem) -> Syntax
  ) -> Reading<Syntax> {
    let (tokens, problems) = Lexer.read(text, names.vocabulary)
    if problems.isEmpty { return read(tokens, of: text, names, empty: empty, body) }
    let wish = Wishes.problem(in: TokenCursor(tokens, of: SentenceSource(text), names), isWhole: false)
    return .problems(wish.map { [$0] } ?? DateReadings.joined(problems, in: SentenceSource(text)))
  }

  private static func read<Syntax>(
    _ tokens: [Token], of text: String, _ names: ScheduleNames, empty: PolicyMessage,
    _ body: (inout TokenCursor) throws(SentenceProblem) -> Syntax
  ) -> Reading<Syntax> {
    var cursor = TokenCursor(tokens, of: SentenceSource(text), names)
    guard cursor.kind != .end else {
      return .problems([cursor.problem(empty, at: 0..<text.unicodeScalars.count)])
    }
    let whole = cursor
    do throws(SentenceProblem) {
      return .understood(try body(&cursor))
    } catch {
      if let named = ScheduleInWords.problem(in: whole, around: error.range) { return .problems([named]) }
      let other = Wishes.problem(in: whole) ?? ForeignWords.problem(in: whole)
      let days = OtherDays.problem(in: whole) ?? SharedMonths.problem(in: whole)
      return .problems([other ?? days ?? OpenDates.problem(in: whole, around: error.range) ?? error])
    }
  }
}

extension TokenCursor {
  /// A whole statement, up to the end.
  mutating func readStatement() throws(SentenceProblem) -> SentenceSyntax {
    if let only = first(.word("only")) { return try readOnlyStatement(only) }
    var syntax = try readHead()
    if kind == .end { return syntax }
    try refuseAnotherState(than: syntax)
    try nameSchedules()
    try refuseWishes()
    syntax.when = try readWhen(isBehindState: true)
    return syntax
  }

  /// What a schedule holds, up to the end.
  mutating func readDefinition() throws(SentenceProblem) -> WhenSyntax {
    if let only = first(.word("only")) { throw problem(.onlyOutsideStatement, at: only.token.range) }
    try nameSchedules()
    try refuseWishes()
    return try readWhen(isBehindState: false)
  }

  /// What is no schedule would else be taken for the name of one that is missing.
  private func refuseWishes() throws(SentenceProblem) {
    guard hasUnknownName else { return }
    let other = Wishes.problem(in: self) ?? ForeignWords.problem(in: self) ?? secondSentence
    if let problem = other ?? OpenDates.problem(in: self) ?? rareDay { throw problem }
  }

  /// `block kids off`, `kids on off`, `kids on, off`
  private func refuseAnotherState(than syntax: SentenceSyntax) throws(SentenceProblem) {
    let isJoined = kind == .comma || kind == .word("and") || kind == .word("or")
    let distance = !isJoined ? 0 : kind == .comma && peek(1).kind == .word("and") ? 2 : 1
    let other = peek(distance)
    guard let word = word(at: distance), let state = anotherState(word, isName: other.kind == .name(Name(word))),
      // `kids off on weekdays`
      isJoined || word != "on" || peek(1).kind == .end
    else { return }
    let first = sentence.replacing(token.range.lowerBound..<other.range.upperBound, with: "")
    guard state != syntax.state, let names = syntax.subjects.range else {
      throw problem(.secondState(word, proposals: [first]), at: other.range)
    }
    let second = sentence.replacing(0..<other.range.lowerBound, with: sentence[names] + " ")
    throw problem(.secondState(word, proposals: [first, second]), at: other.range)
  }

  private func anotherState(_ word: String, isName: Bool) -> TargetState? {
    let state = isName ? (names.isFree(Name(word)) ? Self.switchStates[word] : nil) : vocabulary.state(behindName: word)
    return state == .leave ? nil : state
  }
}

extension [NameSyntax] {
  /// From the first of them to the last.
  fileprivate var range: Range<Int>? {
    first.flatMap { first in last.map { first.range.lowerBound..<$0.range.upperBound } }
  }
}
