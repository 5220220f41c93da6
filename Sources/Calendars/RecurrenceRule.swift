import Policies

/// A rule by which something recurs, as it is written. What is not understood is refused here: libical would leave it out.
struct RecurrenceRule {
  enum Frequency: String {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// What chooses among the times, or makes more of them.
  enum Part: String, CaseIterable {
    case second = "BYSECOND"
    case minute = "BYMINUTE"
    case hour = "BYHOUR"
    case day = "BYDAY"
    case monthDay = "BYMONTHDAY"
    case yearDay = "BYYEARDAY"
    case week = "BYWEEKNO"
    case month = "BYMONTH"
    case position = "BYSETPOS"

    /// The numbers that it may list, and whether they may be counted from the end.
    var numbers: (range: ClosedRange<Int>, isSigned: Bool) {
      switch self {
      case .second, .minute: (0...59, false)
      case .hour: (0...23, false)
      case .day, .week: (1...53, true)
      case .monthDay: (1...31, true)
      case .yearDay, .position: (1...366, true)
      case .month: (1...12, false)
      }
    }
  }

  var frequency = Frequency.daily
  private(set) var interval = 1
  private(set) var count: Int?
  private(set) var until: WrittenMoment?
  private(set) var weekStart = "MO"
  /// What dates are moved to that a month or a year does not have.
  var skip: String?
  /// Each part's values, sorted, each once.
  var parts: [Part: [RuleValue]] = [:]

  static let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// Why a rule is refused.
  struct Problem: Error { var words: String }

  init(_ property: Property) throws(CalendarFault) {
    do throws(Problem) { try read(property.value.uppercased()) } catch { throw .rule(error.words, property) }
  }

  private mutating func read(_ text: String) throws(Problem) {
    var seen: Set<String> = []
    for piece in text.split(separator: ";") {
      guard let sign = piece.firstIndex(of: "=") else { throw Problem(words: "\(String(piece).quoted) has no value") }
      let (name, value) = (String(piece[..<sign]), String(piece[piece.index(after: sign)...]))
      guard seen.insert(name).inserted else { throw Problem(words: "\(name.quoted) is given twice") }
      try take(name, value)
    }
    guard seen.contains("FREQ") else { throw Problem(words: "it does not say how often: 'FREQ' is missing") }
    if count != nil, until != nil { throw Problem(words: "'COUNT' and 'UNTIL' exclude each other") }
    try checkParts()
  }

  private mutating func take(_ name: String, _ value: String) throws(Problem) {
    switch name {
    case "FREQ": frequency = try Self.read(value, of: name, Frequency.init(rawValue:))
    case "INTERVAL": interval = try Self.read(value, of: name, Self.positive)
    case "COUNT": count = try Self.read(value, of: name, Self.positive)
    case "UNTIL": until = try Self.read(value, of: name) { WrittenMoment($0) }
    case "WKST": weekStart = try Self.read(value, of: name) { Self.days.contains($0) ? $0 : nil }
    case "RSCALE": _ = try Self.read(value, of: name) { $0 == "GREGORIAN" ? $0 : nil }
    case "SKIP":
      skip = try Self.read(value, of: name) { ["OMIT", "BACKWARD", "FORWARD"].contains($0) ? $0 : nil }
      if skip == "OMIT" { skip = nil }
    default:
      guard let part = Part(rawValue: name) else { throw Problem(words: "\(name.quoted) is not understood") }
      parts[part] = try Self.read(value, of: name) { Self.values($0, of: part) }
    }
  }

  private static func read<Value>(
    _ text: String, of name: String, _ reading: (String) -> Value?
  ) throws(Problem) -> Value {
    guard let value = reading(text) else { throw Problem(words: "\(name.quoted) cannot be \(text.quoted)") }
    return value
  }

  private static func positive(_ text: String) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text),
      number > 0
    else { return nil }
    return number
  }

  private static func values(_ text: String, of part: Part) -> [RuleValue]? {
    let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = pieces.compactMap { RuleValue($0, of: part) }
    return values.count == pieces.count ? Set(values).sorted() : nil
  }
}

/// A number of a part, or a day of the week with or without one.
struct RuleValue: Hashable, Comparable {
  /// Zero for a day without a number.
  var number = 0
  /// The place in `RecurrenceRule.days`.
  var day: Int?

  init(number: Int) { self.number = number }

  init(day: Int) { self.day = day }

  /// Outlook writes a space before a day.
  init?(_ text: some StringProtocol, of part: RecurrenceRule.Part) {
    var rest = text.split(separator: " ").joined()
    if part == .day {
      guard let day = RecurrenceRule.days.firstIndex(of: String(rest.suffix(2))) else { return nil }
      self.day = day
      rest.removeLast(2)
      if rest.isEmpty { return }
    }
    let digits = rest.hasPrefix("-") || rest.hasPrefix("+") ? rest.dropFirst() : rest[...]
    let (range, isSigned) = part.numbers
    guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), range.contains(number), isSigned || !rest.hasPrefix("-")
    else { return nil }
    self.number = rest.hasPrefix("-") ? -number : number
  }

  static func < (left: RuleValue, right: RuleValue) -> Bool {
    (left.day ?? 0, left.number) < (right.day ?? 0, right.number)
  }

  var text: String { (number == 0 && day != nil ? "" : String(number)) + (day.map { RecurrenceRule.days[$0] } ?? "") }
}
