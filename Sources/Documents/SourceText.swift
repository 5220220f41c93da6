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
    scalars = Self.scalars(of: Array(content))
    lineStarts = Self.lineStarts(in: scalars)
    self.file = file
  }

  private static func scalars(of bytes: [UInt8]) -> [Unicode.Scalar] {
    // Most files are ASCII, where every byte is a scalar.
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map { Unicode.Scalar($0) } }
    return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  private static func lineStarts(in scalars: [Unicode.Scalar]) -> [Int] {
    var starts = [0]
    for (index, scalar) in scalars.enumerated() where scalar == "\n" { starts.append(index + 1) }
    return starts
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
