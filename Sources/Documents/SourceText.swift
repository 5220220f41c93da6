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
    let bytes = Array(bytes)
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    self.file = file
    // Most files are ASCII, where every byte is a scalar.
    if content.reduce(0, |) < 0x80 {
      scalars = content.map { Unicode.Scalar($0) }
      lineStarts = Self.lineStarts(in: content, lineFeed: UInt8(ascii: "\n"))
    } else {
      scalars = Array(String(decoding: content, as: UTF8.self).unicodeScalars)
      lineStarts = Self.lineStarts(in: scalars, lineFeed: "\n")
    }
  }

  private static func lineStarts<Element: Equatable>(in text: [Element], lineFeed: Element) -> [Int] {
    var starts = [0]
    for index in text.indices where text[index] == lineFeed { starts.append(index + 1) }
    return starts
  }

  /// How many lines there are: one more than there are line ends.
  public var lineCount: Int { lineStarts.count }

  /// The place before the scalar at `index`; out of range is clamped.
  public func position(at index: Int) -> SourcePosition {
    let index = min(max(0, index), scalars.count)
    let line = line(holding: index)
    return SourcePosition(line: line + 1, column: index - lineStarts[line] + 1)
  }

  /// The line, counted from 0, that the scalar at `index` belongs to.
  private func line(holding index: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  /// The stretch of the scalars `range`.
  public func span(_ range: Range<Int>) -> SourceSpan {
    let start = position(at: range.lowerBound)
    // Most stretches end on the line where they start.
    let nextLine = start.line == lineCount ? scalars.count + 1 : lineStarts[start.line]
    guard range.lowerBound >= 0, range.upperBound < nextLine else {
      return SourceSpan(file: file, start: start, end: position(at: range.upperBound))
    }
    let end = SourcePosition(line: start.line, column: start.column + range.count)
    return SourceSpan(file: file, start: start, end: end)
  }

  /// The scalars of line `number`, counted from 1, without its end; nil where there is no such line.
  public func line(_ number: Int) -> ArraySlice<Unicode.Scalar>? {
    guard lineStarts.indices.contains(number - 1) else { return nil }
    let isLast = number == lineStarts.count
    let line = scalars[lineStarts[number - 1]..<(isLast ? scalars.count : lineStarts[number] - 1)]
    return !isLast && line.last == "\r" ? line.dropLast() : line
  }
}
