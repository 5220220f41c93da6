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

  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += Array("null".utf8)
    case .bool(let flag): out += Array((flag ? "true" : "false").utf8)
    case .number(let spelling): out += Array(spelling.utf8)
    case .string(let text): Self.write(quoted: Array(text.utf8), to: &out)
    case .bytes(let bytes): Self.write(quoted: bytes, to: &out)
    case .array(let elements): Self.write(list: elements, between: "[]", to: &out) { $0.write(to: &$1) }
    case .object(let fields):
      Self.write(list: fields, between: "{}", to: &out) { field, out in
        Self.write(quoted: Array(field.name.utf8), to: &out)
        out.append(UInt8(ascii: ":"))
        field.value.write(to: &out)
      }
    }
  }

  private static func write<Part>(
    list: [Part], between brackets: String, to out: inout [UInt8], part: (Part, inout [UInt8]) -> Void
  ) {
    out += Array(brackets.utf8.prefix(1))
    for (place, value) in list.enumerated() {
      if place > 0 { out.append(UInt8(ascii: ",")) }
      part(value, &out)
    }
    out += Array(brackets.utf8.suffix(1))
  }

  private static func write(quoted bytes: [UInt8], to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in bytes {
      // Nearly all of them; an array for each would make a long list slow.
      let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      if isPlain { out.append(byte) } else { out += escape(byte) }
    }
    out.append(UInt8(ascii: "\""))
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
