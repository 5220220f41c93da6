extension JSON {
  /// The tree as compact JSON: no white space, only the escapes that must be.
  public var bytes: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  /// The tree as compact JSON text.
  public var text: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the tree as compact JSON.
  public func write(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let spelling): output.append(contentsOf: spelling.utf8)
    case .string(let text): JSON.writeQuoted(text, to: &output)
    case .array(let elements): JSON.write(elements, between: "[", "]", to: &output) { $0.write(to: &$1) }
    case .object(let members): JSON.write(members, between: "{", "}", to: &output) { $0.write(to: &$1) }
    }
  }

  private static func write<Item>(
    _ items: [Item], between open: Unicode.Scalar, _ close: Unicode.Scalar, to output: inout [UInt8],
    each write: (Item, inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: open))
    for (index, item) in items.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      write(item, &output)
    }
    output.append(UInt8(ascii: close))
  }

  fileprivate static func writeQuoted(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var contiguous = text
    contiguous.withUTF8 { writeEscaped($0, to: &output) }
    output.append(UInt8(ascii: "\""))
  }

  /// Copies run by run, because hardly any text needs an escape.
  private static func writeEscaped(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    var start = 0
    for (index, byte) in bytes.enumerated()
    where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      output.append(contentsOf: bytes[start..<index])
      writeEscape(of: byte, to: &output)
      start = index + 1
    }
    output.append(contentsOf: bytes[start...])
  }

  private static func writeEscape(of byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case 0x08: output.append(contentsOf: "\\b".utf8)
    case 0x09: output.append(contentsOf: "\\t".utf8)
    case 0x0A: output.append(contentsOf: "\\n".utf8)
    case 0x0C: output.append(contentsOf: "\\f".utf8)
    case 0x0D: output.append(contentsOf: "\\r".utf8)
    case 0x00..<0x10: output.append(contentsOf: "\\u000\(String(byte, radix: 16))".utf8)
    case 0x10..<0x20: output.append(contentsOf: "\\u00\(String(byte, radix: 16))".utf8)
    default: output.append(contentsOf: [UInt8(ascii: "\\"), byte])
    }
  }
}

extension JSON.Member {
  fileprivate func write(to output: inout [UInt8]) {
    JSON.writeQuoted(name, to: &output)
    output.append(UInt8(ascii: ":"))
    value.write(to: &output)
  }
}
