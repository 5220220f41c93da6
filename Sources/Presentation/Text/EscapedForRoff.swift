extension String {
  /// As text of a manual page: nothing in it is a request or an escape, and a typewriter's signs stay what they are.
  package var escapedForRoff: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "\"": "\\(dq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case _ where !scalar.isASCII: "\\[u\(Self.digits(scalar.value))]"
      default: String(scalar)
      }
    }.joined()
    // At the start of a line a dot would begin a request.
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// At least four digits, as roff wants them.
  private static func digits(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}
