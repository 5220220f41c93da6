/// Undoes indentation and line folding of a literal (`|`) or folded (`>`) scalar.
struct BlockScalarDecoder {
  private(set) var decoded = DecodedScalar()
  private let scalars: ArraySlice<Unicode.Scalar>
  private var header = Header()
  /// The line end after the last line with text; it counts once it is known what follows.
  private var lineEnd: Int?
  /// The line ends of the empty lines since then.
  private var emptyLines: [Int] = []
  private var isLastIndented = false

  /// What comes after `|` or `>`.
  private struct Header {
    var isFolded = false
    var keepsAllEnds = false
    var keepsNoEnd = false
    var hasIndentation = false
  }

  /// Reads `scalars` from the `|` or `>` on. libyaml's own text is needed in one case only: a given indentation counts
  /// from that of the parent, which cannot be seen from here.
  init(_ scalars: ArraySlice<Unicode.Scalar>, likely text: String) {
    self.scalars = scalars
    decoded.end = scalars.startIndex
    var lines = Self.lines(scalars)
    guard !lines.isEmpty else { return }
    readHeader(lines.removeFirst())
    let indentation = header.hasIndentation ? given(lines, text) : detected(lines)
    for line in lines { take(line, indentation) }
    finish()
  }

  /// The lines without their ends.
  private static func lines(_ scalars: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = scalars.startIndex
    for index in scalars.indices where scalars[index] == "\n" {
      let end = index > start && scalars[index - 1] == "\r" ? index - 1 : index
      lines.append(start..<end)
      start = index + 1
    }
    return start < scalars.endIndex ? lines + [start..<scalars.endIndex] : lines
  }

  private mutating func readHeader(_ line: Range<Int>) {
    header.isFolded = scalars[line].first == ">"
    for scalar in scalars[line].dropFirst() {
      switch scalar {
      case "+": header.keepsAllEnds = true
      case "-": header.keepsNoEnd = true
      case "1"..."9": header.hasIndentation = true
      default:
        return end(at: line)
      }
    }
    end(at: line)
  }

  private mutating func end(at line: Range<Int>) {
    (decoded.textEnd, decoded.end) = (line.upperBound, line.upperBound)
  }

  private func spaces(_ line: Range<Int>) -> Int {
    scalars[line].prefix { $0 == " " }.count
  }

  /// The deepest of the empty lines at the top and the first line with text.
  private func detected(_ lines: [Range<Int>]) -> Int {
    var deepest = 1
    for line in lines {
      deepest = max(deepest, spaces(line))
      if spaces(line) < line.count { break }
    }
    return deepest
  }

  /// What the first line that is not empty has lost. Empty lines before it are kept one by one, so that it is as many
  /// lines down in the text as in the file.
  private func given(_ lines: [Range<Int>], _ text: String) -> Int {
    let emptyLines = text.unicodeScalars.prefix { $0 == "\n" }.count
    let first = text.unicodeScalars.dropFirst(emptyLines)
    // Without any text every line is an empty one, however many spaces it has.
    guard !first.isEmpty, emptyLines < lines.count else { return Int.max }
    return max(0, spaces(lines[emptyLines]) - first.prefix { $0 == " " }.count)
  }

  private mutating func take(_ line: Range<Int>, _ indentation: Int) {
    let end = line.upperBound < scalars.endIndex ? line.upperBound : nil
    let content = (line.lowerBound + min(indentation, spaces(line)))..<line.upperBound
    guard let first = scalars[content].first else {
      if let end { emptyLines.append(end) }
      return
    }
    let isIndented = first == " " || first == "\t"
    join(folding: header.isFolded && !isLastIndented && !isIndented)
    for place in content { decoded.append(scalars[place], at: place) }
    self.end(at: line)
    (lineEnd, isLastIndented) = (end, isIndented)
  }

  /// Puts what is between two lines with text.
  private mutating func join(folding: Bool) {
    if let lineEnd, !folding { decoded.append("\n", at: lineEnd) }
    if let lineEnd, folding, emptyLines.isEmpty { decoded.append(" ", at: lineEnd) }
    for place in emptyLines { decoded.append("\n", at: place) }
    emptyLines = []
  }

  private mutating func finish() {
    if let lineEnd, !header.keepsNoEnd { decoded.append("\n", at: lineEnd) }
    if header.keepsAllEnds {
      for place in emptyLines { decoded.append("\n", at: place) }
    }
    // Kept empty lines belong to the text.
    let last = decoded.places.last ?? 0
    (decoded.textEnd, decoded.end) = (max(decoded.textEnd, last), max(decoded.end, last))
  }
}
