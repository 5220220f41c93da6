/// A line of the format: one line of the file, and those that continue it.
struct ContentLine {
  /// Its bytes, joined.
  var bytes: ArraySlice<UInt8>
  /// The lines of the file, counted from 1.
  var lines: ClosedRange<Int>
}

/// Takes a file apart into its lines of content: a line that begins with a space or a tab continues the one before it,
/// also in the middle of a character. Empty lines are passed over.
struct ContentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private var line = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next() -> ContentLine? {
    var first = takeLine()
    while let empty = first, empty.isEmpty { first = takeLine() }
    guard let first else { return nil }
    var content = ContentLine(bytes: bytes[first], lines: line...line)
    while isContinued, let more = takeLine() {
      content.bytes += bytes[more].dropFirst()
      content.lines = content.lines.lowerBound...line
    }
    return content
  }

  private var isContinued: Bool {
    position < bytes.count && (bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t"))
  }

  /// The next line of the file without its end, which is LF or CR LF.
  private mutating func takeLine() -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    position = end + 1
    line += 1
    return start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
  }
}
