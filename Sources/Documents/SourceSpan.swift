/// A place in a text, between two Unicode scalars.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1.
  public var line: Int
  /// The column in Unicode scalars, counted from 1.
  public var column: Int

  /// A place at `line` and `column`, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Text order.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of one file's text; half-open, may be empty.
public struct SourceSpan: Hashable, Sendable {
  /// The file as the person named it.
  public var file: String
  /// The first place that belongs to the stretch.
  public var start: SourcePosition
  /// The first place after it.
  public var end: SourcePosition

  /// The stretch of `file` from `start` up to, but not including, `end`.
  public init(file: String, start: SourcePosition, end: SourcePosition) {
    self.file = file
    self.start = start
    self.end = end
  }
}
