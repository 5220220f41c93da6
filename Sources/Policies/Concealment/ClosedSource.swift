public import Documents
import Text

/// A file of which no message may quote anything but words that everybody knows.
public struct ClosedSource: Sendable {
  /// The letters and digits of the file.
  private let content: String
  private let known: Set<String>

  /// `known` are the words and lines that messages may quote.
  public init(_ source: SourceText, known: Set<String>) {
    content = Self.letters(of: source.scalars)
    self.known = known
  }

  /// `diagnostics` without what they quote of the file.
  public func redacted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.map { diagnostic in
      var redacted = diagnostic
      redacted.message = withoutQuotes(diagnostic.message)
      redacted.hint = diagnostic.hint.map(withoutQuotes)
      return redacted
    }
  }

  /// Messages put in single quotes what they quote, which may hold such quotes itself.
  private func withoutQuotes(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        if index == 0 || known.contains(String(part)) { return String(part) }
        // Between two quoted texts are words of the message, of which short ones may be in any file.
        let isBetween = index % 2 == 0 && (part.first == " " || part.first == ",")
        return isOfFile(part, fromLength: isBetween ? 6 : 1) ? "…" : String(part)
      }
      .joined(separator: "'")
  }

  private func isOfFile(_ part: Substring, fromLength length: Int) -> Bool {
    let letters = Self.letters(of: part.unicodeScalars)
    return letters.unicodeScalars.count >= length && content.holds(letters)
  }

  /// So that a text is found that a message shows in lower case, or without its marks.
  private static func letters(of scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars.filter(\.properties.isAlphanumeric))).lowercased()
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isAlphanumeric: Bool { isAlphabetic || numericType != nil }
}
