/// A place among the tokens of a sentence.
struct TokenCursor {
  /// The sentence, for hints that show a part of it.
  let sentence: SentenceSource
  /// The words of the language that it was cut with.
  let vocabulary: Vocabulary
  private let tokens: [Token]
  private var index = 0

  /// A cursor before the first of `tokens`, the last of which is `.end`.
  init(_ tokens: [Token], of sentence: SentenceSource, _ vocabulary: Vocabulary) {
    self.tokens = tokens
    self.sentence = sentence
    self.vocabulary = vocabulary
  }

  /// The token at the cursor; `.end` after the last.
  var token: Token { peek(0) }

  /// The kind of the token at the cursor.
  var kind: Token.Kind { tokens.indices.contains(index) ? tokens[index].kind : .end }

  /// The token so many places further on, or back; `.end` where there is none.
  func peek(_ distance: Int) -> Token {
    let wanted = index + distance
    return tokens.indices.contains(wanted) ? tokens[wanted] : Token(kind: .end, range: 0..<0)
  }

  /// Goes on by `count` tokens, at most to the end.
  mutating func advance(_ count: Int = 1) {
    index = min(index + count, max(0, tokens.count - 1))
  }

  /// Goes past `word` if it stands here.
  mutating func skip(_ word: String) -> Bool { skip(.word(word)) }

  /// Goes past a token of this kind if it stands here.
  mutating func skip(_ kind: Token.Kind) -> Bool {
    guard self.kind == kind else { return false }
    advance()
    return true
  }

  /// The first token of this kind, and how many stand before it; nil where there is none.
  func first(_ kind: Token.Kind) -> (place: Int, token: Token)? {
    tokens.firstIndex { $0.kind == kind }.map { ($0, tokens[$0]) }
  }

  /// The sentence from its start without the tokens at `places`.
  func leavingOut(_ places: Range<Int>) -> TokenCursor {
    TokenCursor(tokens.indices.filter { !places.contains($0) }.map { tokens[$0] }, of: sentence, vocabulary)
  }

  /// The sentence from its start with another kind of token at `place`.
  func replacing(_ place: Int, with kind: Token.Kind) -> TokenCursor {
    var tokens = tokens
    tokens[place].kind = kind
    return TokenCursor(tokens, of: sentence, vocabulary)
  }

  /// The token so many places from the start of the sentence; `.end` where there is none.
  subscript(place: Int) -> Token {
    tokens.indices.contains(place) ? tokens[place] : Token(kind: .end, range: 0..<0)
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
