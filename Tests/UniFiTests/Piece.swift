import TestSupport

/// A member as the console spells it, and as it must be sent back; nil where it must not.
struct Piece {
  let text: String
  let sent: String?

  init(_ text: String) { (self.text, sent) = (text, text) }
  init(_ text: String, sent: String?) { (self.text, self.sent) = (text, sent) }

  /// The object that the pieces make, as the console spells it.
  static func text(_ pieces: [Piece]) -> String { "{\(joined(pieces.map(\.text)))}" }

  /// The object as it must be sent back.
  static func sent(_ pieces: [Piece]) -> String { "{\(joined(pieces.compactMap(\.sent)))}" }

  /// These pieces and some that nobody knows, in any order.
  static func anyOrder(_ pieces: [Piece], _ random: inout SplitMix64) -> [Piece] {
    var pieces = pieces
    for number in 0..<random.int(in: 0..<6) { pieces.append(member("x\(number)", &random, depth: 0)) }
    return random.shuffled(pieces)
  }

  static func member(_ name: String, _ random: inout SplitMix64, depth: Int) -> Piece {
    if random.oneIn(6) { return Piece(#""\#(name)":null"#) }
    let value = value(&random, depth: depth)
    return Piece(#""\#(name)":\#(value.text)"#, sent: #""\#(name)":\#(value.sent ?? "")"#)
  }

  private static func value(_ random: inout SplitMix64, depth: Int) -> Piece {
    switch depth > 3 ? 0 : random.int(in: 0..<4) {
    case 1:
      let inner = (0..<random.int(in: 0..<4)).map { member("m\($0)", &random, depth: depth + 1) }
      return Piece("{\(joined(inner.map(\.text)))}", sent: "{\(joined(inner.compactMap(\.sent)))}")
    case 2:
      let inner = (0..<random.int(in: 0..<4)).map { _ in value(&random, depth: depth + 1) }
      return Piece("[\(joined(inner.map(\.text)))]", sent: "[\(joined(inner.compactMap(\.sent)))]")
    default:
      return Piece(
        random.pick([
          "1.10", "-0", "1E+5", "12345678901234567890", "0.1e-7", "true", #""Ä\#u{301}\#u{202E}""#, #""\\u0000""#,
          "[null]",
        ]))
    }
  }

  private static func joined(_ texts: [String]) -> String { texts.joined(separator: ",") }
}
