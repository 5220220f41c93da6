/// Text of somebody else made safe to show.
public enum EscapedText {
  /// `text` for a terminal: what would move the cursor, start a line, reverse the reading direction or not be seen at
  /// all is shown as `\u{…}`.
  public static func terminal(_ text: String) -> String {
    if text.isPlain || !text.unicodeScalars.contains(where: mustBeEscaped) { return text }
    return text.unicodeScalars.map(terminal).joined()
  }

  /// One Unicode scalar for a terminal.
  static func terminal(_ scalar: Unicode.Scalar) -> String {
    mustBeEscaped(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
  }

  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
    case 0x2028, 0x2029: true  // line and paragraph separator
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidi controls
    case 0x200B, 0x2060, 0xFEFF: true  // invisible
    default: false
    }
  }
}
