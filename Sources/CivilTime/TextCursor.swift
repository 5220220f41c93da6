/// Reads a short text from its front, one piece after the other.
struct TextCursor {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) { rest = text[...] }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// Whether everything is read.
  var isAtEnd: Bool { rest.isEmpty }

  /// The byte to be read next.
  var peek: UInt8? { rest.first }

  /// Reads `character` if it comes next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads as long as `belongs` says so.
  mutating func takeWhile(_ belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: belongs)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// Reads all decimal digits that come next; nil if there are none or the number is above `maximum`.
  mutating func number(upTo maximum: Int) -> Int? {
    let digits = takeWhile(isDigit)
    guard !digits.isEmpty, let number = Int(String(decoding: digits, as: UTF8.self)), number <= maximum else {
      return nil
    }
    return number
  }

  /// Reads exactly `count` decimal digits, after which no further one comes.
  mutating func digits(_ count: Int) -> Int? {
    let before = rest.count
    guard let number = number(upTo: .max), before - rest.count == count else { return nil }
    return number
  }
}

/// Whether `byte` is one of `0` to `9`.
func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

/// `text` with `A` to `Z` in lower case and everything else as it is.
func lowercasedASCII(_ text: String) -> String {
  let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
  return String(decoding: text.utf8.map { capitals.contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
}
