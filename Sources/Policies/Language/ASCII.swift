import Documents
import Text

/// The few questions about characters that the language asks; everything outside ASCII is "no".
enum ASCII {
  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  static func isLowercaseLetter(_ scalar: Unicode.Scalar) -> Bool { ("a"..."z").contains(scalar) }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    isLowercaseLetter(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func isLowercaseLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  static func isHexDigit(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
  }

  /// `text` with `A` to `Z` in lower case and everything else as it is: unlike a Unicode mapping it never turns a
  /// foreign letter, such as the Kelvin sign, into one of ours.
  static func lowercased(_ text: String) -> String {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    // Most text is in lower case already, and no byte of a foreign letter looks like one of ours.
    guard text.utf8.contains(where: { capitals.contains($0) }) else { return text }
    return String(decoding: text.utf8.map { capitals.contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// The Unicode scalars of `text`.
  static func scalars(of text: String) -> [Unicode.Scalar] {
    // Of plain text each byte is one.
    text.isPlain ? text.utf8.map { Unicode.Scalar($0) } : Array(text.unicodeScalars)
  }

  /// The text of `scalars`.
  static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    guard scalars.allSatisfy(\.isASCII) else { return String(String.UnicodeScalarView(scalars)) }
    // Of the exact size: short text then needs no memory of its own.
    return String(unsafeUninitializedCapacity: scalars.count) { buffer in
      for (place, scalar) in scalars.enumerated() { buffer[place] = UInt8(truncatingIfNeeded: scalar.value) }
      return scalars.count
    }
  }

  /// `number` in decimal with at least two digits.
  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The number that `text` writes in at most nine digits and nothing else.
  static func number(_ text: some StringProtocol) -> Int? {
    guard (1...9).contains(text.unicodeScalars.count), text.unicodeScalars.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }
}
