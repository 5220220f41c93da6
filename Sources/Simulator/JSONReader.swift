/// Reads JSON text the way one of the pretend servers does.
struct JSONReader {
  /// How forgiving the server's reader is.
  enum Manner {
    /// The grammar of RFC 8259, and nothing after the value.
    case strict
    /// Pi-hole's reader: anything up to a space counts as blank, a byte order mark is skipped, numbers are whatever
    /// `strtod` takes, what follows the value is ignored, and the text ends at a NUL.
    case piHole
  }

  /// Where the text stops being JSON, as an offset into the bytes read.
  struct Failure: Error {
    var offset: Int
  }

  private let bytes: [UInt8]
  private let manner: Manner
  private var next = 0
  private var depth = 0
  private static let deepest = 1000

  /// The value in `bytes`.
  static func read(_ bytes: [UInt8], _ manner: Manner) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes: manner == .piHole ? Array(bytes.prefix { $0 != 0 }) : bytes, manner: manner)
    if manner == .piHole, reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.next = 3 }
    reader.skipBlanks()
    let value = try reader.value()
    reader.skipBlanks()
    if manner == .strict, reader.next < bytes.count { throw Failure(offset: reader.next) }
    return value
  }

  private init(bytes: [UInt8], manner: Manner) {
    self.bytes = bytes
    self.manner = manner
  }

  private var current: UInt8? { next < bytes.count ? bytes[next] : nil }

  private mutating func skipBlanks() {
    while let byte = current, isBlank(byte) { next += 1 }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    switch manner {
    case .strict: byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    case .piHole: byte <= 0x20
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    next += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let word = Array(word.description.utf8)
    guard bytes[next...].starts(with: word) else { return false }
    next += word.count
    return true
  }

  private mutating func value() throws(Failure) -> JSONValue {
    switch current {
    case UInt8(ascii: "{"): return try nested { (reader) throws(Failure) in .object(try reader.fields()) }
    case UInt8(ascii: "["): return try nested { (reader) throws(Failure) in .array(try reader.elements()) }
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return .number(try number())
    default:
      if take(word: "null") { return .null }
      if take(word: "true") { return .bool(true) }
      if take(word: "false") { return .bool(false) }
      throw Failure(offset: next)
    }
  }

  private mutating func nested(
    _ content: (inout JSONReader) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    guard depth < Self.deepest else { throw Failure(offset: next) }
    depth += 1
    next += 1
    skipBlanks()
    let value = try content(&self)
    depth -= 1
    return value
  }

  private mutating func fields() throws(Failure) -> [JSONValue.Field] {
    var fields: [JSONValue.Field] = []
    if take(UInt8(ascii: "}")) { return fields }
    while true {
      let name = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw Failure(offset: next) }
      skipBlanks()
      fields.append(JSONValue.Field(name, try value()))
      skipBlanks()
      if take(UInt8(ascii: "}")) { return fields }
      guard take(UInt8(ascii: ",")) else { throw Failure(offset: next) }
      skipBlanks()
    }
  }

  private mutating func elements() throws(Failure) -> [JSONValue] {
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value())
      skipBlanks()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw Failure(offset: next) }
      skipBlanks()
    }
  }

  private mutating func number() throws(Failure) -> String {
    let start = next
    while let byte = current, Self.isOfNumber(byte) { next += 1 }
    let spelling = String(decoding: bytes[start..<next], as: UTF8.self)
    guard Double(spelling) != nil, manner == .piHole || Self.isStrict(spelling) else { throw Failure(offset: start) }
    return spelling
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || Array("+-.eE".utf8).contains(byte)
  }

  /// What the grammar refuses and `Double` takes: leading zeros, and a point without digits on both sides.
  private static func isStrict(_ spelling: String) -> Bool {
    let digits = spelling.drop { $0 == "-" }
    let whole = digits.prefix { $0.isNumber }
    if whole.isEmpty || (whole.count > 1 && whole.first == "0") { return false }
    let rest = digits.dropFirst(whole.count)
    return rest.first != "." || rest.dropFirst().first?.isNumber == true
  }

  private mutating func string() throws(Failure) -> String {
    // Pi-hole's reader has already stepped over the character when it finds that it is no quote.
    guard take(UInt8(ascii: "\"")) else { throw Failure(offset: min(next + (manner == .piHole ? 1 : 0), bytes.count)) }
    var text: [UInt8] = []
    while let byte = current {
      next += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(try escaped().utf8)
      case 0..<0x20 where manner == .strict: throw Failure(offset: next - 1)
      default: text.append(byte)
      }
    }
    throw Failure(offset: next)
  }

  private mutating func escaped() throws(Failure) -> String {
    guard let byte = current else { throw Failure(offset: next) }
    next += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
    case UInt8(ascii: "u"): return try unicode()
    default: throw Failure(offset: next - 1)
    }
  }

  private mutating func unicode() throws(Failure) -> String {
    let first = try fourHexDigits()
    var units = [first]
    if (0xD800..<0xDC00).contains(first), take(word: "\\u") { units.append(try fourHexDigits()) }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func fourHexDigits() throws(Failure) -> UInt16 {
    let digits = bytes[next..<min(next + 4, bytes.count)]
    guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw Failure(offset: next)
    }
    next += 4
    return unit
  }
}
