import Documents

/// The lines of a file as a plan wants them.
struct LaidOutLines {
  private let plan: LayoutPlan
  private let count: Int
  /// For each line the nearest one before it that is in a collection, and the nearest one behind it.
  private let above: [Int?]
  private let below: [Int?]

  init(_ plan: LayoutPlan) {
    self.plan = plan
    // What is behind the last line end is no line, unless there is something.
    let last = plan.source.lineCount - 1
    count = plan.text(last).isEmpty ? last : last + 1
    above = Self.nearest(0..<count, plan)
    below = Self.nearest((0..<count).reversed(), plan).reversed()
  }

  /// For each of `lines` the last one before it, in their order, that is in a collection.
  private static func nearest(_ lines: some Sequence<Int>, _ plan: LayoutPlan) -> [Int?] {
    var last: Int?
    return lines.map { line in
      defer { if plan.levels[line] != nil { last = line } }
      return last
    }
  }

  /// All of them, with line ends.
  var text: String {
    var laid: [Unicode.Scalar] = []
    var isAfterEmpty = true
    var pending = false
    for line in 0..<count {
      let text = laidOut(line)
      let isEmpty = text.isEmpty && !isText(line)
      if isEmpty {
        pending = !isAfterEmpty
        continue
      }
      if pending { laid.append("\n") }
      (pending, isAfterEmpty) = (false, false)
      laid.append(contentsOf: text)
      if line < count - 1 || !plan.endsWithoutLineEnd { laid.append("\n") }
    }
    return String(String.UnicodeScalarView(laid))
  }

  /// Whether it is inside a scalar, where an empty line counts.
  private func isText(_ line: Int) -> Bool { plan.frozenEnds.contains(line) }

  private func laidOut(_ line: Int) -> [Unicode.Scalar] {
    let text = plan.text(line)
    if plan.isBlank(line) { return isText(line) ? blank(text, line) : [] }
    let indent = text.prefix { $0 == " " }.count
    guard let new = indentation(line, indent) else { return end(text, line) }
    let first = text.firstIndex { !isSpace($0) } ?? 0
    // What a tab is good for in front of something only people know.
    guard first == indent || plan.shifts[line] == nil else { return end(text, line) }
    return end(spaces(new) + body(line, text, from: first, moved: new - first), line)
  }

  /// A line of spaces within a scalar.
  private func blank(_ text: [Unicode.Scalar], _ line: Int) -> [Unicode.Scalar] {
    guard let shift = plan.shifts[line], text.allSatisfy({ $0 == " " }), shift.least == 0 else { return text }
    return spaces(text.isEmpty ? 0 : text.count + shift.by)
  }

  /// How far in `line` is to begin; nil where it stays.
  private func indentation(_ line: Int, _ old: Int) -> Int? {
    if let shift = plan.shifts[line] { return max(old + shift.by, shift.least) }
    if let indent = plan.indents[line] { return indent }
    return plan.comments.start(in: line) == plan.text(line).firstIndex { !isSpace($0) } ? ofComment(line, old) : nil
  }

  /// As what it is beside: the member of a collection below it, or above it.
  private func ofComment(_ line: Int, _ old: Int) -> Int? {
    if plan.levels.isEmpty { return nil }
    let below = below[line].flatMap { plan.levels[$0] } ?? []
    let above = above[line].flatMap { plan.levels[$0] } ?? []
    return (below + above).first { $0.old == old }?.new ?? below.last?.new ?? 0
  }

  /// `text` from `first` on, its gaps closed. A comment stays in its column where there is room.
  private func body(_ line: Int, _ text: [Unicode.Scalar], from first: Int, moved: Int) -> [Unicode.Scalar] {
    let comment = plan.comments.start(in: line).flatMap { $0 > first ? $0 : nil }
    let end = comment ?? text.count
    var result: [Unicode.Scalar] = []
    var place = first
    for gap in (plan.gaps[line] ?? []).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      result += text[place..<gap.lowerBound] + [" "]
      place = gap.upperBound
    }
    result += text[place..<end]
    guard let comment else { return result }
    let gap = result.reversed().prefix(while: isSpace).count
    let width = first + moved + result.count - gap
    let oldWidth = comment - gap
    if width == oldWidth { return result + text[comment...] }
    let kept = result.dropLast(gap)
    return kept + (comment - width >= 2 ? spaces(comment - width) : Array(result.suffix(gap))) + text[comment...]
  }

  private func end(_ text: [Unicode.Scalar], _ line: Int) -> [Unicode.Scalar] {
    if isText(line) { return text }
    return Array(text[..<((text.lastIndex { !isSpace($0) }).map { $0 + 1 } ?? 0)])
  }

  private func spaces(_ count: Int) -> [Unicode.Scalar] { Array(repeating: " ", count: max(0, count)) }
}
