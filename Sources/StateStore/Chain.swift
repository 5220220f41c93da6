import Hashing

/// The chain of hashes that ties every entry to all before it, so that a past that was edited or cut off shows.
///
/// An entry's hash is the SHA-256 of the hash before it and its own body; before the first stand 32 zero bytes.
enum Chain {
  /// What comes before the first entry of all.
  static let root = [UInt8](repeating: 0, count: 32)

  /// The hash of an entry.
  static func hash(after previous: [UInt8], body: String) -> [UInt8] {
    Digest.sha256(previous + Array(body.utf8))
  }

  /// The hash of bytes alone.
  static func hash(of bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes) }

  /// In lower-case hexadecimal digits.
  static func text(_ hash: [UInt8]) -> String { Digest.hex(hash) }

  /// The bytes of a text of 64 hexadecimal digits; nil for anything else.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
