import Documents

/// The one way to lay out a file: two spaces deeper each time, one space behind a colon and a dash, nothing at the end of a
/// line, at most one empty line, LF.
///
/// The text of scalars and comments, the order of keys, quotes and what is between `[` and `]` stay as they are. What
/// cannot be laid out with certainty stays, too.
public enum YAMLLayout {
  /// `bytes` laid out; nil where they are no YAML without a mistake.
  ///
  /// The result was read again: it is the same tree, and has the same comments.
  public static func laidOut(_ bytes: [UInt8], file: String) -> String? {
    guard let tree = soundTree(bytes, file) else { return nil }
    let source = SourceText(bytes, file: file)
    let text = text(source)
    // Some readers end lines at these, and columns are counted otherwise then.
    guard !source.hasOddLineEnds else { return text }
    let plan = LayoutPlan(tree, source)
    let drafts = [plan, plan?.withoutIndentation].compactMap { $0 }
    let comments = Comments(tree, source).texts
    return drafts.lazy.map { $0.lines.text }.first { draft in
      let bytes = Array(draft.utf8)
      guard let other = soundTree(bytes, file), other.saysTheSame(as: tree) else { return false }
      let result = SourceText(bytes, file: file)
      return Comments(other, result).texts == comments && result.signs.elementsEqual(source.signs)
    } ?? text
  }

  private static func soundTree(_ bytes: [UInt8], _ file: String) -> Node? {
    let (node, diagnostics) = YAMLReader.read(bytes, file: file)
    return diagnostics.contains { $0.severity == .error } ? nil : node
  }

  private static func text(_ source: SourceText) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source.scalars)
    return String(text)
  }
}

extension SourceText {
  /// All but what separates.
  fileprivate var signs: some Sequence<Unicode.Scalar> {
    scalars.lazy.filter { !isSpace($0) && $0 != "\n" && $0 != "\r" }
  }

  fileprivate var hasOddLineEnds: Bool {
    scalars.indices.contains { index in
      switch scalars[index] {
      case "\u{85}", "\u{2028}", "\u{2029}": true
      case "\r": index + 1 == scalars.count || scalars[index + 1] != "\n"
      default: false
      }
    }
  }
}

extension Node {
  /// Whether both are the same but for where they are written.
  fileprivate func saysTheSame(as other: Node) -> Bool {
    switch (content, other.content) {
    case (.scalar(let one), .scalar(let two)): one.text.unicodeScalars.elementsEqual(two.text.unicodeScalars)
    case (.sequence(let one), .sequence(let two)):
      one.count == two.count && zip(one, two).allSatisfy { $0.saysTheSame(as: $1) }
    case (.mapping(let one), .mapping(let two)):
      one.count == two.count
        && zip(one, two).allSatisfy {
          $0.key.text.unicodeScalars.elementsEqual($1.key.text.unicodeScalars) && $0.value.saysTheSame(as: $1.value)
        }
    default: false
    }
  }
}
