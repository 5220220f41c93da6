package import Documents
package import HTTPTransport

/// What an approver is sent and hands on: 40 random bits as eight characters of Crockford's base32 in two groups, such
/// as `7K3M-9QXZ`. Printing, dumping or reflecting one shows nothing of it.
package struct OneTimeCode: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The code as it is sent, and as it is hashed: capitals, with the hyphen.
  package let secret: Secret

  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let bitsOfDigit = 5
  private static let size = 8
  private static let bytes = 5

  /// A new one, from as many bytes as `random` is asked for, that nobody can guess; nil where it gives others.
  package init?(random: (_ count: Int) -> [UInt8]) {
    let bytes = random(Self.bytes)
    guard bytes.count == Self.bytes else { return nil }
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self.init(
      characters: (1...Self.size).map { place in
        Self.digits[Int(number >> UInt64((Self.size - place) * Self.bitsOfDigit) & 31)]
      })
  }

  private init(characters: [Character]) {
    secret = Secret(String(characters.prefix(Self.size / 2)) + "-" + String(characters.suffix(Self.size / 2)))
  }

  /// Always `***`.
  package var description: String { "***" }
  /// Always `***`.
  package var debugDescription: String { "***" }
  /// Without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - One that somebody types

extension OneTimeCode {
  /// Why what was typed is no code. It holds nothing of it.
  package enum Mistake: Error, Hashable, Sendable {
    /// A character that no code has, such as `U`, or `!`.
    case character
    /// Fewer than eight characters, or more.
    case length
  }

  /// The code that somebody means: case, spaces and hyphens do not matter, `I` and `L` are 1, `O` is 0.
  package init(typed: Secret) throws(Mistake) {
    self.init(characters: try typed.reveal { text in Self.characters(of: text) }.get())
  }

  private static func characters(of text: String) -> Result<[Character], Mistake> {
    var characters: [Character] = []
    for scalar in text.unicodeScalars where !isSeparator(scalar) {
      guard let digit = digit(scalar) else { return .failure(.character) }
      guard characters.count < size else { return .failure(.length) }
      characters.append(digit)
    }
    return characters.count == size ? .success(characters) : .failure(.length)
  }

  /// Spaces and hyphens, those among them that a phone puts into their place.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    [" ", "\t", "\u{A0}", "-", "\u{2010}", "\u{2011}"].contains(scalar)
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Character? {
    guard scalar.isASCII else { return nil }
    switch Character(scalar).uppercased() {
    case "I", "L": return "1"
    case "O": return "0"
    case let capital: return digits.first { String($0) == capital }
    }
  }
}

extension OneTimeCode.Mistake {
  /// What somebody is told.
  package var message: Message {
    let found =
      switch self {
      case .character: "that is not a code: it contains a character that no code has"
      case .length: "that is not a code: it does not have eight characters"
      }
    return Message(
      code: "approval.no-code", found, hint: "type the eight letters and digits, as in 7K3M-9QXZ")
  }
}
