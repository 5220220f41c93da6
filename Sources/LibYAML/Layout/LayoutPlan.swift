import Documents

/// What is to become of each line of a file, worked out from its tree. Lines and columns are counted from 0.
struct LayoutPlan {
  let source: SourceText
  let comments: Comments
  /// How far in a line begins; nil where nobody says it.
  private(set) var indents: [Int: Int] = [:]
  /// The gaps that are to be one space.
  private(set) var gaps: [Int: [Range<Int>]] = [:]
  /// By how much lines move that go on with what began in another.
  private(set) var shifts: [Int: Shift] = [:]
  /// The lines whose spaces at the end, or whose emptiness, are or may be text.
  private(set) var frozenEnds: Set<Int> = []
  /// The collections that a line is in, from the outermost on.
  private(set) var levels: [Int: [Level]] = [:]
  /// The last line of a block scalar that ends the file without a line end.
  private(set) var endsWithoutLineEnd = false

  /// A block collection: where its members begin, and where they are to.
  struct Level: Hashable {
    var old: Int
    var new: Int
  }

  /// A move to the right, or to the left but no further than `least`.
  struct Shift: Hashable {
    var by: Int
    var least: Int
  }

  /// Something is written in a way that is not understood here.
  private struct Unclear: Error {}

  /// Nil where something is written in a way of which nobody here knows how to lay it out.
  init?(_ root: Node, _ source: SourceText) {
    self.source = source
    comments = Comments(root, source)
    do throws(Unclear) { try visit(root, [], at: 0) } catch { return nil }
  }

  /// The same, in which nothing moves to the side.
  var withoutIndentation: LayoutPlan {
    var plan = self
    (plan.indents, plan.gaps, plan.shifts, plan.levels) = ([:], [:], [:], [:])
    return plan
  }

  var lines: LaidOutLines { LaidOutLines(self) }

  // MARK: - The tree

  private mutating func visit(_ node: Node, _ levels: [Level], at column: Int) throws(Unclear) {
    let sign = source.scalar(at: node.span.start)
    if sign == "*" { return }
    switch node.content {
    case .scalar(let scalar): visit(scalar.span, levels)
    case _ where sign == "[" || sign == "{": visitFlow(node, levels)
    case .sequence(let members): try visit(members, of: node.span, levels, at: column)
    case .mapping(let entries): try visit(entries, of: node.span, levels, at: column)
    }
  }

  private mutating func visit(
    _ entries: [Node.Entry], of span: SourceSpan, _ levels: [Level], at column: Int
  ) throws(Unclear) {
    let levels = levels + [Level(old: span.start.column - 1, new: column)]
    for entry in entries {
      let key = entry.key.span
      // An alias as a key has the place of what it stands for.
      guard key.start >= span.start, key.end <= span.end, key.start.line == key.end.line else { throw Unclear() }
      let line = key.start.line - 1
      try begin(line, levels)
      let text = self.text(line)
      guard let colon = text.indices.dropFirst(key.end.column - 1).first(where: { text[$0] != " " }),
        text[colon] == ":"
      else { throw Unclear() }
      closeGap(after: colon, in: line)
      try visit(value: entry.value, levels, at: column + 2, after: line)
    }
  }

  private mutating func visit(
    _ members: [Node], of span: SourceSpan, _ levels: [Level], at column: Int
  ) throws(Unclear) {
    let levels = levels + [Level(old: span.start.column - 1, new: column)]
    var next = span.start.line - 1
    for member in members {
      let dash = span.start.column - 1
      let lines = stride(from: member.span.start.line - 1, through: next, by: -1)
      guard let line = lines.first(where: { isDash($0, dash, isFirst: $0 == span.start.line - 1) }) else {
        throw Unclear()
      }
      next = line + 1
      try begin(line, levels)
      closeGap(after: dash, in: line)
      try visit(value: member, levels, at: column + 2, after: line)
    }
  }

  /// What is behind a colon or a dash in `line`.
  private mutating func visit(
    value: Node, _ levels: [Level], at column: Int, after line: Int
  ) throws(Unclear) {
    let start = value.span.start.line - 1
    if start > line, value.span.start < value.span.end, !isBlockCollection(value) {
      indents[start] = indents[start] ?? column
      self.levels[start] = self.levels[start] ?? levels
    }
    try visit(value, levels, at: column)
  }

  private func isBlockCollection(_ node: Node) -> Bool {
    if case .scalar = node.content { return false }
    return !["[", "{", "*"].contains(source.scalar(at: node.span.start) ?? "*")
  }

  /// A member of the last of `levels` begins in `line`, perhaps behind the dash of another.
  private mutating func begin(_ line: Int, _ levels: [Level]) throws(Unclear) {
    let text = text(line)
    // A key behind '?', and whatever is behind '---'.
    guard let first = text.firstIndex(where: { $0 != " " }), text[first] != "?",
      !text.starts(with: "---".unicodeScalars)
    else { throw Unclear() }
    if indents[line] == nil { indents[line] = levels.last?.new ?? 0 }
    self.levels[line] = levels
  }

  private func isDash(_ line: Int, _ column: Int, isFirst: Bool) -> Bool {
    let text = text(line)
    guard column < text.count, text[column] == "-", column + 1 == text.count || isSpace(text[column + 1]) else {
      return false
    }
    return isFirst || text.firstIndex { $0 != " " } == column
  }

  /// The spaces behind `column` become one, unless a comment or nothing follows them.
  private mutating func closeGap(after column: Int, in line: Int) {
    let text = text(line)
    guard let next = text.indices.dropFirst(column + 1).first(where: { !isSpace(text[$0]) }), next > column + 1,
      text[next] != "#"
    else { return }
    gaps[line, default: []].append(column + 1..<next)
  }

  // MARK: - What goes on over several lines

  private mutating func visit(_ span: SourceSpan, _ levels: [Level]) {
    let sign = source.scalar(at: span.start)
    if span.start < span.end, sign == "|" || sign == ">" { return visitBlockScalar(span, levels) }
    shift(span, levels)
    freeze(span)
  }

  private mutating func visitFlow(_ node: Node, _ levels: [Level]) {
    shift(node.span, levels, isFlow: true)
    freezeScalars(in: node)
  }

  /// Moves the lines behind the first of `span` as far as that one moves.
  private mutating func shift(_ span: SourceSpan, _ levels: [Level], isFlow: Bool = false) {
    guard let level = levels.last, span.start.line < span.end.line else { return }
    let first = span.start.line - 1
    let indent = indentation(first)
    let isAlone = indent == span.start.column - 1
    let by = isAlone ? (indents[first] ?? indent) - indent : level.new - level.old
    // Between brackets a comment stays where it is, unless all of it moves.
    if by == 0, !isFlow { return }
    for line in first + 1...span.end.line - 1 {
      // What goes on with a text is further in than the text's parent; a bracket need not be.
      shifts[line] = Shift(by: by, least: by == 0 ? 0 : level.new + (isFlow ? 0 : 1))
    }
  }

  private mutating func freeze(_ span: SourceSpan) {
    for line in span.start.line - 1..<max(span.start.line - 1, span.end.line - 1) { frozenEnds.insert(line) }
  }

  private mutating func freezeScalars(in node: Node) {
    if source.scalar(at: node.span.start) == "*" { return }
    switch node.content {
    case .scalar(let scalar): freeze(scalar.span)
    case .sequence(let members): for member in members { freezeScalars(in: member) }
    case .mapping(let entries):
      for entry in entries {
        freeze(entry.key.span)
        freezeScalars(in: entry.value)
      }
    }
  }

  private mutating func visitBlockScalar(_ span: SourceSpan, _ levels: [Level]) {
    let head = span.start.line - 1
    let signs = text(head).dropFirst(span.start.column).prefix { $0 == "+" || $0 == "-" || ("1"..."9").contains($0) }
    var end = span.end.line - 1
    if span.end.column == 1, end > head { end -= 1 }
    // With '+' the empty lines behind it are text.
    while signs.contains("+"), end + 1 < source.lineCount - 1, isBlank(end + 1) { end += 1 }
    guard end > head else { return }
    let body = head + 1...end
    frozenEnds.formUnion(body)
    if end == source.lineCount - 1 { endsWithoutLineEnd = true }
    guard let level = levels.last, let first = body.first(where: { !isBlank($0) }) else { return }
    let isGiven = signs.contains { ("1"..."9").contains($0) }
    let by = isGiven ? level.new - level.old : level.new + 2 - indentation(first)
    for line in body { shifts[line] = Shift(by: by, least: 0) }
  }

  // MARK: - Lines

  func text(_ line: Int) -> [Unicode.Scalar] { source.line(line + 1).map(Array.init) ?? [] }

  /// How many spaces it begins with.
  func indentation(_ line: Int) -> Int { text(line).prefix { $0 == " " }.count }

  func isBlank(_ line: Int) -> Bool { text(line).allSatisfy(isSpace) }
}

func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
