extension JSONParser {
  /// The string that starts here, its escapes undone.
  mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    try skipPlainBytes()
    guard input[position] != UInt8(ascii: "\"") else {
      position += 1
      return try text(of: UnsafeBufferPointer(rebasing: input[start..<(position - 1)]), from: start)
    }
    return try escapedString(from: start)
  }

  /// Goes on to the next quote or backslash, which is sure to be there afterwards.
  private mutating func skipPlainBytes() throws(JSONSyntaxError) {
    while position < input.count {
      let byte = input[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 { throw JSONSyntaxError(.controlCharacter, at: position) }
      position += 1
    }
    throw JSONSyntaxError(.unexpectedEnd, at: position)
  }

  /// The string whose first byte is at `start` and in which the position is at the first backslash.
  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var bytes = Array(input[start..<position])
    while input[position] == UInt8(ascii: "\\") {
      try escape(into: &bytes)
      let run = position
      try skipPlainBytes()
      bytes.append(contentsOf: input[run..<position])
    }
    position += 1
    return try bytes.withUnsafeBufferPointer { (bytes) throws(JSONSyntaxError) in try text(of: bytes, from: start) }
  }

  private func text(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONSyntaxError) -> String {
    if isUTF8 || repairs { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONSyntaxError(.invalidUTF8, at: start)
    }
    return text
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(JSONSyntaxError) {
    position += 1
    guard let byte = next else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
    guard byte != UInt8(ascii: "u") else { return try unicodeEscape(into: &bytes) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    default: throw JSONSyntaxError(.malformedEscape, at: position - 1)
    }
    position += 1
  }

  /// One scalar: `\uXXXX`, or two of them that form a surrogate pair.
  private mutating func unicodeEscape(into bytes: inout [UInt8]) throws(JSONSyntaxError) {
    let start = position - 1
    let first = try hexUnit()
    if let scalar = Unicode.Scalar(UInt32(first)) {
      return bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    let resume = position
    if UTF16.isLeadSurrogate(first), let second = try trailingUnit(), UTF16.isTrailSurrogate(second),
      let scalar = Unicode.Scalar(0x10000 + ((UInt32(first) & 0x3FF) << 10) + (UInt32(second) & 0x3FF))
    {
      return bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    guard repairs else { throw JSONSyntaxError(.loneSurrogate, at: start) }
    position = resume
    bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
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
      guard let digit = hexValue(byte) else { throw JSONSyntaxError(.malformedEscape, at: position) }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  private func hexValue(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
