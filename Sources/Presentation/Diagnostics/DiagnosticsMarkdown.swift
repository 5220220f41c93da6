package import Documents

/// What is wrong with a policy, for a comment on a pull request.
package enum DiagnosticsMarkdown {
  /// A heading with `path`, and an item for each of `diagnostics`. What comes from elsewhere is in code spans.
  package static func text(
    of diagnostics: [Diagnostic], others: [Diagnostic.Severity: Int], in path: String
  ) -> String {
    let heading = "### The policy has errors: \(path.escapedForMarkdown)\n\n"
    return heading + diagnostics.map { item($0) + "\n" }.joined()
      + (ShownDiagnostics.words(others).map { "- \($0)\n" } ?? "")
  }

  private static func item(_ diagnostic: Diagnostic) -> String {
    let start = diagnostic.span.map { "\($0.file):\($0.start.line):\($0.start.column)".escapedForMarkdown + ": " }
    let hint = diagnostic.hint.map { " – " + $0.escapedForMarkdown } ?? ""
    return "- \(start ?? "")\(diagnostic.severity.rawValue): \(diagnostic.message.escapedForMarkdown)\(hint)"
  }
}
