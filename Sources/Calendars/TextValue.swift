/// A text as the format writes it.
enum TextValue {
  /// `text` without its escapes: `\,`, `\;`, `\\` and `\n`. A backslash before anything else stands for itself.
  static func read(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        append(scalar, to: &result)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    if isEscaped { result.append("\\") }
    return String(result)
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    switch scalar {
    case "n", "N": result.append("\n")
    case ",", ";", "\\", ":", "\"": result.append(scalar)
    default:
      result.append("\\")
      result.append(scalar)
    }
  }
}
