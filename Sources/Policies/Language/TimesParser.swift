import CivilTime

extension TokenCursor {
  /// Whether the cursor stands before a time, or what was meant as one.
  var startsTime: Bool {
    switch kind {
    case .time: true
    case .number: !startsYearlyInFigures
    case .word(let word): ["noon", "midnight", "from", "until", "all"].contains(word)
    case .date, .name, .comma, .dash, .dots, .end: false
    }
  }

  /// `range { "," range }`
  mutating func readTimes(after days: [DaySyntax]) throws(SentenceProblem) -> [RangeSyntax] {
    var ranges = [try readRange(after: days)]
    while kind == .comma {
      var next = self
      next.advance()
      if next.kind == .word("except") { break }
      guard next.startsTime else {
        throw next.startsDay ? commaBeforeDays(after: days) : next.problem(.expectedTime(next.found, after: ","))
      }
      self = next
      ranges.append(try readRange(after: days))
    }
    return ranges
  }

  /// `["from"] time ("-" | "to" | "until") time | "from" time | "until" time | "all" "day"`
  private mutating func readRange(after days: [DaySyntax]) throws(SentenceProblem) -> RangeSyntax {
    let start = token.range.lowerBound
    if skip("all") {
      guard skip("day") else { throw problem(.expectedAllDay(found)) }
      return RangeSyntax(times: .allDay, isOpenEnded: false, range: range(from: start))
    }
    if skip("until") { return try rangeUntil(start: start) }
    let hasFrom = skip("from")
    let first = try readTime(as: .start, after: days)
    guard try skipConnector(after: start, hasFrom: hasFrom) else {
      return RangeSyntax(
        times: TimeRange(start: first, end: .endOfDay), isOpenEnded: true, range: range(from: start))
    }
    try refuseAnotherDay(from: start, days: days)
    let last = try readTime(as: .end, after: days)
    return try checked(TimeRange(start: first, end: last), range: range(from: start))
  }

  private mutating func rangeUntil(start: Int) throws(SentenceProblem) -> RangeSyntax {
    let last = try readTime(as: .end, after: [])
    return try checked(TimeRange(start: .midnight, end: last), range: range(from: start))
  }

  private func checked(_ times: TimeRange, range: Range<Int>) throws(SentenceProblem) -> RangeSyntax {
    guard times.start != times.end else { throw problem(.emptyTimeRange(sentence[range]), at: range) }
    return RangeSyntax(times: times, isOpenEnded: false, range: range)
  }

  /// Goes past the `-`, `to` or `until` of a range; false where none stands here, which only `from` allows.
  private mutating func skipConnector(after start: Int, hasFrom: Bool) throws(SentenceProblem) -> Bool {
    if skip(.dash) || skip("to") || skip("until") { return true }
    let written = sentence[range(from: start)]
    if kind == .dots, let last = timeText(at: 1) {
      let whole = start..<peek(1).range.upperBound
      throw problem(.timesJoinedByDots(sentence[whole], proposal: "\(written)–\(last)"), at: whole)
    }
    if case .word(let word) = kind, ["am", "pm"].contains(word) {
      let whole = peek(-1).range.lowerBound..<token.range.upperBound
      throw problem(.halfApart(sentence[whole], proposal: sentence[peek(-1).range] + word), at: whole)
    }
    if case .word(let word) = kind, word == "till" || word == "by", let instead = PolicyMessage.wordsToUseInstead[word]
    {
      throw problem(.wrongWord(word, instead: instead))
    }
    guard hasFrom else { throw problem(.timeAlone(written), at: range(from: start)) }
    return false
  }

  private func timeText(at distance: Int) -> String? {
    switch peek(distance).kind {
    case .time, .word("noon"), .word("midnight"): sentence[peek(distance).range]
    case .word, .name, .number, .date, .comma, .dash, .dots, .end: nil
    }
  }

  // MARK: - One time

  /// Which end of a range a time is: midnight means two things.
  private enum End {
    case start
    case end
  }

  private mutating func readTime(as end: End, after days: [DaySyntax]) throws(SentenceProblem) -> TimeOfDay {
    switch kind {
    case .time(let time):
      if time == .endOfDay, end == .start { throw problem(.endOfDayAsStart(sentence[token.range])) }
      advance()
      return time
    case .word("midnight"):
      advance()
      return end == .start ? .midnight : .endOfDay
    case .word("noon"):
      advance()
      return .noon
    case .number(let digits): throw bareNumber(digits, isStart: end == .start)
    case .word, .name, .date, .comma, .dash, .dots, .end:
      if startsDay, end == .start { throw dayAfterFrom() }
      throw problem(.expectedTime(found, after: peek(-1).kind == .end ? nil : sentence[peek(-1).range]))
    }
  }
}

extension TimeOfDay {
  /// 12:00.
  static let noon = TimeOfDay(minutes: 12 * 60) ?? .midnight
}
