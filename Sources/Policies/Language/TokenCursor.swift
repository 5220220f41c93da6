/// A place among the tokens of a sentence.
struct TokenCursor {
  /// The sentence, for hints that show a part of it.
  let sentence: SentenceSource
  /// The words of the language, and the schedules that it may name.
  let names: ScheduleNames
  /// Whether days alone may follow, so that a schedule that holds times is told as that and nothing else.
  var takesDaysAlone = false
  private var tokens: [Token]
  private var index = 0

  /// A cursor before the first of `tokens`, the last of which is `.end`.
  init(_ tokens: [Token], of sentence: SentenceSource, _ names: ScheduleNames) {
    self.tokens = tokens
    self.sentence = sentence
    self.names = names
  }

  /// The words of the language.
  var vocabulary: Vocabulary { names.vocabulary }

  /// How many tokens are before the cursor.
  var place: Int { index }

  /// The token at the cursor; `.end` after the last.
  var token: Token { peek(0) }

  /// The kind of the token at the cursor.
  var kind: Token.Kind { tokens.indices.contains(index) ? tokens[index].kind : .end }

  /// The token so many places further on, or back; `.end` if there is none.
  func peek(_ distance: Int) -> Token {
    self[index + distance]
  }

  /// Goes on by `count` tokens, at most to the end.
  mutating func advance(_ count: Int = 1) {
    index = min(index + count, max(0, tokens.count - 1))
  }

  /// The same with the cursor one token before.
  var wentBack: TokenCursor {
    var cursor = self
    cursor.index = max(0, index - 1)
    return cursor
  }

  /// Goes past `word` if it is here.
  mutating func skip(_ word: String) -> Bool { skip(.word(word)) }

  /// Goes past the first of `words` that is here, be it a word of the language or a name that has a meaning here.
  mutating func skip(anyOf words: String...) -> Bool {
    guard let word, words.contains(word) else { return false }
    advance()
    return true
  }

  /// The word at the cursor, or the name, in lower case; nil for everything else.
  var word: String? { word(at: 0) }

  /// The word, or the name, so many places further on.
  func word(at distance: Int) -> String? {
    switch peek(distance).kind {
    case .word(let word): word
    case .name(let name): name.text
    case .schedule, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: nil
    }
  }

  /// Goes past a token of this kind if it is here.
  mutating func skip(_ kind: Token.Kind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  /// The first token of this kind, and how many are before it; nil if there is none.
  func first(_ kind: Token.Kind) -> (place: Int, token: Token)? {
    tokens.firstIndex { $0.kind == kind }.map { ($0, tokens[$0]) }
  }

  /// The same sentence with the cursor at its start.
  var rewound: TokenCursor {
    var cursor = self
    cursor.index = 0
    return cursor
  }

  /// The sentence from its start without the tokens at `places`.
  func leavingOut(_ places: Range<Int>) -> TokenCursor {
    TokenCursor(tokens.indices.filter { !places.contains($0) }.map { tokens[$0] }, of: sentence, names)
  }

  /// Looks up the names from the cursor on: two words that are a schedule's name with a dash between them are that name,
  /// and a schedule that holds times is told from days.
  mutating func nameSchedules() throws(SentenceProblem) {
    tokens = tokens[..<index] + (try names.naming(tokens[index...], in: sentence))
  }

  /// The token so many places from the start of the sentence; `.end` if there is none.
  subscript(place: Int) -> Token {
    if tokens.indices.contains(place) { return tokens[place] }
    // Before the first word, or behind the last: so that ranges go from left to right.
    let edge = place < 0 ? 0 : tokens.last?.range.upperBound ?? 0
    return Token(kind: .end, range: edge..<edge)
  }

  /// Whether a name is behind the cursor that no schedule has.
  var hasUnknownName: Bool {
    tokens[index...].contains { token in
      if case .name(let name) = token.kind { names.kinds[name] == nil } else { false }
    }
  }

  /// How many tokens there are, the end included.
  var count: Int { tokens.count }

  /// Where the last token before the cursor ends.
  var lastEnd: Int { index == 0 ? 0 : tokens[index - 1].range.upperBound }

  /// From the start of the range `start` to the end of the last token before the cursor.
  func range(from start: Int) -> Range<Int> { start..<max(start, lastEnd) }

  /// A problem with the token at the cursor, or with `range`.
  func problem(_ message: PolicyMessage, at range: Range<Int>? = nil) -> SentenceProblem {
    SentenceProblem(range: range ?? token.range, message: message)
  }
}
