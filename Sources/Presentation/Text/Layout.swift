import Documents
import Text

/// How many columns of a terminal `text` takes.
package func displayWidth(_ text: String) -> Int { DisplayWidth.columns(of: text) }

/// `text` with spaces after it up to `width` columns.
package func padded(_ text: String, to width: Int) -> String {
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
package func wrapped(_ text: String, indent: String, following: String? = nil, width: Int = 80) -> [String] {
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
  /// Without spaces before it.
  package var trimmedStart: String { String(drop { $0 == " " }) }

  /// Without spaces after it.
  var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
