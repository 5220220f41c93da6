import Documents

/// Where comments begin: at a `#` behind a space that is in no scalar.
struct Comments {
  private let source: SourceText
  /// For each line, counted from 0, the columns that scalars take, counted from 0.
  private var taken: [Int: [Range<Int>]] = [:]

  init(_ root: Node, _ source: SourceText) {
    self.source = source
    visit(root)
  }

  /// Each with its sign, without spaces behind it, in the order of the text.
  var texts: [String] {
    (0..<source.lineCount).compactMap { line in
      start(in: line).map { start in
        var text = String.UnicodeScalarView()
        text.append(contentsOf: (source.line(line + 1) ?? []).dropFirst(start))
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
      }
    }
  }

  /// The column, counted from 0, at which a comment begins in `line`, counted from 0; nil if there is none.
  func start(in line: Int) -> Int? {
    guard let text = source.line(line + 1).map(Array.init), text.contains("#") else { return nil }
    return text.indices.first { column in
      text[column] == "#" && (column == 0 || text[column - 1] == " " || text[column - 1] == "\t")
        && !(taken[line] ?? []).contains { $0.contains(column) }
    }
  }

  private mutating func visit(_ node: Node) {
    // What an alias stands for is written elsewhere.
    if source.scalar(at: node.span.start) == "*" { return take(node.span) }
    switch node.content {
    case .scalar(let scalar): take(scalar.span)
    case .sequence(let members): for member in members { visit(member) }
    case .mapping(let entries):
      for entry in entries {
        take(entry.key.span)
        visit(entry.value)
      }
    }
  }

  private mutating func take(_ span: SourceSpan) {
    var (line, column) = (span.start.line - 1, span.start.column - 1)
    if span.start < span.end, let sign = source.scalar(at: span.start), sign == "|" || sign == ">" {
      // Behind the sign of a block scalar there may be a comment.
      (line, column) = (line + 1, 0)
      if span.end.line - 1 < line { return }
    }
    while line < span.end.line - 1 {
      taken[line, default: []].append(column..<Int.max)
      (line, column) = (line + 1, 0)
    }
    if column < span.end.column - 1 { taken[line, default: []].append(column..<span.end.column - 1) }
  }
}

extension SourceText {
  /// What is at `position`; nil at the end of a line.
  func scalar(at position: SourcePosition) -> Unicode.Scalar? {
    guard let line = line(position.line), position.column - 1 < line.count else { return nil }
    return line[line.startIndex + position.column - 1]
  }
}
