extension JSONValue {
  /// The value as text without blanks.
  public var encoded: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  /// The value that `text` spells; nil where it is not JSON.
  public static func parsing(_ text: String) -> JSONValue? {
    try? JSONReader.read(Array(text.utf8), .strict)
  }

  /// The value that `bytes` spell; nil where they are not JSON.
  public static func parsing(_ bytes: [UInt8]) -> JSONValue? {
    try? JSONReader.read(bytes, .strict)
  }

  // Long lists are written a thousand times in the tests, without optimizations: bytes are told apart by their numbers, and
  // walked through by index.

  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += Array("null".utf8)
    case .bool(let flag): out += Array((flag ? "true" : "false").utf8)
    case .number(let spelling): out += Array(spelling.utf8)
    case .string(let text): Self.write(quoted: Array(text.utf8), to: &out)
    case .bytes(let bytes): Self.write(quoted: bytes, to: &out)
    case .array(let elements):
      out.append(0x5B)  // [
      var isFirst = true
      for element in elements {
        if !isFirst { out.append(0x2C) }
        isFirst = false
        element.write(to: &out)
      }
      out.append(0x5D)  // ]
    case .object(let fields):
      out.append(0x7B)  // {
      var isFirst = true
      for field in fields {
        if !isFirst { out.append(0x2C) }
        isFirst = false
        Self.write(quoted: Array(field.name.utf8), to: &out)
        out.append(0x3A)  // :
        field.value.write(to: &out)
      }
      out.append(0x7D)  // }
    }
  }

  private static func write(quoted bytes: [UInt8], to out: inout [UInt8]) {
    out.append(0x22)
    let count = bytes.count
    var place = 0
    while place < count {
      let byte = bytes[place]
      // Nearly all are plain; an array for each would make a long list slow.
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { out += escape(byte) } else { out.append(byte) }
      place += 1
    }
    out.append(0x22)
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "\""): Array("\\\"".utf8)
    case UInt8(ascii: "\\"): Array("\\\\".utf8)
    case 0x08: Array("\\b".utf8)
    case 0x0C: Array("\\f".utf8)
    case 0x0A: Array("\\n".utf8)
    case 0x0D: Array("\\r".utf8)
    case 0x09: Array("\\t".utf8)
    case 0..<0x20: Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
    default: [byte]
    }
  }
}
