/// A text that is put together line by line. A report may have thousands of lines: they are not kept one by one.
struct LineBuffer {
  /// Of whole texts, one after the other, so that they are UTF-8 and need not be looked at again.
  private var bytes: [UInt8] = []

  /// With room for so many lines of ordinary length.
  init(lines: Int) { bytes.reserveCapacity(80 * lines) }

  /// Adds a line.
  mutating func add(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds a line that consists of three pieces, one after the other.
  mutating func add(_ before: String, _ middle: String, _ behind: String) {
    bytes.append(contentsOf: before.utf8)
    bytes.append(contentsOf: middle.utf8)
    add(behind)
  }

  /// Adds these lines.
  mutating func add(_ lines: [String]) {
    for line in lines { add(line) }
  }

  /// All of it, each line with a line feed behind it.
  var text: String { String(copying: UTF8Span(unchecked: bytes.span)) }
}
