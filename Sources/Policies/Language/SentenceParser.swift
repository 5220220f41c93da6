/// Reads sentences by recursive descent, one token ahead but for dates; every accepted sentence has one reading.
///
/// ```text
/// statement = names state [when] | verb names [when] | only
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
  static func entry(_ text: String, _ vocabulary: Vocabulary) -> Reading<EntrySyntax> {
    read(text, vocabulary) { (cursor: inout TokenCursor) throws(SentenceProblem) in
      cursor.isEdge ? .edge(try cursor.readEdge()) : .statement(try cursor.readStatement())
    }
  }

  /// Reads a whole statement, such as `kids off 21:00–07:00`.
  static func statement(_ text: String, _ vocabulary: Vocabulary) -> Reading<SentenceSyntax> {
    read(text, vocabulary) { (cursor: inout TokenCursor) throws(SentenceProblem) in try cursor.readStatement() }
  }

  /// Reads what a schedule, or the `when` of a statement, holds, such as `mon-fri 21:00–07:00`.
  static func when(_ text: String, _ vocabulary: Vocabulary) -> Reading<WhenSyntax> {
    read(text, vocabulary) { (cursor: inout TokenCursor) throws(SentenceProblem) in
      if let only = cursor.first(.word("only")) { throw cursor.problem(.onlyOutsideStatement, at: only.token.range) }
      return try cursor.readWhen()
    }
  }

  private static func read<Syntax>(
    _ text: String, _ vocabulary: Vocabulary, _ body: (inout TokenCursor) throws(SentenceProblem) -> Syntax
  ) -> Reading<Syntax> {
    let (tokens, problems) = Lexer.read(text, vocabulary)
    guard problems.isEmpty else { return .problems(problems) }
    var cursor = TokenCursor(tokens, of: SentenceSource(text), vocabulary)
    guard cursor.kind != .end else {
      return .problems([cursor.problem(.emptySentence, at: 0..<text.unicodeScalars.count)])
    }
    do throws(SentenceProblem) {
      return .understood(try body(&cursor))
    } catch {
      return .problems([error])
    }
  }
}

extension TokenCursor {
  /// `names state [when] | verb names [when]`, up to the end.
  mutating func readStatement() throws(SentenceProblem) -> SentenceSyntax {
    if let only = first(.word("only")) { return try readOnlyStatement(only) }
    let verb = try readVerb()
    let subjects = try readNames()
    let (state, stateRange) = if let verb { verb } else { try readState(after: subjects) }
    let when = kind == .end ? nil : try readWhen()
    return SentenceSyntax(subjects: subjects, state: state, stateRange: stateRange, when: when)
  }

  /// The state that a verb asks for; nil where the sentence does not start with one.
  private mutating func readVerb() throws(SentenceProblem) -> (TargetState, Range<Int>)? {
    guard case .word(let word) = kind else { return nil }
    guard let state = vocabulary.state(verb: word) else {
      throw problem(.sentenceStartsWith(word, proposal: sentenceWithStateLast(word)))
    }
    defer { advance() }
    return (state, token.range)
  }

  /// `kids off …` for `off kids …` and `disable kids …`.
  private func sentenceWithStateLast(_ word: String) -> String? {
    let states = ["enable": TargetState.on, "disable": .off]
    guard let state = states[word] ?? vocabulary.state(word), state != .leave, case .name(let name) = peek(1).kind
    else { return nil }
    return sentence.replacing(token.range.lowerBound..<peek(1).range.upperBound, with: "\(name) \(state)")
  }

  /// `name { sep name }`
  mutating func readNames() throws(SentenceProblem) -> [NameSyntax] {
    var names = [try readName()]
    while kind == .comma || kind == .word("and") {
      if skip(.comma) { _ = skip("and") } else { advance() }
      names.append(try readName())
    }
    return names
  }

  private mutating func readName() throws(SentenceProblem) -> NameSyntax {
    guard case .name(let name) = kind else { throw problem(.expectedTarget(found)) }
    defer { advance() }
    return NameSyntax(name: name, range: token.range)
  }

  private mutating func readState(
    after subjects: [NameSyntax]
  ) throws(SentenceProblem) -> (TargetState, Range<Int>) {
    guard case .word(let word) = kind, let state = vocabulary.state(word), state != .leave else {
      let names = subjects.map(\.name.text).joined(separator: ", ")
      throw problem(.expectedState(found, after: names, vocabulary) { sentence(withStateHere: $0) })
    }
    defer { advance() }
    return (state, token.range)
  }

  /// The whole sentence with `state` in place of what is found where a state must stand; nil where that is no sentence.
  private func sentence(withStateHere state: String) -> String? {
    guard kind != .end else { return nil }
    let corrected = sentence.replacing(token.range, with: state)
    guard case .understood = SentenceParser.statement(corrected, vocabulary) else { return nil }
    return corrected
  }
}
