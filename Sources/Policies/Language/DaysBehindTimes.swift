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

  private func isTimeLike(_ kind: Token.Kind) -> Bool {
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
    if day.isOneDay, isInDoubt(clause) {
      var readings = ["\(days) \(times)"]
      if let before = day.dayBefore, clause.times.first?.times.isNight == true { readings.append("\(before) \(times)") }
      throw problem(
        .singleDayBehindNight(
          days, times, isNight: clause.times.allSatisfy { !$0.hasOneEnd },
          proposals: readings.map { sentence.replacing(whole, with: $0) }), at: daysRange)
    }
    guard filler == nil, day.isOneDay, case .weekdays = day.kind, isSingular(days) else { return }
    throw problem(
      .bareDayBehindTimes(
        days, proposals: [sentence.replacing(whole, with: "\(days) \(times)")]),
      at: daysRange)
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
    case .daily, .yearly, .cycle, .ordinal, .parity, .schedule, .eves: nil
    }
  }
}
