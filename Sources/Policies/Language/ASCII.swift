/// The few questions about characters that the language asks; everything outside ASCII is "no".
enum ASCII {
  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  static func isLowercaseLetter(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    isLowercaseLetter(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isHexDigit(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
  }

  /// `text` with `A` to `Z` in lower case and everything else as it is: unlike a Unicode mapping it never turns a
  /// foreign letter, such as the Kelvin sign, into one of ours.
  static func lowercased(_ text: String) -> String {
    var lowered = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      lowered.append(("A"..."Z").contains(scalar) ? (Unicode.Scalar(scalar.value + 32) ?? scalar) : scalar)
    }
    return String(lowered)
  }

  /// `number` in decimal with at least two digits.
  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The number that `text` writes in at most nine digits and nothing else.
  static func number(_ text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.unicodeScalars.count), text.unicodeScalars.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }
}
