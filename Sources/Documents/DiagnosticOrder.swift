extension Sequence<Diagnostic> {
  /// The diagnostics in the order of the text: by file, place, errors before warnings, then code and message. Those
  /// without a place come first.
  public func inTextOrder() -> [Diagnostic] {
    sorted { left, right in
      if left.file != right.file { return left.file < right.file }
      if left.start != right.start { return left.start < right.start }
      if left.severity != right.severity { return left.severity == .error }
      return (left.code, left.message) < (right.code, right.message)
    }
  }
}

extension Diagnostic {
  fileprivate var file: String { span?.file ?? "" }
  fileprivate var start: SourcePosition { span?.start ?? SourcePosition(line: 0, column: 0) }
}
