import Documents

extension String {
  /// Made safe for XML 1.0, in an attribute as well as between tags.
  ///
  /// What a terminal must not be sent, and what XML has no way to say at all, is shown as `\u{…}`.
  var escapedForXML: String {
    escaped.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\u{FFFE}", "\u{FFFF}": "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: String(scalar)
      }
    }.joined()
  }
}
