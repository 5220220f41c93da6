import Documents
import LibYAML

/// A tree on one line: scalars in quotes, `[…]`, `{key: value}`.
func outline(_ node: Node?) -> String {
  guard let node else { return "nothing" }
  switch node.content {
  case .scalar(let scalar): return outline(scalar)
  case .sequence(let items): return "[" + items.map(outline).joined(separator: ", ") + "]"
  case .mapping(let entries):
    return "{" + entries.map { outline($0.key) + ": " + outline($0.value) }.joined(separator: ", ") + "}"
  }
}

private func outline(_ scalar: Scalar) -> String {
  let text = scalar.text.replacing("\n", with: "⏎").replacing("\t", with: "⇥")
  return "'" + text + "'"
}

/// All scalars of a tree in text order, keys included.
func scalars(_ node: Node?) -> [Scalar] {
  switch node?.content {
  case nil: []
  case .scalar(let scalar): [scalar]
  case .sequence(let items): items.flatMap(scalars)
  case .mapping(let entries): entries.flatMap { [$0.key] + scalars($0.value) }
  }
}

/// `line:column code` for each.
func brief(_ diagnostics: [Diagnostic]) -> [String] {
  diagnostics.map { diagnostic in
    let start = diagnostic.span.map { "\($0.start.line):\($0.start.column) " } ?? ""
    return start + diagnostic.code.replacing("yaml.", with: "")
  }
}

/// The text of a span in `source`, line ends as they are.
func text(of span: SourceSpan, in source: SourceText) -> String {
  let places = source.scalars.indices.filter { index in
    let place = source.position(at: index)
    return span.start <= place && place < span.end
  }
  return String(String.UnicodeScalarView(places.map { source.scalars[$0] }))
}
