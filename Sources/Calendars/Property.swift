/// A name, its parameters and its value: what a line of content says.
struct Property {
  /// In upper case.
  var name: String
  /// In upper case the names, without their quotes the values.
  var parameters: [(name: String, value: String)] = []
  /// As it is there, escapes and all.
  var value: String
  /// The lines of the file.
  var lines: ClosedRange<Int>

  /// The value of the parameter `name`; of several the first.
  func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
}

extension ContentLine {
  /// Where the name ends: at the first colon or semicolon; nil where what comes before it is no name, or where there is
  /// neither.
  var nameEnd: Int? {
    guard let end = bytes.firstIndex(where: { !Self.isNameByte($0) }), end > bytes.startIndex,
      bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: ";")
    else { return nil }
    return end
  }

  /// Where the value begins, behind the colon that ends the parameters; nil if there is none. A colon between quotes
  /// is part of a parameter, unless the quotes never end.
  func valueStart(behind nameEnd: Int) -> Int? {
    if bytes[nameEnd] == UInt8(ascii: ":") { return nameEnd + 1 }
    var isQuoted = false
    for place in nameEnd..<bytes.endIndex {
      if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[place] == UInt8(ascii: ":"), !isQuoted { return place + 1 }
    }
    return bytes[nameEnd...].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 }
  }

  /// The property that the line is, for who knows where its parts begin.
  func property(named name: String, parameters: Range<Int>, value: Int) -> Property {
    Property(
      name: name, parameters: Self.parameters(bytes[parameters]),
      value: String(decoding: bytes[value...], as: UTF8.self),
      lines: lines)
  }

  /// Letters, digits and hyphens; a point and an underscore are written by some who do not know better.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// What is in `;NAME=value;NAME="value"`.
  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [(name: String, value: String)] {
    var isQuoted = false
    let pieces = bytes.split { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ";") && !isQuoted
    }
    return pieces.map { piece in
      let name = piece.prefix { $0 != UInt8(ascii: "=") }
      let value = piece[name.endIndex...].dropFirst().filter { $0 != UInt8(ascii: "\"") }
      return (String(decoding: name, as: UTF8.self).uppercased(), String(decoding: value, as: UTF8.self))
    }
  }
}
