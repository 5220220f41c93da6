import CivilTime

extension TokenCursor {
  /// Days behind the times: `21:00–07:00 on weekdays`. There `and` joins days, too, unless times follow it.
  ///
  /// ```text
  /// days behind = [filler] day { ("," | "and" | "," "and") [filler] day }
  /// ```
  mutating func readDaysBehind(_ clause: inout ClauseSyntax, isException: Bool) throws(SentenceProblem) {
    var ahead = self
    let filler = ahead.readFiller()
    guard ahead.startsDay, !(filler == nil && isNameOutOfPlace) else { return }
    self = ahead
    let start = token.range.lowerBound
    var days = [try readDay()]
    while let next = beforeFurtherDay() {
      if next.isLed { throw try next.cursor.daysLedAnew(clause, days) }
      self = next.cursor
      days.append(try readDay())
    }
    clause.days = days
    clause.range = range(from: clause.range.lowerBound)
    let daysRange = range(from: start)
    if isException { throw daysBehindException(clause, daysRange) }
    try refuseSharedWords(in: [clause])
    try refuseParityBehind(clause)
    try refuseSeveralRanges(clause, daysRange)
    try refuseSingleDay(clause, filler, daysRange)
  }

  /// The cursor before a further day, and whether `and` and a word such as `during` lead to it; nil where none follows.
  private func beforeFurtherDay() -> (cursor: TokenCursor, isLed: Bool)? {
    var ahead = self
    var hasAnd = false
    if ahead.skip(.comma) { hasAnd = ahead.skip("and") } else if ahead.skip("and") { hasAnd = true } else { return nil }
    let filler = ahead.readFiller()
    return ahead.startsDay ? (ahead, hasAnd && filler != nil) : nil
  }

  /// `21:00–07:00 on weekdays and during holidays`: at these times in the holidays, too, or all day?
  private func daysLedAnew(_ clause: ClauseSyntax, _ days: [DaySyntax]) throws(SentenceProblem) -> SentenceProblem {
    var ahead = self
    let next = try ahead.readDay()
    let (times, further) = (clause.timesRange.map { sentence[$0] } ?? "", sentence[next.range])
    let before = days.map { sentence[$0.range] }.joined(separator: ", ")
    let whole = clause.range.lowerBound..<next.range.upperBound
    let readings = ["\(before), \(further) \(times)", "\(before) \(times) and \(further) all day"]
    return problem(
      .daysLedAnew(further, times, proposals: readings.map { sentence.replacing(whole, with: $0) }), at: next.range)
  }

  /// Whether a name is here that no schedule has: most likely something else was meant.
  private var isNameOutOfPlace: Bool {
    if case .name(let name) = kind { names.kinds[name] == nil } else { false }
  }

  /// `21:00–07:00 except 10:00–12:00 on fri`: on Fridays the exception, or the whole?
  private func daysBehindException(_ clause: ClauseSyntax, _ daysRange: Range<Int>) -> SentenceProblem {
    let times = clause.timesRange.map { sentence[$0] } ?? ""
    let days = sentence[daysRange]
    let whole = clause.range.lowerBound..<daysRange.upperBound
    let near = sentence.replacing(whole, with: "\(days) \(times)")
    return problem(
      .daysBehindException(days, proposals: [near] + daysBeforeAll(days, instead: whole, times)), at: daysRange)
  }

  /// The sentence with `days` before its first times, and `times` alone where both stood.
  private func daysBeforeAll(_ days: String, instead whole: Range<Int>, _ times: String) -> [String] {
    let mains = (0..<count).filter { self[$0].range.upperBound <= whole.lowerBound }
    guard let first = mains.first(where: { isTimeLike(self[$0].kind) }) else { return [] }
    let start = self[first].range.lowerBound
    let rest = sentence.replacing(whole, with: times)
    guard let words = sentence.words(upTo: start) else { return [] }
    return rest.hasPrefix(words) ? ["\(words) \(days)\(rest.dropFirst(words.count))"] : []
  }

  func isTimeLike(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .time, .loose, .schedule: true
    case .word(let word): word == "from" || Vocabulary.startsTime(word)
    case .name, .number, .ordinal, .date, .comma, .dash, .dots, .end: false
    }
  }

  /// `9:00–10:00, 14:00–15:00 on sat`: both on Saturdays, or the first one daily?
  private func refuseSeveralRanges(_ clause: ClauseSyntax, _ daysRange: Range<Int>) throws(SentenceProblem) {
    guard clause.times.count > 1, let timesRange = clause.timesRange, let last = clause.times.last else { return }
    let days = sentence[daysRange]
    let whole = clause.range.lowerBound..<daysRange.upperBound
    let first = clause.times.dropLast().map { sentence[$0.range] }.joined(separator: ", ")
    let readings = ["\(days) \(sentence[timesRange])", "daily \(first) and \(days) \(sentence[last.range])"]
    throw problem(
      .daysBehindSeveralTimes(days, proposals: readings.map { sentence.replacing(whole, with: $0) }), at: daysRange)
  }

  /// `21:00–07:00 on sat`: the night that begins on Saturday, or the one that ends there? And `16:00–18:00 mon`, in which
  /// `18:00 mon` may be a moment.
  private func refuseSingleDay(
    _ clause: ClauseSyntax, _ filler: Filler?, _ daysRange: Range<Int>
  ) throws(SentenceProblem) {
    guard clause.days.count == 1, let day = clause.days.first, let timesRange = clause.timesRange else { return }
    let days = sentence[daysRange]
    let whole = clause.range.lowerBound..<daysRange.upperBound
    let times = sentence[timesRange]
    if day.isOneDay, isInDoubt(clause) { throw singleDay(clause, daysRange) }
    guard filler == nil, day.isOneDay, case .weekdays = day.kind, isSingular(days) else { return }
    throw problem(
      .bareDayBehindTimes(
        days, proposals: [sentence.replacing(whole, with: "\(days) \(times)")]),
      at: daysRange)
  }

  /// Each reading takes the further clauses in the same way: they are in doubt, too.
  private func singleDay(_ clause: ClauseSyntax, _ daysRange: Range<Int>) -> SentenceProblem {
    var ahead = self
    var (clauses, end) = ([clause], daysRange.upperBound)
    while let next = ahead.readFurtherBehind() {
      clauses.append(next)
      end = ahead.lastEnd
    }
    let whole = clause.range.lowerBound..<end
    let starting = clauses.compactMap { daysFirst($0) { self.sentence[$0.range] } }.joined(separator: " and ")
    var readings: [String?] = [starting]
    let isNight = clause.times.allSatisfy { !$0.hasOneEnd }
    if isNight {
      let ending = clauses.map { clause in
        let isOpen = isInDoubt(clause) && clause.days.count == 1 && clause.days[0].isOneDay
        return daysFirst(clause) { isOpen ? $0.dayBefore : self.sentence[$0.range] }
      }
      readings.append(ending.contains(nil) ? nil : ending.compactMap(\.self).joined(separator: " and "))
    }
    let times = clause.timesRange.map { sentence[$0] } ?? ""
    return problem(
      .singleDayBehindNight(
        sentence[daysRange], times, isNight: isNight,
        proposals: readings.compactMap(\.self).map { sentence.replacing(whole, with: $0) }), at: daysRange)
  }

  /// A clause with its days before its times, each as `text` has it; nil where it has none for one of them.
  private func daysFirst(_ clause: ClauseSyntax, _ text: (DaySyntax) -> String?) -> String? {
    let days = clause.days.map(text)
    guard let times = clause.timesRange, !days.contains(nil) else { return nil }
    return "\(days.compactMap(\.self).joined(separator: ", ")) \(sentence[times])"
  }

  /// A further clause with its days behind its times, and the mark before it; nil where none is here.
  private mutating func readFurtherBehind() -> ClauseSyntax? {
    guard kind == .comma || kind == .word("and") else { return nil }
    var ahead = self
    ahead.advance()
    let start = ahead.token.range.lowerBound
    var clause = ClauseSyntax(range: start..<start)
    if ahead.startsSchedule, case .schedule(let name) = ahead.kind {
      clause.named = NameSyntax(name: name, range: ahead.token.range)
      ahead.advance()
    } else {
      guard ahead.startsTime, let times = try? ahead.readTimes(after: []) else { return nil }
      clause.times = times
    }
    _ = ahead.readFiller()
    guard ahead.startsDay, let day = try? ahead.readDay() else { return nil }
    clause.days = [day]
    while let next = ahead.beforeFurtherDay(), !next.isLed {
      var further = next.cursor
      guard let day = try? further.readDay() else { break }
      clause.days.append(day)
      ahead = further
    }
    self = ahead
    return clause
  }

  /// Whether the times go on after midnight, or have one end only.
  private func isInDoubt(_ clause: ClauseSyntax) -> Bool {
    if let named = clause.named { return names.timesOfDay[named.name]?.contains(where: \.isNight) ?? false }
    return clause.times.contains { $0.times.isNight || $0.hasOneEnd }
  }

  private func isSingular(_ days: String) -> Bool {
    let word = ASCII.lowercased(days)
    return Vocabulary.weekday(word) != nil && !word.hasSuffix("days")
  }
}

extension DaySyntax {
  /// Whether it is one day of a week, of a month or of a year.
  var isOneDay: Bool {
    switch kind {
    case .weekdays(let set): set.count == 1
    case .dates(let dates): dates.lowerBound == dates.upperBound
    case .yearly(let from, let through): from == through
    case .cycle(let cycle): cycle.weekdays.count == 1
    case .ordinal: true
    case .parity(let parity): parity.weekdays.count == 1
    case .daily, .schedule, .eves: false
    }
  }

  /// How the day before it is written; nil where that is not simply done.
  fileprivate var dayBefore: String? {
    switch kind {
    case .weekdays(let set):
      set.days.first.map { Vocabulary.shortName($0.adding(days: -1)) }
    case .dates(let dates): DateFigures.text(dates.lowerBound.adding(days: -1))
    case .yearly(let day, _): SentenceText.text(ofDayBefore: day)
    case .cycle(let cycle): cycle.dayBefore.map { SentenceText.text(of: .cycle($0)) }
    case .parity(let parity):
      // The Sunday before a Monday is in another week.
      parity.weekdays.days.first.flatMap { day in
        day == .monday
          ? nil : SentenceText.text(of: .parity(WeekParity(isOdd: parity.isOdd, [day.adding(days: -1)])))
      }
    case .daily, .ordinal, .schedule, .eves: nil
    }
  }
}

extension SentenceText {
  /// `dec 23` of December 24; nil of March 1, before which is another day in leap years.
  fileprivate static func text(ofDayBefore day: MonthDay) -> String? {
    if (day.month, day.day) == (3, 1) { return nil }
    let date = day.firstDay(notBeforeIn: 2028).adding(days: -1)
    return MonthDay(month: date.month, day: date.day).map { text(of: .yearly(from: $0, through: $0)) }
  }
}

extension WeekCycle {
  /// The days before these; nil where they are Mondays, before which another week is.
  fileprivate var dayBefore: WeekCycle? {
    guard weekdays.count == 1, let day = weekdays.days.first, day != .monday else { return nil }
    let first = CivilDate(dayNumber: WeekCycle.monday(of: start.dayNumber) + day.rawValue - 2)
    return WeekCycle([day.adding(days: -1)], every: interval, from: min(start, first))
  }
}
