/// The text of a sentence, for showing parts of it and for proposing a changed one.
struct SentenceSource {
  private let cut: Cut
  private var scalars: [Unicode.Scalar] { cut.scalars }

  init(_ text: String) { cut = Cut(text) }

  /// Cut only where something is to be shown, which for most sentences is never, and once: of a sentence of a megabyte every
  /// word may be looked at.
  private final class Cut {
    private let text: String
    private(set) lazy var scalars = Array(text.unicodeScalars)

    init(_ text: String) { self.text = text }
  }

  /// The words in `range` with one space wherever there is space.
  subscript(range: Range<Int>) -> String {
    let scalars = scalars
    let clamped = range.clamped(to: 0..<scalars.count)
    return Self.tidy(scalars[clamped])
  }

  /// The whole sentence with `text` instead of `range`.
  func replacing(_ range: Range<Int>, with text: String) -> String {
    let scalars = scalars
    let clamped = range.clamped(to: 0..<scalars.count)
    return Self.tidy(scalars[..<clamped.lowerBound] + Array(text.unicodeScalars) + scalars[clamped.upperBound...])
  }

  /// The words before `place`; nil for none.
  func words(upTo place: Int) -> String? {
    let words = self[0..<place]
    return words.isEmpty ? nil : words
  }

  private static func tidy(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let words = scalars.split(whereSeparator: Lexer.isSpace)
    return words.map { ASCII.text($0) }.joined(separator: " ")
  }
}

/// What is wrong with a stretch of a sentence.
struct SentenceProblem: Error, Hashable {
  /// Which Unicode scalars of the sentence.
  var range: Range<Int>
  /// What is wrong with them.
  var message: PolicyMessage
}
