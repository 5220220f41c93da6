/// Undoes the escapes of a string that was checked.
struct JSONEscapes {
  /// What is between the quotes.
  let input: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(input: UnsafeBufferPointer<UInt8>) { self.input = input }

  /// The bytes that the string spells; U+FFFD stands for half of a surrogate pair.
  mutating func undone() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(input.count)
    while position < input.count {
      let byte = input[position]
      position += 1
      if byte == UInt8(ascii: "\\") { undoEscape(into: &bytes) } else { bytes.append(byte) }
    }
    return bytes
  }

  private mutating func undoEscape(into bytes: inout [UInt8]) {
    let letter = input[position]
    position += 1
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
    if UTF16.isLeadSurrogate(first), input[position...].starts(with: #"\u"#.utf8) {
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
