extension FooterRule {
  /// The rule that `text` writes, or nil where it writes none.
  init?(_ text: [UInt8]) {
    var cursor = TextCursor(text)
    guard let name = cursor.abbreviation(), let west = cursor.offset() else { return nil }
    standard = LocalTimeType(secondsEast: -west, isDaylight: false, abbreviation: name)
    if !cursor.isAtEnd {
      guard let daylight = cursor.daylight(besides: standard) else { return nil }
      self.daylight = daylight
    }
    guard cursor.isAtEnd else { return nil }
  }
}

extension TextCursor {
  /// `CEST`, or anything of letters, digits and signs between `<` and `>`.
  fileprivate mutating func abbreviation() -> String? {
    let isQuoted = take("<")
    let name = takeWhile { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
      default: false
      }
    }
    guard name.count >= 3, !isQuoted || take(">") else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Seconds west of Greenwich.
  fileprivate mutating func offset() -> Int? { signedTime(maximumHours: 24) }

  /// `[+-]h[:mm[:ss]]` in seconds.
  private mutating func signedTime(maximumHours: Int) -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number(upTo: maximumHours) else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] where take(":") {
      guard let part = number(upTo: 59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// `name[offset],start[/time],end[/time]`.
  fileprivate mutating func daylight(besides standard: LocalTimeType) -> FooterRule.Daylight? {
    guard let name = abbreviation() else { return nil }
    var secondsEast = standard.secondsEast + 3_600
    if peek != UInt8(ascii: ",") {
      guard let west = offset() else { return nil }
      secondsEast = -west
    }
    guard LocalTimeType.offsets.contains(secondsEast),
      take(","), let start = change(), take(","), let end = change()
    else { return nil }
    let type = LocalTimeType(secondsEast: secondsEast, isDaylight: true, abbreviation: name)
    return FooterRule.Daylight(type: type, start: start, end: end)
  }

  private mutating func change() -> FooterRule.Change? {
    guard let day = day() else { return nil }
    var second = 2 * 3_600
    if take("/") {
      guard let given = signedTime(maximumHours: 167) else { return nil }
      second = given
    }
    return FooterRule.Change(day: day, secondOfDay: second)
  }

  private mutating func day() -> FooterRule.Day? {
    if take("J") { return number(upTo: 365).flatMap { $0 >= 1 ? .withoutLeapDay($0) : nil } }
    guard take("M") else { return number(upTo: 365).map { .withLeapDay($0) } }
    guard let month = number(upTo: 12), month >= 1, take("."), let week = number(upTo: 5), week >= 1, take("."),
      let weekday = number(upTo: 6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}
