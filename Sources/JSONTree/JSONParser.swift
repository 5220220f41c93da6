extension JSON {
  /// The most arrays and objects that may stand in one another.
  public static let maximumDepth = 64

  /// What to do about a string that has no Unicode reading: invalid UTF-8, or half of a surrogate pair.
  public enum InvalidText: Hashable, Sendable {
    /// The text is no JSON.
    case refused
    /// U+FFFD stands for what cannot be read. Only for texts that are shown and never sent back.
    case repaired
  }

  /// Reads strict RFC 8259: one value, white space around it, optionally a byte order mark before it.
  ///
  /// No comments, no trailing commas, no `NaN`, no leading zeros, at most `maximumDepth` levels.
  public init(parsing bytes: [UInt8], invalidText: InvalidText = .refused) throws(JSONSyntaxError) {
    let outcome = bytes.withUnsafeBufferPointer { input in
      var parser = JSONParser(input: input, repairs: invalidText == .repaired)
      return Result { () throws(JSONSyntaxError) in try parser.document() }
    }
    self = try outcome.get()
  }
}

/// One pass over the bytes; recursion is bounded by `JSON.maximumDepth`.
struct JSONParser {
  let input: UnsafeBufferPointer<UInt8>
  let repairs: Bool
  /// Whether all of the input is UTF-8, as nearly every text is: then none of its strings has to be looked at again.
  let isUTF8: Bool
  var position = 0
  private var depth = 0

  init(input: UnsafeBufferPointer<UInt8>, repairs: Bool) {
    self.input = input
    self.repairs = repairs
    isUTF8 = (try? UTF8Span(validating: input.span)) != nil
  }

  /// The byte at the position, or nil at the end.
  var next: UInt8? {
    position < input.count ? input[position] : nil
  }

  mutating func document() throws(JSONSyntaxError) -> JSON {
    if input.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipWhiteSpace()
    let result = try value()
    skipWhiteSpace()
    if position < input.count { throw JSONSyntaxError(.trailingText, at: position) }
    return result
  }

  private mutating func value() throws(JSONSyntaxError) -> JSON {
    guard let byte = next else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw JSONSyntaxError(.expectedValue, at: position)
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> JSON {
    try enter()
    var elements: [JSON] = []
    if !leave(at: UInt8(ascii: "]")) {
      repeat {
        skipWhiteSpace()
        elements.append(try value())
      } while try separator(or: UInt8(ascii: "]"))
    }
    return .array(elements)
  }

  private mutating func object() throws(JSONSyntaxError) -> JSON {
    try enter()
    var members: [JSON.Member] = []
    if !leave(at: UInt8(ascii: "}")) {
      repeat {
        members.append(try member())
      } while try separator(or: UInt8(ascii: "}"))
    }
    return .object(members)
  }

  private mutating func member() throws(JSONSyntaxError) -> JSON.Member {
    skipWhiteSpace()
    try expect(UInt8(ascii: "\""), .expectedName)
    let name = try string()
    skipWhiteSpace()
    try expect(UInt8(ascii: ":"), .expectedColon)
    position += 1
    skipWhiteSpace()
    return JSON.Member(name, try value())
  }

  /// Goes past the opening bracket.
  private mutating func enter() throws(JSONSyntaxError) {
    guard depth < JSON.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: position) }
    depth += 1
    position += 1
  }

  /// Goes past the closing bracket, if it stands here.
  private mutating func leave(at close: UInt8) -> Bool {
    skipWhiteSpace()
    guard next == close else { return false }
    depth -= 1
    position += 1
    return true
  }

  /// Goes past a comma (true: another one follows) or past the closing bracket (false).
  private mutating func separator(or close: UInt8) throws(JSONSyntaxError) -> Bool {
    if leave(at: close) { return false }
    try expect(UInt8(ascii: ","), .expectedCommaOrEnd)
    position += 1
    return true
  }

  private func expect(_ byte: UInt8, _ reason: JSONSyntaxError.Reason) throws(JSONSyntaxError) {
    guard let found = next else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
    guard found == byte else { throw JSONSyntaxError(reason, at: position) }
  }

  private mutating func word(_ spelling: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    for index in 0..<spelling.utf8CodeUnitCount {
      guard position + index < input.count else { throw JSONSyntaxError(.unexpectedEnd, at: input.count) }
      guard input[position + index] == spelling.utf8Start[index] else {
        throw JSONSyntaxError(.expectedValue, at: position)
      }
    }
    position += spelling.utf8CodeUnitCount
    return value
  }

  private mutating func skipWhiteSpace() {
    while position < input.count {
      switch input[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }
}
