import Documents

extension String {
  /// As the value of a label in the text format of Prometheus. What a terminal must not be sent is shown as `\u{…}`, its
  /// backslash doubled as every other one.
  package var escapedForMetrics: String {
    escaped.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      default: String(scalar)
      }
    }.joined()
  }
}
