import CivilTime

/// Days that do not come every week.
extension TokenCursor {
  /// ```text
  /// cycle = "every" "other" ("weekend" | "week" weekdays | weekday) "from" date
  ///       | "every" ("2" … "8" "weeks" | "2nd" … "8th" "week") weekdays "from" date
  /// ```
  ///
  /// Nil where something else is behind `every`; the cursor is before that word.
  mutating func readCycle() throws(SentenceProblem) -> WeekCycle? {
    let start = token.range.lowerBound
    var ahead = self
    ahead.advance()
    guard let interval = try ahead.readInterval(from: start) else { return nil }
    let daysStart = ahead.token.range.lowerBound
    guard let days = try ahead.readCycleDays() else {
      throw ahead.problem(.cycleWithoutDays(ahead.found, cycle: sentence[start..<ahead.lastEnd]))
    }
    let written = sentence[daysStart..<ahead.lastEnd]
    let whole = start..<ahead.lastEnd
    guard ahead.skip("from") else { throw ahead.problem(.cycleWithoutDate(sentence[whole]), at: whole) }
    guard case .date(let date) = ahead.kind else {
      throw ahead.problem(.cycleDate(ahead.found, cycle: sentence[whole]))
    }
    let cycle = WeekCycle(days, every: interval, from: date)
    try ahead.checkStart(of: cycle, written, from: start)
    ahead.advance()
    self = ahead
    return cycle
  }

  /// How many weeks are between, from behind `every`; nil where no such words stand here.
  private mutating func readInterval(from start: Int) throws(SentenceProblem) -> Int? {
    if skip("other") {
      if word == "week", word(at: 1) != nil || kind == .end { advance() }
      return 2
    }
    let number: Int?
    switch kind {
    case .number(let digits): number = ASCII.number(digits)
    case .ordinal(let digits): number = ASCII.number(digits)
    case .name(let name): number = Self.numbers[name.text]
    case .word("second"), .word("first"), .word("third"), .word("fourth"), .word("last"):
      throw everyOrdinal(from: start)
    case .word, .schedule, .time, .loose, .date, .comma, .dash, .dots, .end: number = nil
    }
    // `every 2nd friday`
    if case .ordinal = kind, let number, (1...WeekCycle.intervals.upperBound).contains(number), let next = word(at: 1),
      Vocabulary.weekday(next) != nil
    {
      throw everyOrdinal(from: start)
    }
    guard let number, word(at: 1) == "weeks" || word(at: 1) == "week" else { return nil }
    let whole = start..<peek(1).range.upperBound
    guard WeekCycle.intervals.contains(number) else { throw problem(.cycleInterval(sentence[whole]), at: whole) }
    advance(2)
    return number
  }

  private static let numbers = ["two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8]

  /// `every second friday`: of the month, or every other?
  private func everyOrdinal(from start: Int) -> SentenceProblem {
    let ordinal = sentence[token.range]
    let next = found(at: 1) ?? "friday"
    let whole = start..<max(token.range.upperBound, peek(1).range.upperBound)
    let word = inWords(ordinal)
    // Where it is said which is the first, weeks are counted.
    let hasDate = peek(2).kind == .word("from") && isDate(peek(3).kind)
    let inMonth = hasDate || OrdinalWeekday.Ordinal(rawValue: word) == nil ? nil : "\(word) \(next)"
    let inCycle = Self.cycles[word].map { "every \($0) \(next)" + (hasDate ? "" : " from 2027-01-04") }
    return problem(
      .everyOrdinal(
        ordinal, next, isInMonth: inCycle == nil,
        proposals: [inMonth, inCycle].compactMap(\.self).map { sentence.replacing(whole, with: $0) }),
      at: whole)
  }

  /// `second` for `2nd`; any other in lower case.
  private func inWords(_ ordinal: String) -> String {
    let lowered = ASCII.lowercased(ordinal)
    return ["1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth"][lowered] ?? lowered
  }

  private func isDate(_ kind: Token.Kind) -> Bool { if case .date = kind { true } else { false } }

  /// What counts weeks with these words; the others are of a month only.
  private static let cycles = [
    "second": "other", "third": "3 weeks", "fourth": "4 weeks", "5th": "5 weeks", "6th": "6 weeks", "7th": "7 weeks",
    "8th": "8 weeks",
  ]

  /// `weekend | weekdays | weekday { "," weekday }`; nil where none is here.
  private mutating func readCycleDays() throws(SentenceProblem) -> WeekdaySet? {
    guard let first = try readWeekdayRun() else { return nil }
    var days = first
    while kind == .comma || kind == .word("and") {
      var ahead = self
      ahead.advance()
      guard let more = try ahead.readWeekdayRun() else { break }
      self = ahead
      days = days.union(more)
    }
    return days
  }

  /// One weekday, or a run of them; nil where none is here.
  private mutating func readWeekdayRun() throws(SentenceProblem) -> WeekdaySet? {
    guard case .word(let word) = kind else { return nil }
    if word == "weekend" || word == "weekends" || word == "weekday" || word == "weekdays" {
      advance()
      return word.hasPrefix("weekend") ? .weekends : .weekdays
    }
    guard let day = Vocabulary.weekday(word) else { return nil }
    return try readWeekdays(from: day)
  }

  /// A date behind the first day meant in its week leaves open whether that week counts.
  private func checkStart(of cycle: WeekCycle, _ days: String, from start: Int) throws(SentenceProblem) {
    let monday = WeekCycle.monday(of: cycle.start.dayNumber)
    guard let first = cycle.weekdays.days.first else { return }
    let firstDay = monday + first.rawValue - 1
    guard cycle.start.dayNumber > firstDay else { return }
    let dates = [firstDay, firstDay + 7].map { DateFigures.text(CivilDate(dayNumber: $0)) }
    throw problem(
      .cycleStart(sentence[token.range], days, proposals: dates.map { sentence.replacing(token.range, with: $0) }))
  }

  // MARK: - In the month

  /// ```text
  /// ordinal = nth { ("," | "and") nth } weekday ["of" ("the" | "every" | "each") "month"]
  /// nth     = "first" | "second" | "third" | "fourth" | "last"
  /// ```
  mutating func readOrdinalWeekday() throws(SentenceProblem) -> OrdinalWeekday {
    let start = token.range.lowerBound
    var ordinals: [OrdinalWeekday.Ordinal] = []
    while let word, let ordinal = OrdinalWeekday.Ordinal(rawValue: word) {
      ordinals.append(ordinal)
      advance()
      guard kind == .comma || kind == .word("and"), let next = self.word(at: 1),
        OrdinalWeekday.Ordinal(rawValue: next) != nil
      else { break }
      advance()
    }
    guard case .word(let word) = kind, let weekday = Vocabulary.weekday(word) else {
      throw problem(
        .ordinalWithoutWeekday(found, after: sentence[start..<lastEnd]),
        at: start..<max(lastEnd, token.range.upperBound))
    }
    advance()
    if kind == .word("of") {
      var ahead = self
      ahead.advance()
      guard ahead.skip(anyOf: "the", "every", "each"), ahead.skip(.name(Name("month"))) else {
        let isMonth = if case .word(let word) = ahead.kind { Vocabulary.month(word) != nil } else { false }
        let whole = lastEnd..<ahead.token.range.upperBound
        throw ahead.problem(
          .ordinalOf(
            sentence[start..<lastEnd], proposals: isMonth ? [sentence.replacing(whole, with: "")] : []))
      }
      self = ahead
    }
    return OrdinalWeekday(ordinals, weekday)
  }

  /// `fifth friday`, `5th friday`, `week 51`: what the language has no words for; nil where no such days are behind the cursor.
  var rareDay: SentenceProblem? {
    for place in 0..<count {
      let range = self[place].range.lowerBound..<self[place + 1].range.upperBound
      switch (text(at: place), self[place + 1].kind) {
      case ("fifth", .word(let word)) where Vocabulary.weekday(word) != nil:
        return SentenceProblem(range: range, message: .fifthOfMonth(sentence[range], lastOne: "last \(word)"))
      case ("week", .number(let week)), ("weeks", .number(let week)): return weekOfYear(range, week, place)
      default: continue
      }
    }
    return nil
  }

  /// `week 49`, `week 49 2026`
  private func weekOfYear(_ range: Range<Int>, _ week: String, _ place: Int) -> SentenceProblem {
    guard case .number(let figures) = self[place + 2].kind, figures.count == 4, let year = Int(figures),
      let week = Int(week)
    else { return SentenceProblem(range: range, message: .weekNumber(sentence[range], proposals: [])) }
    return weekOfYear(range.lowerBound..<self[place + 2].range.upperBound, week, in: year)
  }

  /// What is wrong with `whole`, which is a week of a year.
  func weekOfYear(_ whole: Range<Int>, _ week: Int, in year: Int) -> SentenceProblem {
    var proposals: [String] = []
    // The fourth of January is always in week 1.
    if (1...53).contains(week), let fourth = CivilDate(year: year, month: 1, day: 4) {
      let monday = CivilDate(dayNumber: WeekCycle.monday(of: fourth.dayNumber)).adding(days: 7 * (week - 1))
      let dates = "\(DateFigures.text(monday))..\(DateFigures.text(monday.adding(days: 6)))"
      if WeekParity.week(of: monday.dayNumber) == week { proposals = [sentence.replacing(whole, with: dates)] }
    }
    return SentenceProblem(range: whole, message: .weekNumber(sentence[whole], proposals: proposals))
  }

  // MARK: - Weeks of the year

  /// `("odd" | "even") "weeks" [weekdays { "," weekdays }]`
  mutating func readParity() throws(SentenceProblem) -> DaySyntax.Kind {
    let start = token.range.lowerBound
    let isOdd = kind == .word("odd")
    let parity = sentence[token.range]
    advance()
    guard skip(anyOf: "weeks", "week") else {
      throw problem(
        .parityWithoutWeeks(found, parity, proposals: parityProposals(isOdd, from: start)),
        at: start..<max(lastEnd, token.range.upperBound))
    }
    try refuseOtherDaysInWeeks(from: start)
    guard var days = try readWeekdayRun() else { return .parity(WeekParity(isOdd: isOdd, .all)) }
    while kind == .comma {
      var ahead = self
      ahead.advance()
      guard let more = try ahead.readWeekdayRun() else { break }
      self = ahead
      days = days.union(more)
    }
    return .parity(WeekParity(isOdd: isOdd, days))
  }

  /// `odd weeks every friday`, `odd weeks daily`, `odd weeks dec 24`: days of the week can follow, and nothing else. The name of
  /// a schedule is told as one more day.
  private func refuseOtherDaysInWeeks(from start: Int) throws(SentenceProblem) {
    if case .name = kind { return }
    guard startsDay, kind != .word("odd"), kind != .word("even") else { return }
    var ahead = self
    if try ahead.readWeekdayRun() != nil { return }
    ahead = self
    guard let day = try? ahead.readDay() else { return }
    let weeks = sentence[start..<lastEnd]
    let whole = start..<day.range.upperBound
    let written: String? =
      switch day.kind {
      case .daily: weeks
      case .weekdays(let set): "\(weeks) \(SentenceText.text(ofWeekdays: set))"
      case .dates, .yearly, .cycle, .ordinal, .parity, .schedule, .eves: nil
      }
    throw problem(
      .parityBefore(weeks, sentence[day.range], proposals: written.map { [sentence.replacing(whole, with: $0)] } ?? []),
      at: day.range)
  }

  /// `odd weeks fri` for `fri in odd weeks`, the cursor behind `clause`; nil where nothing like that is here.
  func weeksBehindDays(_ clause: ClauseSyntax) -> SentenceProblem? {
    var ahead = self
    _ = ahead.readFiller()
    guard !clause.hasTimes, ahead.kind == .word("odd") || ahead.kind == .word("even"), let days = clause.daysRange,
      let weeks = try? ahead.readDay(), case .parity(let parity) = weeks.kind, parity.weekdays == .all
    else { return nil }
    var all: WeekdaySet = []
    for day in clause.days {
      guard case .weekdays(let set) = day.kind else { return nil }
      all = all.union(set)
    }
    let whole = days.lowerBound..<weeks.range.upperBound
    let written = "\(sentence[weeks.range]) \(SentenceText.text(ofWeekdays: all))"
    return problem(
      .weeksBehindDays(sentence[weeks.range], proposals: [sentence.replacing(whole, with: written)]), at: weeks.range)
  }

  /// `odd weeks weekends` for `odd weekends`.
  private func parityProposals(_ isOdd: Bool, from start: Int) -> [String] {
    guard case .word(let word) = kind, Vocabulary.weekday(word) != nil || word.hasPrefix("weekend") else { return [] }
    let whole = start..<token.range.upperBound
    return [
      "\(isOdd ? "odd" : "even") weeks \(word)",
      "every other \(word.hasPrefix("weekend") ? "weekend" : word) from 2027-01-04",
    ].map { sentence.replacing(whole, with: $0) }
  }

  /// `odd weeks, fri`: the Fridays of odd weeks, or all of them besides?
  func refuseParityInList(_ days: [DaySyntax]) throws(SentenceProblem) {
    guard days.count > 1, let parity = days.first(where: \.isOfParity) else { return }
    let whole = (days.first?.range.lowerBound ?? 0)..<(days.last?.range.upperBound ?? 0)
    let texts = days.map { sentence[$0.range] }
    let readings = [texts.joined(separator: " and "), texts.joined(separator: " ")]
    throw problem(
      .parityInList(sentence[parity.range], proposals: readings.map { sentence.replacing(whole, with: $0) }),
      at: whole)
  }

  /// The word so many places further on, as it was written; nil at the end.
  private func found(at distance: Int) -> String? {
    peek(distance).kind == .end ? nil : sentence[peek(distance).range]
  }
}
