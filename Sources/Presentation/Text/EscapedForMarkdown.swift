import Documents

extension String {
  /// Made safe for Markdown, a cell of a table included: a code span, in which nothing is a link, a mention, a picture
  /// or HTML. What would not be seen is shown as on a terminal. Nothing for no text.
  var escapedForMarkdown: String {
    let text = escaped.shownPipes
    guard !text.isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    // A tick at an end would become part of the fence, and a space at both ends would be lost.
    let needsRoom = "` ".contains { text.first == $0 || text.last == $0 }
    let room = needsRoom ? " " : ""
    return fence + room + text + room + fence
  }
}

extension String {
  /// With every `|` so that it does not end a cell. After a backslash one of the two would only escape the other, for
  /// some readers, so that such a `|` is shown by its number.
  fileprivate var shownPipes: String {
    var text = ""
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      text += scalar == "|" ? (last == "\\" ? "\\u{7C}" : "\\|") : String(scalar)
      last = scalar
    }
    return text
  }
}

private func longestRun(of scalar: Unicode.Scalar, in text: String) -> Int {
  var longest = 0
  var run = 0
  for found in text.unicodeScalars {
    run = found == scalar ? run + 1 : 0
    longest = max(longest, run)
  }
  return longest
}
