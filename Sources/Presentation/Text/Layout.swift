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
/// (spaces as wide as `indent` unless given). No text is no line. A word that is too long alone stands alone. A command
/// that fits a line is not cut: nobody can copy half of it.
package func wrapped(_ text: String, indent: String, following: String? = nil, width: Int = 80) -> [String] {
  guard !text.isEmpty else { return [] }
  // Most texts fit. Spaces before the first word are left out.
  if text.utf8.first != 0x20, displayWidth(indent) + displayWidth(text) <= width { return [indent + text] }
  let next = following ?? spaces(displayWidth(indent))
  var lines: [String] = []
  var line = ""
  let words = text.split(separator: " ", omittingEmptySubsequences: false)
  for word in keepingCommands(words, width: width - displayWidth(next)) {
    let room = width - displayWidth(lines.isEmpty ? indent : next)
    if !line.isEmpty, displayWidth(line) + 1 + displayWidth(word) > room {
      lines.append(line.trimmedEnd)
      line = word
    } else {
      line += (line.isEmpty ? "" : " ") + word
    }
  }
  lines.append(line)
  return lines.enumerated().map { ($0.offset == 0 ? indent : next) + $0.element }
}

/// `words`, with each command as one: `'reconcile …'` in quotes, or from `: reconcile` to a semicolon or the end. Those wider
/// than `width` stay words. A line that belongs into a secret, from `: for http` to the end, is never broken: it is to be pasted.
private func keepingCommands(_ words: [Substring], width: Int) -> [String] {
  var kept: [String] = []
  var place = 0
  while place < words.count {
    let end = endOfCommand(words, at: place, width: width)
    let whole = words[place..<end].joined(separator: " ")
    if end > place + 1, displayWidth(whole) <= width || words[place] == "for" {
      kept.append(whole)
      place = end
    } else {
      kept.append(String(words[place]))
      place += 1
    }
  }
  return kept
}

/// The place behind the command that begins at `place`; the next place where none does that could fit in `width`.
private func endOfCommand(_ words: [Substring], at place: Int, width: Int) -> Int {
  // More words than columns do not fit. A text of somebody else's may begin a command with every word and end none.
  let near = words[place...].prefix(max(width, 0) + 1)
  switch words[place] {
  case "'reconcile", "'sudo":
    return (endOfQuotes(near) ?? place) + 1
  case "reconcile", "sudo":
    guard place > 0, words[place - 1].last == ":" else { return place + 1 }
    if let last = near.firstIndex(where: { $0.last == ";" }) { return last + 1 }
    return near.endIndex == words.endIndex ? words.count : place + 1
  case "for":
    let isLine =
      place > 0 && words[place - 1].last == ":" && words.dropFirst(place + 1).first?.hasPrefix("http") ?? false
    return isLine ? words.count : place + 1
  default: return place + 1
  }
}

/// The word of `words` that ends the quotes which the first one begins; what is in quotes within them goes on. Nil where none
/// does.
private func endOfQuotes(_ words: ArraySlice<Substring>) -> Int? {
  var isWithin = false
  return words.indices.first { place in
    var word = words[place]
    if place != words.startIndex, word.first == "'" {
      isWithin = true
      word = word.dropFirst()
    }
    if word.last != "'", word.last?.isLetter != true { word = word.dropLast() }
    guard word.last == "'" else { return false }
    if isWithin, word.dropLast().last != "'" {
      isWithin = false
      return false
    }
    return true
  }
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
  package var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
