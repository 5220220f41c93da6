extension String {
  /// The text in ASCII alone: our own signs by what looks like them, every other scalar as `\u{E4}`.
  package var spelledInASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return unicodeScalars.map(\.spelledInASCII).joined()
  }
}

extension Unicode.Scalar {
  fileprivate var spelledInASCII: String {
    switch self {
    case "→": "->"
    case "·", "–", "—", "−": "-"
    case "✓": "+"
    case "…": "..."
    case "×": "x"
    case "‘", "’": "'"
    case "“", "”": "\""
    case "█", "▓", "■": "#"
    case "░", "▒", "□": "."
    default: isASCII ? String(self) : "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
