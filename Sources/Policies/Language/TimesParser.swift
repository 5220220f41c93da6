import CivilTime

extension TokenCursor {
  /// Whether the cursor is before a time, or what was meant as one.
  var startsTime: Bool {
    switch kind {
    case .time, .loose: true
    case .number: !startsYearlyInFigures
    case .word("from"): !startsFromDate
    case .word(let word): Vocabulary.startsTime(word)
    case .date, .name, .schedule, .ordinal, .comma, .dash, .dots, .end: false
    }
  }

  /// `range { "," range }`
  mutating func readTimes(after days: [DaySyntax]) throws(SentenceProblem) -> [RangeSyntax] {
    var ranges = [try readRange(after: days)]
    while kind == .comma {
      var next = self
      next.advance()
      // A comma may join whole clauses, too, or lead to an exception, which is told there.
      guard next.startsTime else { break }
      var ahead = next
      let range = try ahead.readRange(after: days)
      // `…, 16:00–19:00 on weekends`: the days of a clause of its own.
      var behind = ahead
      let filler = behind.readFiller()
      if !days.isEmpty, filler != nil, behind.startsDay { break }
      self = ahead
      ranges.append(range)
    }
    return ranges
  }

  /// ```text
  /// range = ["from"] time ("-" | "to" | "until" | "till") time | "between" time "and" time
  ///       | ("from" | "after") time | ("until" | "till" | "before") time | "all" "day"
  /// ```
  private mutating func readRange(after days: [DaySyntax]) throws(SentenceProblem) -> RangeSyntax {
    let start = token.range.lowerBound
    if skip("all") {
      guard skip("day") else { throw expectedAllDay }
      return RangeSyntax(times: .allDay, range: range(from: start))
    }
    if skip("until") || skip("till") || skip("before") { return try rangeUntil(from: start) }
    if skip("after") { return try rangeAfter(from: start) }
    if skip("between") { return try rangeBetween(from: start) }
    let hasFrom = skip("from")
    let first = token
    var ahead = self
    ahead.advance()
    let last = try ahead.skipConnector(after: start, hasFrom: hasFrom) ? ahead.token : nil
    let begin = try readTime(as: .start, beside: last)
    guard last != nil else {
      return RangeSyntax(
        times: TimeRange(start: begin, end: .endOfDay), isOpenEnded: true, hasOneEnd: true, range: range(from: start))
    }
    advance()
    try refuseAnotherDay(from: start, days: days)
    let end = try readTime(as: .end, beside: first)
    return try checked(TimeRange(start: begin, end: end), range: range(from: start))
  }

  /// `all weekend`, `all week`
  private var expectedAllDay: SentenceProblem {
    let days: String? =
      switch word {
      case "weekend", "weekends": "weekends"
      case "weekday", "weekdays": "weekdays"
      case "week", "days": "daily"
      case let word? where Vocabulary.weekday(word) != nil: word
      default: nil
      }
    let whole = peek(-1).range.lowerBound..<token.range.upperBound
    if word == "night" || word == "nights" {
      return problem(.atNight(proposals: [sentence.replacing(whole, with: "21:00–07:00")]), at: whole)
    }
    return problem(.expectedAllDay(found, proposals: days.map { [sentence.replacing(whole, with: $0)] } ?? []))
  }

  private mutating func rangeUntil(from start: Int) throws(SentenceProblem) -> RangeSyntax {
    let word = peek(-1)
    if word.kind == .word("before"), kind == .word("midnight") { throw midnight(word) }
    let last = try readTime(as: .end, beside: nil)
    var range = try checked(TimeRange(start: .midnight, end: last), range: range(from: start))
    range.hasOneEnd = true
    return range
  }

  private mutating func rangeAfter(from start: Int) throws(SentenceProblem) -> RangeSyntax {
    if kind == .word("midnight") { throw midnight(peek(-1)) }
    let first = try readTime(as: .start, beside: nil)
    return RangeSyntax(
      times: TimeRange(start: first, end: .endOfDay), isOpenEnded: true, hasOneEnd: true, range: range(from: start))
  }

  /// `after midnight`: the first hours of the day that is named, or those behind it?
  private func midnight(_ word: Token) -> SentenceProblem {
    let whole = word.range.lowerBound..<token.range.upperBound
    let readings = word.kind == .word("after") ? ["00:00–06:00", "00:00–24:00"] : ["18:00–24:00", "00:00–24:00"]
    return problem(
      .besideMidnight(sentence[whole], proposals: readings.map { sentence.replacing(whole, with: $0) }), at: whole)
  }

  private mutating func rangeBetween(from start: Int) throws(SentenceProblem) -> RangeSyntax {
    try refuseBetweenDays(from: start)
    let first = token
    let and = peek(1)
    guard and.kind == .word("and") else {
      let mark = peek(1).kind == .dash || peek(1).kind == .word("to")
      let proposals =
        mark && timeText(at: 2) != nil ? [sentence.replacing(start..<first.range.lowerBound, with: "")] : []
      _ = try readTime(as: .start, beside: nil)
      throw problem(.betweenWithoutAnd(found, after: sentence[start..<first.range.upperBound], proposals: proposals))
    }
    let begin = try readTime(as: .start, beside: peek(2))
    advance()
    let end = try readTime(as: .end, beside: first)
    return try checked(TimeRange(start: begin, end: end), range: range(from: start))
  }

  /// `between mon and fri`
  private func refuseBetweenDays(from start: Int) throws(SentenceProblem) {
    guard startsDay else { return }
    var ahead = self
    guard let first = try? ahead.readDay(), ahead.skip("and"), ahead.startsDay, let last = try? ahead.readDay() else {
      throw problem(.betweenWithoutTimes(found ?? ""))
    }
    let whole = start..<last.range.upperBound
    throw problem(
      .betweenDays(
        sentence[whole],
        proposals: betweenReadings(first.kind, last.kind).map { sentence.replacing(whole, with: $0) }), at: whole)
  }

  private func betweenReadings(_ first: DaySyntax.Kind, _ last: DaySyntax.Kind) -> [String] {
    switch (first, last) {
    case (.weekdays(let from), .weekdays(let through)):
      guard from.count == 1, through.count == 1, let from = from.days.first, let through = through.days.first else {
        return []
      }
      return DoubtfulEnds.readings(from: from, through: through, leavingOut: .both)
    case (.dates(let from), .dates(let through)):
      guard from.lowerBound <= through.upperBound else { return [] }
      return DoubtfulEnds.readings(of: .dates(from.lowerBound...through.upperBound), leavingOut: .both)
    case (.yearly(let from, _), .yearly(_, let through)):
      return DoubtfulEnds.readings(of: .yearly(from: from, through: through), leavingOut: .both)
    default: return []
    }
  }

  private func checked(_ times: TimeRange, range: Range<Int>) throws(SentenceProblem) -> RangeSyntax {
    guard times.start != times.end else {
      throw problem(
        .emptyTimeRange(sentence[range], proposals: [sentence.replacing(range, with: "all day")]), at: range)
    }
    return RangeSyntax(times: times, range: range)
  }

  /// Goes past the `-`, `to`, `until` or `till` of a range; false where none is here, which only `from` allows.
  private mutating func skipConnector(after start: Int, hasFrom: Bool) throws(SentenceProblem) -> Bool {
    if skip(.dash) || skip("to") || skip("until") || skip("till") { return true }
    let written = sentence[range(from: start)]
    if kind == .dots, let last = timeText(at: 1) {
      let whole = start..<peek(1).range.upperBound
      throw problem(
        .timesJoinedByDots(sentence[whole], proposals: [sentence.replacing(whole, with: "\(written)–\(last)")]),
        at: whole)
    }
    if hasFrom { return false }
    // A number has a message of its own.
    if case .number = peek(-1).kind { return false }
    if kind == .word("by"), let wrong = wrongWord("by") { throw wrong }
    let alone = start..<lastEnd
    if case .loose(let loose) = peek(-1).kind, loose.hasDot, !loose.isTime(beside: nil) {
      let dates = datesReadings(peek(-1)).map { sentence.replacing(alone, with: $0) }
      throw problem(.doubtfulTime(written, proposals: dates), at: alone)
    }
    let times = readings(of: peek(-1)) ?? [written]
    throw problem(
      .timeAlone(
        written, proposals: times.flatMap { ["from \($0)", "until \($0)"] }.map { sentence.replacing(alone, with: $0) }),
      at: alone)
  }

  /// The time so many places further on as it was written; nil for everything else.
  func timeText(at distance: Int) -> String? {
    switch peek(distance).kind {
    case .time, .loose, .word("noon"), .word("midnight"): sentence[peek(distance).range]
    case .word, .name, .schedule, .number, .ordinal, .date, .comma, .dash, .dots, .end: nil
    }
  }

  // MARK: - One time

  /// Which end of a range a time is: midnight means two things.
  enum End {
    case start
    case end
  }

  /// The time here; `other` is the other end of its range, nil where it has none.
  private mutating func readTime(as end: End, beside other: Token?) throws(SentenceProblem) -> TimeOfDay {
    switch kind {
    case .time(let time):
      if time == .endOfDay, end == .start { throw problem(.endOfDayAsStart(sentence[token.range])) }
      advance()
      return time
    case .loose(let loose):
      guard loose.isTime(beside: other.flatMap(looseEnd)) else { throw doubtfulTime(loose, as: end, beside: other) }
      if loose.time == .endOfDay, end == .start { throw problem(.endOfDayAsStart(sentence[token.range])) }
      advance()
      return loose.time
    case .word("midnight"):
      advance()
      return end == .start ? .midnight : .endOfDay
    case .word("noon"):
      advance()
      return .noon
    case .number(let digits): throw bareNumber(digits, isStart: end == .start)
    case .word, .name, .schedule, .ordinal, .date, .comma, .dash, .dots, .end:
      if startsDay, end == .start { throw dayAfterFrom() }
      let isName = if case .name = kind { true } else { false }
      let before = peek(-1).kind == .end ? nil : sentence[peek(-1).range]
      throw problem(.expectedTime(found, after: before, orDays: isName))
    }
  }

  /// What a time in doubt may know of the other end of its range.
  func looseEnd(_ token: Token) -> LooseTime.End? {
    switch token.kind {
    case .loose(let loose): return loose.asEnd
    case .time(let time):
      let written = sentence[token.range]
      let isOfTwelve = written.last.map { "mM.".contains($0) } ?? false
      return LooseTime.End(
        showsTwentyFourHours: !isOfTwelve && (time.minutes >= 13 * 60 || time.minutes < 60), isNeverADate: true)
    case .word("noon"), .word("midnight"): return LooseTime.End(showsTwentyFourHours: false, isNeverADate: true)
    case .word, .name, .schedule, .number, .ordinal, .date, .comma, .dash, .dots, .end: return nil
    }
  }

  /// `7:00–9:00`: in the morning or in the evening? `10.12–12.12`: hours or days?
  private func doubtfulTime(_ loose: LooseTime, as end: End, beside other: Token?) -> SentenceProblem {
    let pair = other.map { end == .start ? (token, $0) : ($0, token) }
    guard let (first, last) = pair, let starts = readings(of: first), let ends = readings(of: last) else {
      let readings = (readings(of: token) ?? []).map { sentence.replacing(token.range, with: $0) }
      return problem(.doubtfulTime(sentence[token.range], proposals: readings))
    }
    let whole = first.range.lowerBound..<last.range.upperBound
    // `between 10.12 and 12.12` may be days with the ones between them.
    let isBetween = end == .start && peek(-1).kind == .word("between") && peek(1).kind == .word("and")
    let replaced = (isBetween ? peek(-1).range.lowerBound : whole.lowerBound)..<whole.upperBound
    let all = starts.flatMap { start in ends.map { (start, $0) } }
    let ranges = all.filter { start, end in
      guard case .time(let from) = ClockTime.read(start), case .time(let to) = ClockTime.read(end) else { return true }
      return all.count < 3 || (to.minutes - from.minutes + 1440) % 1440 <= 720
    }
    let dates = loose.hasDot ? datesReadings(first, last) : []
    return problem(
      .doubtfulTime(
        sentence[whole],
        proposals: (ranges.map { "\($0.0)–\($0.1)" } + dates).map { sentence.replacing(replaced, with: $0) }),
      at: whole)
  }

  private func readings(of token: Token) -> [String]? {
    switch token.kind {
    case .loose(let loose):
      let hour = loose.time.minutes / 60
      let evening = TimeOfDay(minutes: loose.time.minutes + 720)
      return loose.hasOneDigit && (1...11).contains(hour)
        ? [loose.time, evening].compactMap(\.self).map(ClockTime.text) : [ClockTime.text(loose.time)]
    case .time(let time): return [ClockTime.text(time)]
    case .word("noon"), .word("midnight"): return [sentence[token.range]]
    case .word, .name, .schedule, .number, .ordinal, .date, .comma, .dash, .dots, .end: return nil
    }
  }

  /// `dec 10..dec 12` for `10.12–12.12`
  private func datesReadings(_ tokens: Token...) -> [String] {
    let days = tokens.compactMap { token -> String? in
      guard case .loose(let loose) = token.kind else { return nil }
      return MonthDay(month: loose.time.minutes % 60, day: loose.time.minutes / 60).map {
        "\(Vocabulary.shortName(month: $0.month)) \($0.day)"
      }
    }
    return days.count == tokens.count ? [days.joined(separator: "..")] : []
  }
}

extension TimeOfDay {
  /// 12:00.
  static let noon = TimeOfDay(minutes: 12 * 60) ?? .midnight
}
