/// A value in a document, with the place it was read from.
public struct Node: Sendable {
  /// What the value is.
  public var content: Content
  /// Where it stands.
  public var span: SourceSpan

  /// A value of any kind.
  public init(_ content: Content, span: SourceSpan) {
    self.content = content
    self.span = span
  }

  /// The three kinds of value. There are no numbers and no booleans: every scalar is text.
  public enum Content: Sendable {
    case scalar(Scalar)
    case sequence([Node])
    /// In the order of the file; keys are unique.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Sendable {
    /// The key; always a scalar.
    public var key: Scalar
    /// What it leads to.
    public var value: Node

    /// A key and its value.
    public init(key: Scalar, value: Node) {
      self.key = key
      self.value = value
    }
  }
}

/// Text as it was meant, and where each part of it was written.
///
/// In a quoted or folded scalar the text differs from what is in the file, so that a place in the one has to be
/// looked up in the other.
public struct Scalar: Sendable {
  /// The text, with quotes, escapes and folds undone.
  public var text: String
  /// The whole scalar in the file, quotes included.
  public var span: SourceSpan
  /// For each Unicode scalar of `text` where it was written, and one more for the end; empty where the text is in
  /// the file as it is, on one line, from `span.start` on.
  var places: [SourcePosition]

  /// A scalar whose text is in the file as it is, unless `places` says where each of its Unicode scalars was
  /// written (one more place for the end).
  public init(_ text: String, span: SourceSpan, places: [SourcePosition] = []) {
    self.text = text
    self.span = span
    self.places = places
  }

  /// Where the Unicode scalars `range` of `text` were written. Out of range is clamped.
  public func span(of range: Range<Int>) -> SourceSpan {
    SourceSpan(file: span.file, start: place(range.lowerBound), end: place(range.upperBound))
  }

  private func place(_ index: Int) -> SourcePosition {
    if places.isEmpty {
      return SourcePosition(line: span.start.line, column: span.start.column + max(0, index))
    }
    return places[min(max(0, index), places.count - 1)]
  }
}
