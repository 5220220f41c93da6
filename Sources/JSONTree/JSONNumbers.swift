extension JSONParser {
  /// The spelling of the number that starts here.
  mutating func number() throws(JSONSyntaxError) -> String {
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
    return String(decoding: input[start..<position], as: UTF8.self)
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
