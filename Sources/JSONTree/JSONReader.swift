/// Reads a text that a `JSONChecker` has gone through to its end: nothing in it can be malformed any more.
///
/// Where every byte of a large text is met, the place is kept in a variable of the function, and so in a register.
struct JSONReader {
  let input: UnsafeBufferPointer<UInt8>
  var position: Int

  /// The value that starts here.
  mutating func value() -> JSON {
    switch input[position] {
    case UInt8(ascii: "{"):
      var members: [JSON.Member] = []
      while toNext() {
        let name = string()
        toValue()
        members.append(JSON.Member(name, value()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSON] = []
      while toNext() { elements.append(value()) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(string())
    case let first: return literal(first)
    }
  }

  /// Goes past the value that starts here.
  mutating func skipValue() {
    switch input[position] {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipBrackets()
    default: skipLiteral()
    }
  }

  /// From an opening bracket, or from the end of an element or a member, to the start of the next; false at the closing
  /// bracket, which it goes past.
  mutating func toNext() -> Bool {
    skipWhiteSpace()
    if !isClosingBracket(input[position]) {
      position += 1
      skipWhiteSpace()
      // Nothing stands between the brackets.
      if !isClosingBracket(input[position]) { return true }
    }
    position += 1
    return false
  }

  /// From the end of a member's name to the start of its value.
  mutating func toValue() {
    skipWhiteSpace()
    position += 1
    skipWhiteSpace()
  }

  private mutating func literal(_ first: UInt8) -> JSON {
    let start = position
    skipLiteral()
    switch first {
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "n"): return .null
    default: return .number(String(decoding: input[start..<position], as: UTF8.self))
    }
  }

  private mutating func skipLiteral() {
    while position < input.count, !isEndOfLiteral(input[position]) { position += 1 }
  }

  private mutating func skipBrackets() {
    var depth = 0
    var place = position
    repeat {
      let byte = input[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): place = endOfString(from: place)
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    } while depth > 0
    position = place
  }

  /// What follows the string whose first byte after the quote is at `start`.
  private func endOfString(from start: Int) -> Int {
    var place = start
    while true {
      let byte = input[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return place }
      if byte == UInt8(ascii: "\\") { place += 1 }
    }
  }

  private mutating func skipWhiteSpace() {
    while position < input.count, isWhiteSpace(input[position]) { position += 1 }
  }

  private func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private func isEndOfLiteral(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || isClosingBracket(byte) || isWhiteSpace(byte)
  }

  private func isClosingBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }
}

// MARK: - Strings

extension JSONReader {
  /// The string that starts here, its escapes undone; U+FFFD stands for what cannot be read.
  mutating func string() -> String {
    let start = position + 1
    position = start
    skipPlainBytes()
    guard input[position] == UInt8(ascii: "\\") else {
      defer { position += 1 }
      return String(decoding: UnsafeBufferPointer(rebasing: input[start..<position]), as: UTF8.self)
    }
    var bytes = Array(input[start..<position])
    while input[position] == UInt8(ascii: "\\") {
      undoEscape(into: &bytes)
      let run = position
      skipPlainBytes()
      bytes.append(contentsOf: input[run..<position])
    }
    position += 1
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Goes past the string that starts here.
  mutating func skipString() { position = endOfString(from: position + 1) }

  /// Whether all of these bytes are ASCII without escapes, so that they are what they spell.
  func isPlain(_ bytes: Range<Int>) -> Bool {
    bytes.allSatisfy { input[$0] < 0x80 && input[$0] != UInt8(ascii: "\\") }
  }

  private mutating func skipPlainBytes() {
    var place = position
    while input[place] != UInt8(ascii: "\""), input[place] != UInt8(ascii: "\\") { place += 1 }
    position = place
  }

  private mutating func undoEscape(into bytes: inout [UInt8]) {
    let letter = input[position + 1]
    position += 2
    switch letter {
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"): bytes.append(contentsOf: scalar())
    default: bytes.append(letter)
    }
  }

  /// The scalar whose first four digits stand here, as UTF-8.
  private mutating func scalar() -> Unicode.UTF8.EncodedScalar {
    let first = hexUnit()
    var scalar = Unicode.Scalar(UInt32(first))
    if UTF16.isLeadSurrogate(first), input[position] == UInt8(ascii: "\\"), input[position + 1] == UInt8(ascii: "u") {
      let resume = position
      position += 2
      let second = hexUnit()
      if UTF16.isTrailSurrogate(second) {
        scalar = Unicode.Scalar(0x10000 + ((UInt32(first) & 0x3FF) << 10) + (UInt32(second) & 0x3FF))
      } else {
        position = resume
      }
    }
    return scalar.flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter
  }

  private mutating func hexUnit() -> UInt16 {
    defer { position += 4 }
    return input[position..<(position + 4)].reduce(0) { $0 << 4 | (hexValue(of: $1) ?? 0) }
  }
}
