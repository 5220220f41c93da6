import Text

/// Diagnostics as a terminal shows them:
///
///     household.yaml:23:14: error: '7:00' is no time [time.form]
///       - kids off 7:00–20:00
///                  ^~~~
///       hint: 07:00 or 7pm
///
/// Everything that came from outside is escaped. A line that may hold a secret is not shown.
public struct DiagnosticText: Sendable {
  private let sources: [SourceText]
  private let concealed: Set<SourceLine>
  private let width: Int

  /// Diagnostics about `sources`, their lines cut so that no excerpt is wider than `width` columns (20 or more). Of the
  /// lines `concealed` nothing is shown.
  public init(sources: [SourceText], concealing concealed: Set<SourceLine> = [], width: Int = 80) {
    self.sources = sources
    self.concealed = concealed
    self.width = max(20, width)
  }

  /// All of them, in the order given, one line feed after each line.
  public func text(of diagnostics: [Diagnostic]) -> String {
    var text = ""
    write(diagnostics) { text += $0 }
    return text
  }

  /// Hands the same text to `output` in pieces of some tens of KiB, so that thousands of them take little memory.
  public func write(_ diagnostics: [Diagnostic], to output: (String) -> Void) {
    var piece: [UInt8] = []
    for diagnostic in diagnostics {
      append(diagnostic, to: &piece)
      guard piece.count >= Self.pieceLength else { continue }
      output(String(decoding: piece, as: UTF8.self))
      piece.removeAll(keepingCapacity: true)
    }
    if !piece.isEmpty { output(String(decoding: piece, as: UTF8.self)) }
  }

  /// From so many bytes on a piece is handed over.
  private static let pieceLength = 1 << 16

  /// How much of a message and of a hint is shown, in scalars: they may quote a line of the file, which may be a MiB long.
  static let longestText = 1024

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestText, text.unicodeScalars.count > longestText else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText))) + "…"
  }

  // MARK: - Lines, as UTF-8

  private func append(_ diagnostic: Diagnostic, to text: inout [UInt8]) {
    if let span = diagnostic.span {
      append(placeOf: span, to: &text)
      text += Mark.colon
    }
    text += diagnostic.severity.rawValue.utf8
    text += Mark.colon
    text += EscapedText.terminal(Self.cut(diagnostic.message.withShortWords())).utf8
    text += Mark.code
    text += diagnostic.code.utf8
    text += Mark.codeEnd
    if let span = diagnostic.span { append(excerptOf: span, to: &text) }
    if let hint = diagnostic.hint {
      text += Mark.hint
      text += EscapedText.terminal(Self.cut(hint)).utf8
      text.append(Mark.lineFeed)
    }
    if let related = diagnostic.related { append(related, to: &text) }
  }

  private func append(_ related: Diagnostic.Related, to text: inout [UInt8]) {
    append(placeOf: related.span, to: &text)
    text += Mark.note
    text += EscapedText.terminal(related.message.withShortWords()).utf8
    text.append(Mark.lineFeed)
    append(excerptOf: related.span, to: &text)
  }

  private func append(placeOf span: SourceSpan, to text: inout [UInt8]) {
    text += EscapedText.terminal(span.file).utf8
    text.append(Mark.separator)
    text += String(span.start.line).utf8
    text.append(Mark.separator)
    text += String(span.start.column).utf8
  }

  private func append(excerptOf span: SourceSpan, to text: inout [UInt8]) {
    guard !concealed.contains(SourceLine(file: span.file, line: span.start.line)),
      let source = sources.first(where: { $0.file == span.file }),
      let excerpt = SourceExcerpt(span, in: source, width: width - 2)
    else { return }
    text += Mark.indentation
    text += excerpt.line
    // Spaces at the end of a line of the file show nothing.
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    text.append(Mark.lineFeed)
    text += Mark.indentation
    text += repeatElement(UInt8(ascii: " "), count: excerpt.indentation)
    text.append(UInt8(ascii: "^"))
    text += repeatElement(UInt8(ascii: "~"), count: max(0, excerpt.underlined - 1))
    text.append(Mark.lineFeed)
  }
}

/// What is between the parts, in UTF-8.
private enum Mark {
  static let lineFeed = UInt8(ascii: "\n")
  static let separator = UInt8(ascii: ":")
  static let colon = Array(": ".utf8)
  static let code = Array(" [".utf8)
  static let codeEnd = Array("]\n".utf8)
  static let hint = Array("  hint: ".utf8)
  static let note = Array(": note: ".utf8)
  static let indentation = Array("  ".utf8)
}
