import Documents
import JSONTree

extension JSON {
  /// The tree as one line of output. What is not seen stands there as `\u…`, which means the same: a terminal takes some
  /// of it for commands, and a reader takes two names for one.
  ///
  /// Not for what is sent to a system or read back by its bytes.
  package var line: String { text.withHiddenEscaped + "\n" }
}

extension String {
  /// A JSON text with escapes for what is not seen. Outside its strings JSON has nothing of that sort but white space.
  var withHiddenEscaped: String {
    guard unicodeScalars.contains(where: \.mustBeEscapedInJSON) else { return self }
    var text = ""
    text.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if scalar.mustBeEscapedInJSON {
        for unit in String(scalar).utf16 { text += "\\u" + unit.fourDigits }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// White space between the values is no part of a text.
  fileprivate var mustBeEscapedInJSON: Bool { value > 0x7E && isHidden }
}

extension UInt16 {
  /// In hexadecimal, as JSON wants them.
  fileprivate var fourDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
