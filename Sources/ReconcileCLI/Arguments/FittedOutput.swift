import Presentation

/// What a person reads, fitted to where it is read: in ASCII where nothing else is shown, and messages cut between words.
///
/// What programs read stays as it is: JSON, Markdown, pictures, scripts, units, and the manual page.
struct FittedOutput: Sendable {
  private let screen: Screen
  private let cutsAll: Bool

  /// For `screen`. `cutsAll`: every line that is too wide for it is cut between words, and not messages alone.
  init(_ screen: Screen, cutsAll: Bool = false) {
    self.screen = screen
    self.cutsAll = cutsAll
  }

  /// `text`, which is one or more lines, or a part of one.
  func fitted(_ text: String) -> String {
    let text = screen.isASCII ? text.spelledInASCII : text
    guard let columns = screen.columns, text.utf8.contains(UInt8(ascii: "\n")) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      cutsAll || Self.isMessage(line) ? cut(String(line), columns) : String(line)
    }.joined(separator: "\n")
  }

  private func cut(_ line: String, _ columns: Int) -> String {
    guard displayWidth(line) > columns else { return line }
    let indent = String(line.prefix { $0 == " " })
    return wrapped(String(line.dropFirst(indent.count)), indent: indent, following: indent + "  ", width: columns)
      .joined(separator: "\n")
  }

  /// Sentences, and neither tables nor excerpts, in which columns count, nor lines to be copied.
  private static func isMessage(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    if ["reconcile: ", "hint: ", "warning: ", "error: "].contains(where: { text.hasPrefix($0) }) { return true }
    let parts = text.split(separator: " ", maxSplits: 2)
    return parts.count == 3 && parts[0].hasSuffix(":") && ["error:", "warning:", "note:"].contains(parts[1])
  }
}
