import Documents

/// Which of the places that a reader names are in the text that it read.
struct PlacesInText {
  let source: SourceText

  func contains(_ span: SourceSpan) -> Bool {
    span.file == source.file && span.start <= span.end && contains(span.start) && contains(span.end)
  }

  func contains(_ place: SourcePosition) -> Bool {
    guard let line = source.line(place.line) else { return false }
    // One more for a CR, which is no part of the line's text.
    return place.column >= 1 && place.column <= line.count + 2
  }

  /// What is wrong with the places of `diagnostics`; empty where nothing is.
  func faults(of diagnostics: [Diagnostic]) -> [String] {
    diagnostics.flatMap { diagnostic in [diagnostic.span, diagnostic.related?.span].compactMap { $0 } }
      .filter { !contains($0) }
      .map { "a diagnostic points outside the text: \($0)" }
  }

  /// What is wrong with the places of `node` and of all below it; empty where nothing is.
  func faults(of node: Node) -> [String] {
    let own = contains(node.span) ? [] : ["a node lies outside the text: \(node.span)"]
    switch node.content {
    case .scalar(let scalar): return own + faults(of: scalar)
    case .sequence(let nodes): return own + nodes.flatMap { faults(of: $0) }
    case .mapping(let entries): return own + entries.flatMap { faults(of: $0.key) + faults(of: $0.value) }
    }
  }

  private func faults(of scalar: Scalar) -> [String] {
    let spans = (0..<min(scalar.text.unicodeScalars.count, 4_096)).map { scalar.span(of: $0..<($0 + 1)) }
    let lie = spans.allSatisfy { contains($0) && scalar.span.start <= $0.start && $0.end <= scalar.span.end }
    let areOrdered = zip(spans, spans.dropFirst()).allSatisfy { $0.start <= $1.start }
    return lie && areOrdered ? [] : ["a letter of a scalar stands elsewhere: \(scalar.span)"]
  }
}
