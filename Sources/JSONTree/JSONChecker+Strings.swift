extension JSONChecker {
  /// Goes past the string that starts here.
  mutating func string() throws(JSONSyntaxError) {
    let quote = position
    position += 1
    var isASCII = try skipPlainBytes()
    let isPlain = isASCII && input[position] == UInt8(ascii: "\"")
    while input[position] == UInt8(ascii: "\\") {
      try escape()
      isASCII = try skipPlainBytes() && isASCII
    }
    // An escape ends what is before it, so that the bytes as they are can be looked at in one piece.
    if !isASCII, !repairs, !isUTF8(input[(quote + 1)..<position]) {
      throw JSONSyntaxError(.invalidUTF8, at: quote + 1)
    }
    position += 1
    outline.add(from: quote, to: position, isPlain: isPlain)
  }

  private func isUTF8(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    (try? UTF8Span(validating: UnsafeBufferPointer(rebasing: bytes).span)) != nil
  }

  /// Goes on to the next quote or backslash, which is sure to be there afterwards; whether all before it is ASCII.
  private mutating func skipPlainBytes() throws(JSONSyntaxError) -> Bool {
    // Most bytes of a text are met here: eight at a time, as long as there are so many, and the place is in a register.
    var place = position
    var bits: UInt64 = 0
    while place + 8 <= input.count, let start = input.baseAddress {
      let eight = EightBytes(UnsafeRawPointer(start + place))
      let plain = eight.plainBytes
      bits |= eight.first(plain)
      place += plain
      if plain < 8 { break }
    }
    while place < input.count {
      let byte = input[place]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        position = place
        return bits & EightBytes.highest == 0
      }
      if byte < 0x20 { throw JSONSyntaxError(.controlCharacter, at: place) }
      bits |= UInt64(byte)
      place += 1
    }
    throw JSONSyntaxError(.unexpectedEnd, at: place)
  }

  private mutating func escape() throws(JSONSyntaxError) {
    position += 1
    guard let byte = next else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
    switch byte {
    case UInt8(ascii: "u"): return try unicodeEscape()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    default: throw JSONSyntaxError(.malformedEscape, at: position - 1)
    }
  }

  /// One scalar: `\uXXXX`, or two of them that form a surrogate pair.
  private mutating func unicodeEscape() throws(JSONSyntaxError) {
    let start = position - 1
    let first = try hexUnit()
    guard UTF16.isSurrogate(first) else { return }
    let resume = position
    if UTF16.isLeadSurrogate(first), let second = try trailingUnit(), UTF16.isTrailSurrogate(second) { return }
    guard repairs else { throw JSONSyntaxError(.loneSurrogate, at: start) }
    position = resume
  }

  /// The unit of a second `\uXXXX`, if one stands here.
  private mutating func trailingUnit() throws(JSONSyntaxError) -> UInt16? {
    guard position + 1 < input.count, input[position] == UInt8(ascii: "\\"), input[position + 1] == UInt8(ascii: "u")
    else { return nil }
    position += 1
    return try hexUnit()
  }

  /// The value of the four digits after the `u` at the position.
  private mutating func hexUnit() throws(JSONSyntaxError) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
      guard let digit = hexValue(of: byte) else { throw JSONSyntaxError(.malformedEscape, at: position) }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }
}

/// What a hexadecimal digit stands for; nil for any other byte.
func hexValue(of byte: UInt8) -> UInt16? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
  default: nil
  }
}
