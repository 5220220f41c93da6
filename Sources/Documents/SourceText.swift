/// One file's text, by line and column.
///
/// A line ends at LF or CR LF and nowhere else, as in an editor. A byte order mark is not part of the text; each
/// malformed UTF-8 sequence counts as one U+FFFD.
public struct SourceText: Sendable {
  /// The file as the person named it.
  public let file: String
  /// The text, line ends included.
  public let scalars: [Unicode.Scalar]
  /// For each line the index of its first scalar; never empty.
  private let lineStarts: [Int]

  /// The text that `bytes` spell in UTF-8.
  public init(_ bytes: some Collection<UInt8>, file: String) {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    scalars = Array(String(decoding: content, as: UTF8.self).unicodeScalars)
    lineStarts = [0] + scalars.indices.lazy.filter { [scalars] in scalars[$0] == "\n" }.map { $0 + 1 }
    self.file = file
  }

  /// How many lines there are: one more than there are line ends.
  public var lineCount: Int { lineStarts.count }

  /// The place before the scalar at `index`; out of range is clamped.
  public func position(at index: Int) -> SourcePosition {
    let index = min(max(0, index), scalars.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: index - lineStarts[low] + 1)
  }

  /// The stretch of the scalars `range`.
  public func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(file: file, start: position(at: range.lowerBound), end: position(at: range.upperBound))
  }

  /// The scalars of line `number`, counted from 1, without its end; nil where there is no such line.
  public func line(_ number: Int) -> ArraySlice<Unicode.Scalar>? {
    guard lineStarts.indices.contains(number - 1) else { return nil }
    let isLast = number == lineStarts.count
    let line = scalars[lineStarts[number - 1]..<(isLast ? scalars.count : lineStarts[number] - 1)]
    return !isLast && line.last == "\r" ? line.dropLast() : line
  }
}
