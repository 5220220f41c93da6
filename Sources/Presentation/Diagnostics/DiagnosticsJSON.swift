package import Documents
package import JSONTree

/// What is wrong with a policy, as one JSON object: the result of `validate`, and of what cannot go on because of it.
package enum DiagnosticsJSON {
  /// `diagnostics` in their order, lines and columns from 1; where there are `others`, how many.
  package static func json(_ diagnostics: [Diagnostic], others: [Diagnostic.Severity: Int]) -> JSON {
    let count = others.values.reduce(0, +)
    return .object(
      [.formatVersion, .init("diagnostics", .array(diagnostics.map(json)))]
        + (count > 0 ? [.init("others", .integer(count))] : []))
  }

  private static func json(_ diagnostic: Diagnostic) -> JSON {
    let span = diagnostic.span
    return .object([
      .init("severity", .string(diagnostic.severity.rawValue)),
      .init("code", .string(diagnostic.code)),
      .init("message", .string(diagnostic.message)),
      .init("hint", .text(diagnostic.hint)),
      .init("file", .text(span?.file)),
      .init("line", .integer(span?.start.line)),
      .init("column", .integer(span?.start.column)),
      .init("endLine", .integer(span?.end.line)),
      .init("endColumn", .integer(span?.end.column)),
    ])
  }
}
