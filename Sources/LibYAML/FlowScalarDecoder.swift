/// Undoes quotes, escapes and line folding of a plain or quoted scalar.
struct FlowScalarDecoder {
  private(set) var decoded = DecodedScalar()
  private let scalars: ArraySlice<Unicode.Scalar>
  private let quote: Unicode.Scalar?
  private var index: Int

  /// Reads `scalars`, which hold the opening and the closing quote if there is a `quote`.
  init(_ scalars: ArraySlice<Unicode.Scalar>, quote: Unicode.Scalar?) {
    self.scalars = quote == nil ? scalars : scalars.dropFirst().dropLast()
    self.quote = quote
    index = self.scalars.startIndex
    while index < self.scalars.endIndex { step() }
    decoded.textEnd = self.scalars.endIndex
    decoded.end = scalars.endIndex
  }

  private mutating func step() {
    let scalar = scalars[index]
    switch scalar {
    case " ", "\t", "\r", "\n": whiteSpace()
    case "\\" where quote == "\"": escape()
    case "'" where quote == "'":
      decoded.append("'", at: index)
      index += 2
    default:
      decoded.append(scalar, at: index)
      index += 1
    }
  }

  /// White space within a line stands for itself. With line ends in it, one stands for a space, and of more all but the
  /// first for themselves.
  private mutating func whiteSpace() {
    let start = index
    let ends = skipWhiteSpace()
    if ends.isEmpty {
      for place in start..<index { decoded.append(scalars[place], at: place) }
    } else if ends.count == 1 {
      decoded.append(" ", at: start)
    } else {
      for place in ends.dropFirst() { decoded.append("\n", at: place) }
    }
  }

  /// Goes past white space; the places of the line ends in it.
  private mutating func skipWhiteSpace() -> [Int] {
    var ends: [Int] = []
    while index < scalars.endIndex {
      switch scalars[index] {
      case " ", "\t", "\r": index += 1
      case "\n":
        ends.append(index > scalars.startIndex && scalars[index - 1] == "\r" ? index - 1 : index)
        index += 1
      default: return ends
      }
    }
    return ends
  }

  private mutating func escape() {
    let start = index
    index += 1
    guard index < scalars.endIndex else { return }
    let letter = scalars[index]
    index += 1
    switch letter {
    case "\r", "\n":
      if letter == "\r" { index += 1 }
      // The line end is escaped, so that only those after it count.
      for place in skipWhiteSpace() { decoded.append("\n", at: place) }
    case "x": hexadecimal(digits: 2, from: start)
    case "u": hexadecimal(digits: 4, from: start)
    case "U": hexadecimal(digits: 8, from: start)
    default: decoded.append(Self.escapes[letter] ?? letter, at: start)
    }
  }

  private mutating func hexadecimal(digits: Int, from start: Int) {
    let end = min(index + digits, scalars.endIndex)
    let value = UInt32(String(String.UnicodeScalarView(scalars[index..<end])), radix: 16)
    decoded.append(value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}", at: start)
    index = end
  }

  /// Escapes that stand for something other than the letter itself.
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "\u{0}", "a": "\u{7}", "b": "\u{8}", "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
    "e": "\u{1B}", "N": "\u{85}", "_": "\u{A0}", "L": "\u{2028}", "P": "\u{2029}",
  ]
}
