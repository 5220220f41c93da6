extension [Diagnostic] {
  /// The diagnostics in the order of the text: by file, place, errors before warnings before notes, then code and message. Those
  /// without a place come first.
  public func inTextOrder() -> [Diagnostic] {
    // Most often they are in order, and no second copy of thousands is needed.
    let isSorted = !indices.dropFirst().contains { self[$0].stands(before: self[$0 - 1]) }
    return isSorted ? self : sorted { $0.stands(before: $1) }
  }
}

extension Diagnostic.Severity {
  fileprivate var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}

extension Diagnostic {
  fileprivate func stands(before other: Diagnostic) -> Bool {
    if file != other.file { return file < other.file }
    if start != other.start { return start < other.start }
    if severity != other.severity { return severity.rank < other.severity.rank }
    return (code, message) < (other.code, other.message)
  }

  fileprivate var file: String { span?.file ?? "" }
  fileprivate var start: SourcePosition { span?.start ?? SourcePosition(line: 0, column: 0) }
}
