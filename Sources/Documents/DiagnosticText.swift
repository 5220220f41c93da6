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
    diagnostics.flatMap(lines).map { $0 + "\n" }.joined()
  }

  /// One diagnostic, line by line.
  public func lines(of diagnostic: Diagnostic) -> [String] {
    var lines = [heading(of: diagnostic)]
    if let span = diagnostic.span { lines += excerpt(span) }
    if let hint = diagnostic.hint { lines.append("  hint: " + EscapedText.terminal(hint)) }
    if let related = diagnostic.related {
      lines.append(place(related.span) + ": note: " + EscapedText.terminal(related.message))
      lines += excerpt(related.span)
    }
    return lines
  }

  private func heading(of diagnostic: Diagnostic) -> String {
    let prefix = diagnostic.span.map { place($0) + ": " } ?? ""
    let message = EscapedText.terminal(diagnostic.message)
    return "\(prefix)\(diagnostic.severity.rawValue): \(message) [\(diagnostic.code)]"
  }

  private func place(_ span: SourceSpan) -> String {
    "\(EscapedText.terminal(span.file)):\(span.start.line):\(span.start.column)"
  }

  private func excerpt(_ span: SourceSpan) -> [String] {
    guard !concealed.contains(SourceLine(file: span.file, line: span.start.line)),
      let source = sources.first(where: { $0.file == span.file }),
      let excerpt = SourceExcerpt(span, in: source, width: width - 2)
    else { return [] }
    return ["  " + excerpt.line, "  " + excerpt.carets]
  }
}
