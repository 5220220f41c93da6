/// A word of at most sixteen ASCII characters, kept in place: what holds one is copied as cheaply as a number, and a plan
/// or a timeline holds thousands.
struct ShortWord: Hashable, Comparable, Sendable {
  /// The first eight characters, the first of them in the highest byte; zeros behind the last.
  private let head: UInt64
  /// The others, likewise.
  private let tail: UInt64

  /// The longest word.
  static let longest = 16

  /// The word that `text` is; nil where that is empty, too long or not ASCII.
  init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count) else { return nil }
    var (head, tail) = (UInt64(0), UInt64(0))
    for (place, byte) in text.utf8.enumerated() {
      guard byte < 0x80, byte > 0 else { return nil }
      let shifted = UInt64(byte) << UInt64(56 - place % 8 * 8)
      if place < 8 { head |= shifted } else { tail |= shifted }
    }
    (self.head, self.tail) = (head, tail)
  }

  /// The word as text.
  var text: String {
    String(unsafeUninitializedCapacity: Self.longest) { buffer in
      var count = 0
      while count < Self.longest {
        let byte = UInt8(truncatingIfNeeded: (count < 8 ? head : tail) >> UInt64(56 - count % 8 * 8))
        if byte == 0 { break }
        buffer[count] = byte
        count += 1
      }
      return count
    }
  }

  /// In the order of their characters.
  static func < (left: ShortWord, right: ShortWord) -> Bool { (left.head, left.tail) < (right.head, right.tail) }
}

extension ShortWord {
  /// The word that a literal is.
  init(literal text: String) {
    guard let word = ShortWord(text) else { preconditionFailure("'\(text)' is not a word of 1 to 16 characters") }
    self = word
  }
}
