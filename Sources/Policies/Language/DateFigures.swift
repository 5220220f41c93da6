import CivilTime

/// Three numbers joined by dashes at the start of a text, meant as a date.
struct DateFigures {
  /// How many Unicode scalars they take.
  let length: Int
  /// Whether they are written as the language wants: `YYYY-MM-DD`, with hyphens.
  let isWrittenAsDate: Bool
  private let year: Int
  private let month: Int
  private let day: Int

  /// The day, or nil where the calendar does not have it.
  var date: CivilDate? { CivilDate(year: year, month: month, day: day) }

  /// The same day as the language wants it written; nil where the calendar does not have it.
  var proposal: String? { date.map(Self.text) }

  /// Reads `YYYY-MM-DD`, or what looks as if it was meant so: other dashes, one-digit numbers, the year last.
  init?(_ scalars: ArraySlice<Unicode.Scalar>) {
    // Most pieces of a sentence are no date, and those that are begin with a digit.
    guard let first = scalars.first, ASCII.isDigit(first) else { return nil }
    var numbers: [String] = []
    var marks: [Unicode.Scalar] = []
    var index = scalars.startIndex
    while numbers.count < 3 {
      let digits = scalars[index...].prefix(while: ASCII.isDigit)
      guard !digits.isEmpty, digits.count <= 4 else { return nil }
      index += digits.count
      let isLast = numbers.count == 2
      guard isLast || (index < scalars.endIndex && Lexer.isDash(scalars[index])) else { return nil }
      numbers.append(ASCII.text(digits))
      if isLast { break }
      marks.append(scalars[index])
      index += 1
    }
    let widths = numbers.map(\.count)
    guard widths[0] == 4 || widths[2] == 4, widths[1] <= 2 else { return nil }
    let values = numbers.compactMap { ASCII.number($0) }
    guard values.count == 3 else { return nil }
    (year, month, day) = widths[0] == 4 ? (values[0], values[1], values[2]) : (values[2], values[1], values[0])
    isWrittenAsDate = widths == [4, 2, 2] && marks == ["-", "-"]
    length = index - scalars.startIndex
  }

  /// `YYYY-MM-DD`
  static func text(_ date: CivilDate) -> String {
    let digits = String(date.year)
    let year = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(year)-\(ASCII.twoDigits(date.month))-\(ASCII.twoDigits(date.day))"
  }
}
