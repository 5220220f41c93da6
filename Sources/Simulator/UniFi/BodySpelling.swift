/// How a string in a body must be spelled.
enum BodySpelling {
  /// `HH:MM`, 00:00 to 23:59. Whether a real console takes 24:00 is not known.
  case time
  /// `YYYY-MM-DD`.
  case date
  /// The two capital letters of a country.
  case region
  /// A name such as `shop.example`, in ASCII. That a policy is refused where one has a `*`, letters of other scripts or
  /// a whole address is a guess: no document says, and nobody has written it down.
  case domain
  /// Six pairs of hexadecimal digits with colons or hyphens, in either case. That others are refused is a guess.
  case hardware

  func fits(_ text: String) -> Bool {
    switch self {
    case .time: Self.numbers(text, ":", [2, 2]).map { $0[0] < 24 && $0[1] < 60 } ?? false
    case .date:
      Self.numbers(text, "-", [4, 2, 2]).map { (1...12).contains($0[1]) && (1...31).contains($0[2]) } ?? false
    case .region: text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    case .domain: text.utf8.count <= 253 && Self.parts(text, ".").allSatisfy(Self.isLabel)
    case .hardware: Self.isHardware(text, ":") || Self.isHardware(text, "-")
    }
  }

  var explanation: String {
    switch self {
    case .time: "a time as HH:MM"
    case .date: "a date as YYYY-MM-DD"
    case .region: "a country as two capital letters"
    case .domain: "a valid domain"
    case .hardware: "a MAC address"
    }
  }

  /// The numbers between the separators, where each has so many digits.
  private static func numbers(_ text: String, _ separator: Character, _ digits: [Int]) -> [Int]? {
    let parts = parts(text, separator)
    guard parts.map(\.utf8.count) == digits else { return nil }
    guard parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
    return parts.compactMap { Int($0) }
  }

  private static func parts(_ text: String, _ separator: Character) -> [Substring] {
    text.split(separator: separator, omittingEmptySubsequences: false)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  private static func isHardware(_ text: String, _ separator: Character) -> Bool {
    let pairs = parts(text, separator)
    return pairs.count == 6 && pairs.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
  }
}
