/// The text of a sentence, for showing parts of it and for proposing a changed one.
struct SentenceSource {
  private let scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The words in `range` with one space wherever there is space.
  subscript(range: Range<Int>) -> String {
    let clamped = range.clamped(to: 0..<scalars.count)
    return Self.tidy(scalars[clamped])
  }

  /// The whole sentence with `text` in place of `range`.
  func replacing(_ range: Range<Int>, with text: String) -> String {
    let clamped = range.clamped(to: 0..<scalars.count)
    return Self.tidy(scalars[..<clamped.lowerBound] + Array(text.unicodeScalars) + scalars[clamped.upperBound...])
  }

  private static func tidy(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let words = scalars.split(whereSeparator: Lexer.isSpace)
    return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
  }
}
