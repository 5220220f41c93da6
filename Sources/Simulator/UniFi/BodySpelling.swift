/// How a string in a body must be spelled.
enum BodySpelling {
  /// `HH:MM`, 00:00 to 23:59. Whether a real console takes 24:00 is not known.
  case time
  /// `YYYY-MM-DD`.
  case date
  /// The two capital letters of a country.
  case region

  func fits(_ text: String) -> Bool {
    switch self {
    case .time: Self.numbers(text, ":", [2, 2]).map { $0[0] < 24 && $0[1] < 60 } ?? false
    case .date:
      Self.numbers(text, "-", [4, 2, 2]).map { (1...12).contains($0[1]) && (1...31).contains($0[2]) } ?? false
    case .region: text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }
  }

  var explanation: String {
    switch self {
    case .time: "a time as HH:MM"
    case .date: "a date as YYYY-MM-DD"
    case .region: "a country as two capital letters"
    }
  }

  /// The numbers between the separators, where each has so many digits.
  private static func numbers(_ text: String, _ separator: Character, _ digits: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == digits else { return nil }
    guard parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
    return parts.compactMap { Int($0) }
  }
}
