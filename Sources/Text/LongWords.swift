extension String {
  /// The text with `…` for the rest of each word of more than `most` scalars, as a terminal shows a message: a word that
  /// somebody typed or pasted may have any length. The quote and the punctuation behind such a word stay.
  public func withShortWords(_ most: Int = 256) -> String {
    guard utf8.count > most else { return self }
    var text = ""
    for word in unicodeScalars.split(separator: " ", omittingEmptySubsequences: false) {
      if !text.isEmpty || word.startIndex != startIndex { text.unicodeScalars.append(" ") }
      let end = word.suffix(2).reversed().prefix { "',.:;)".unicodeScalars.contains($0) }.reversed()
      guard word.utf8Length > most, word.count > most + end.count else {
        text.unicodeScalars.append(contentsOf: word)
        continue
      }
      text.unicodeScalars.append(contentsOf: word.prefix(most))
      text.unicodeScalars.append("…")
      text.unicodeScalars.append(contentsOf: end)
    }
    return text
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var utf8Length: Int { Substring(self).utf8.count }
}
