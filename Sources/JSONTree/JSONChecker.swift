/// Holds a text against strict RFC 8259, in one pass, and outlines it.
///
/// No comments, no trailing commas, no `NaN`, no leading zeros. Recursion is bounded by `JSON.maximumDepth`.
struct JSONChecker {
  let input: UnsafeBufferPointer<UInt8>
  let repairs: Bool
  var position = 0
  var outline: JSONOutline
  private var depth = 0
  private let budget: JSONBudget?

  /// `budget` is how much there may be; nil where only the length of the text counts.
  init(input: UnsafeBufferPointer<UInt8>, repairs: Bool, budget: JSONBudget? = nil) {
    self.input = input
    self.repairs = repairs
    self.budget = budget
    outline = JSONOutline(ofTextWith: input.count, most: budget?.values ?? .max)
  }

  /// The byte at the position, or nil at the end.
  var next: UInt8? {
    position < input.count ? input[position] : nil
  }

  /// Goes through the whole text, whose outline is complete then.
  mutating func document() throws(JSONSyntaxError) {
    guard input.count <= JSONOutline.longestText else { throw JSONSyntaxError(.tooLong, at: JSONOutline.longestText) }
    if let budget, input.count > budget.bytes {
      throw JSONSyntaxError(.tooManyBytes(budget.bytes), at: budget.bytes)
    }
    if input.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipWhiteSpace()
    try value()
    skipWhiteSpace()
    if position < input.count { throw JSONSyntaxError(.trailingText, at: position) }
  }

  private mutating func value() throws(JSONSyntaxError) {
    guard let byte = next else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
    if let budget, outline.entries.count >= budget.values {
      throw JSONSyntaxError(.tooManyValues(budget.values), at: position)
    }
    switch byte {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try array()
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw JSONSyntaxError(.expectedValue, at: position)
    }
  }

  private mutating func array() throws(JSONSyntaxError) {
    let opened = try enter()
    defer { outline.close(opened) }
    if leave(at: UInt8(ascii: "]")) { return }
    repeat {
      skipWhiteSpace()
      try value()
    } while try separator(or: UInt8(ascii: "]"))
  }

  private mutating func object() throws(JSONSyntaxError) {
    let opened = try enter()
    defer { outline.close(opened) }
    if leave(at: UInt8(ascii: "}")) { return }
    repeat {
      try member()
    } while try separator(or: UInt8(ascii: "}"))
  }

  private mutating func member() throws(JSONSyntaxError) {
    skipWhiteSpace()
    try expect(UInt8(ascii: "\""), .expectedName)
    try string()
    skipWhiteSpace()
    try expect(UInt8(ascii: ":"), .expectedColon)
    position += 1
    skipWhiteSpace()
    try value()
  }

  /// Goes past the opening bracket; its place in the outline.
  private mutating func enter() throws(JSONSyntaxError) -> Int {
    guard depth < JSON.maximumDepth else { throw JSONSyntaxError(.tooDeep, at: position) }
    defer {
      depth += 1
      position += 1
    }
    return outline.open(at: position)
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

  private mutating func word(_ spelling: StaticString) throws(JSONSyntaxError) {
    for index in 0..<spelling.utf8CodeUnitCount {
      guard position + index < input.count else { throw JSONSyntaxError(.unexpectedEnd, at: input.count) }
      guard input[position + index] == spelling.utf8Start[index] else {
        throw JSONSyntaxError(.expectedValue, at: position)
      }
    }
    outline.add(from: position, to: position + spelling.utf8CodeUnitCount)
    position += spelling.utf8CodeUnitCount
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

extension JSONChecker {
  private mutating func number() throws(JSONSyntaxError) {
    let start = position
    skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      try digits()
    }
    // A digit here can only follow a leading zero.
    if let next, isDigit(next) { throw JSONSyntaxError(.malformedNumber, at: start) }
    outline.add(from: start, to: position)
  }

  /// Goes past one digit or more.
  private mutating func digits() throws(JSONSyntaxError) {
    guard let first = next else { throw JSONSyntaxError(.unexpectedEnd, at: position) }
    guard isDigit(first) else { throw JSONSyntaxError(.malformedNumber, at: position) }
    while let byte = next, isDigit(byte) { position += 1 }
  }

  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
