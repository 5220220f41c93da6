import Documents
import Text

/// How many columns of a terminal `text` takes. Colours take none.
package func displayWidth(_ text: String) -> Int { DisplayWidth.columns(of: text.withoutColours) }

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

  /// The escape that a `Style` begins colours with, if it begins with one.
  package var leadingColour: Substring {
    guard utf8.first == 0x1B, let end = utf8.firstIndex(of: UInt8(ascii: "m")) else { return prefix(0) }
    return self[...end]
  }

  /// Without what a `Style` wraps around words.
  fileprivate var withoutColours: String {
    guard utf8.contains(0x1B) else { return self }
    var parts = split(separator: "\u{1B}", omittingEmptySubsequences: false)
    for place in parts.indices.dropFirst() {
      parts[place] = parts[place].drop { $0 != "m" }.dropFirst()
    }
    return parts.joined()
  }

  /// Without spaces after it.
  var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
