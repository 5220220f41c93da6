package import Documents
import Text

/// Diagnostics as workflow commands, which GitHub shows beside the lines of a pull request.
package enum DiagnosticAnnotations {
  /// One line for each diagnostic, and one for all others.
  package static func text(of diagnostics: [Diagnostic], others: [Diagnostic.Severity: Int]) -> String {
    let level = others[.error] != nil ? "error" : others[.warning] != nil ? "warning" : "notice"
    return diagnostics.map { command($0) + "\n" }.joined()
      + (ShownDiagnostics.words(others).map { "::\(level)::\($0)\n" } ?? "")
  }

  private static func command(_ diagnostic: Diagnostic) -> String {
    let properties = place(diagnostic.span) + [("title", diagnostic.code)]
    let list = properties.map { "\($0.0)=\($0.1.escaped.escapedForWorkflowProperty)" }.joined(separator: ",")
    let message = [diagnostic.message, diagnostic.hint].compactMap { $0?.escaped }.joined(separator: "\n")
    let level = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
    return "::\(level) \(list)::\(message.escapedForWorkflow)"
  }

  /// GitHub takes no columns of a stretch over several lines.
  private static func place(_ span: SourceSpan?) -> [(String, String)] {
    guard let span else { return [] }
    let lines = [("file", span.file), ("line", String(span.start.line))]
    guard span.start.line == span.end.line else { return lines + [("endLine", String(span.end.line))] }
    return lines + [
      ("col", String(span.start.column)), ("endLine", String(span.end.line)), ("endColumn", String(span.end.column)),
    ]
  }
}
