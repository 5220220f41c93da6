extension String {
  /// As the message of a GitHub workflow command: it ends with the line.
  var escapedForWorkflow: String { replacing(["%", "\r", "\n"]) }

  /// As the value of a property of a GitHub workflow command: it ends at a comma or a colon too.
  var escapedForWorkflowProperty: String { replacing(["%", "\r", "\n", ":", ","]) }

  private func replacing(_ special: [Unicode.Scalar]) -> String {
    unicodeScalars.map { scalar in
      guard special.contains(scalar) else { return String(scalar) }
      let hex = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (hex.count == 1 ? "0" : "") + hex
    }.joined()
  }
}
