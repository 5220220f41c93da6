/// The syntax of TRE's extended regular expressions, as far as mistakes in it are found.
struct TRESyntax {
  private let text: [Unicode.Scalar]
  private var next = 0
  private var depth = 0
  private var groups = 0
  private var highestReference = 0

  private struct Mistake: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  /// What TRE says; nil where it takes `pattern`.
  static func mistake(in pattern: String) -> String? {
    var syntax = TRESyntax(text: Array(pattern.unicodeScalars))
    do throws(Mistake) {
      try syntax.read()
      return nil
    } catch {
      return error.text
    }
  }

  private init(text: [Unicode.Scalar]) {
    self.text = text
  }

  private var current: Unicode.Scalar? { peek(0) }

  private func peek(_ distance: Int) -> Unicode.Scalar? {
    next + distance < text.count ? text[next + distance] : nil
  }

  private mutating func read() throws(Mistake) {
    while current != nil { try atom() }
    if depth > 0 { throw Mistake("Missing ')'") }
    if highestReference > groups { throw Mistake("Invalid back reference") }
  }

  private mutating func atom() throws(Mistake) {
    switch current {
    case "(": return try open()
    case ")" where depth > 0:
      depth -= 1
      next += 1
    case "|":
      next += 1
      return
    case "[": try bracket()
    case "\\": try escaped()
    // An atom that is missing is an empty one.
    case "*", "+", "?", "{": break
    default: next += 1
    }
    try postfix()
  }

  private mutating func open() throws(Mistake) {
    next += 1
    guard current == "?" else {
      (depth, groups) = (depth + 1, groups + 1)
      return
    }
    next += 1
    while let flag = current, ["i", "n", "r", "U", "-"].contains(flag) { next += 1 }
    switch current {
    case ":": depth += 1
    case ")": break
    default: throw Mistake("Invalid regexp")
    }
    next += 1
  }

  private mutating func escaped() throws(Mistake) {
    guard let escaped = peek(1) else { throw Mistake("Trailing backslash") }
    if ("1"..."9").contains(escaped) { highestReference = max(highestReference, Int(escaped.value) - 0x30) }
    next += 2
  }

  private mutating func postfix() throws(Mistake) {
    while let sign = current, ["*", "+", "?", "{"].contains(sign) {
      next += 1
      if sign == "{" { try bound() }
      switch current {
      case "?": next += 1
      case "*", "+": throw Mistake("Invalid use of repetition operators")
      default: break
      }
    }
  }

  private mutating func bound() throws(Mistake) {
    let start = next
    let least = number()
    var most = least
    if current == "," {
      next += 1
      most = number()
    }
    if let most, (least ?? 0) > most || most > 255 { throw Mistake("Invalid contents of {}") }
    guard let end = current else { throw Mistake("Missing '}'") }
    guard end == "}", next > start else { throw Mistake("Invalid contents of {}") }
    next += 1
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let digit = current, ("0"..."9").contains(digit) {
      digits.unicodeScalars.append(digit)
      next += 1
    }
    return digits.isEmpty ? nil : Int(digits) ?? .max
  }

  private mutating func bracket() throws(Mistake) {
    next += 1
    if current == "^" { next += 1 }
    let start = next
    while let item = current {
      if item == "]", next > start {
        next += 1
        return
      }
      try bracketItem(item, isFirst: next == start)
    }
    throw Mistake("Missing ']'")
  }

  private mutating func bracketItem(_ item: Unicode.Scalar, isFirst: Bool) throws(Mistake) {
    switch (item, peek(1)) {
    case ("[", "."), ("[", "="): throw Mistake("Unknown collating element")
    case ("[", ":"): try className()
    case ("-", let after?) where after != "]" && !isFirst: throw Mistake("Invalid character range")
    default: try range(from: item)
    }
  }

  private mutating func range(from least: Unicode.Scalar) throws(Mistake) {
    next += 1
    guard current == "-", let most = peek(1), most != "]" else { return }
    guard least <= most else { throw Mistake("Invalid character range") }
    next += 2
  }

  private static let classes: Set<String> = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit",
  ]

  private mutating func className() throws(Mistake) {
    next += 2
    var name = String.UnicodeScalarView()
    while let letter = current, letter != ":" {
      name.append(letter)
      next += 1
    }
    guard peek(1) == "]", Self.classes.contains(String(name)) else { throw Mistake("Unknown character class name") }
    next += 2
  }
}
