/// One line of one file.
public struct SourceLine: Hashable, Sendable {
  /// The file as the person named it.
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  /// The line `line`, counted from 1, of `file`.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension SourceSpan {
  /// The lines that the stretch touches, those of its ends included.
  public var lines: [SourceLine] {
    (start.line...max(start.line, end.line)).map { SourceLine(file: file, line: $0) }
  }
}
