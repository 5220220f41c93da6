import Documents

/// How many columns of a terminal `text` takes.
func displayWidth(_ text: String) -> Int { DisplayWidth.columns(of: text) }

/// `text` with spaces after it up to `width` columns.
func padded(_ text: String, to width: Int) -> String {
  let missing = width - displayWidth(text)
  return missing > 0 ? text + spaces(missing) : text
}

/// So many spaces, at once: `String(repeating:count:)` appends one after the other.
func spaces(_ count: Int) -> String {
  String(unsafeUninitializedCapacity: count) { bytes in
    bytes.prefix(count).initialize(repeating: UInt8(ascii: " "))
    return count
  }
}

/// `text` on lines of at most 80 columns, cut between words; the first after `indent`, the others after `following`
/// (spaces as wide as `indent` unless given). No text is no line. A word that is too long alone stands alone.
func wrapped(_ text: String, indent: String, following: String? = nil, width: Int = 80) -> [String] {
  guard !text.isEmpty else { return [] }
  // Most texts fit. Spaces before the first word are left out.
  if text.utf8.first != 0x20, displayWidth(indent) + displayWidth(text) <= width { return [indent + text] }
  let next = following ?? spaces(displayWidth(indent))
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ", omittingEmptySubsequences: false) {
    let room = width - displayWidth(lines.isEmpty ? indent : next)
    if !line.isEmpty, displayWidth(line) + 1 + displayWidth(String(word)) > room {
      lines.append(line)
      line = String(word)
    } else {
      line += (line.isEmpty ? "" : " ") + word
    }
  }
  lines.append(line)
  return lines.enumerated().map { ($0.offset == 0 ? indent : next) + $0.element }
}

extension String {
  /// Made safe for a terminal.
  var escaped: String { EscapedText.terminal(self) }

  /// Without spaces before it.
  var trimmedStart: String { String(drop { $0 == " " }) }

  /// Without spaces after it.
  var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension [String] {
  /// All of them in a row, each followed by `end`. Takes a fifth of the time of `joined`, which asks of every piece what it
  /// is made of: a report may have thousands of lines.
  func concatenated(endingEach end: StaticString = "") -> String {
    let length = reduce(0) { $0 + $1.utf8.count + end.utf8CodeUnitCount }
    return String(unsafeUninitializedCapacity: length) { room in
      var filled = 0
      func add(_ piece: UnsafeBufferPointer<UInt8>) {
        _ = UnsafeMutableBufferPointer(rebasing: room[filled...]).initialize(from: piece)
        filled += piece.count
      }
      for var piece in self {
        piece.withUTF8(add)
        end.withUTF8Buffer(add)
      }
      return filled
    }
  }
}
