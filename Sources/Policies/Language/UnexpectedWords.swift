import CivilTime

/// What to say where a sentence goes on in another way than the grammar allows.
extension TokenCursor {
  /// The word at the cursor as it was written, or nil at the end of the sentence.
  var found: String? { kind == .end ? nil : sentence[token.range] }

  /// After `on` or `at` stands no day.
  func expectedDayAfterPreposition() -> SentenceProblem {
    let preposition = peek(-1)
    guard startsTime else { return problem(.expectedDay(found, after: sentence[preposition.range])) }
    return problem(
      .prepositionBeforeTime(
        sentence[preposition.range],
        proposal: sentence.replacing(preposition.range, with: timeWouldStandAlone ? "from" : "")),
      at: preposition.range)
  }

  /// Whether the time here is no range by itself, so that it needs a `from`.
  private var timeWouldStandAlone: Bool {
    guard case .time = kind else { return false }
    return ![.dash, .word("to"), .word("until")].contains(peek(1).kind)
  }

  /// Neither a day nor a time stands where a clause begins.
  func unexpectedInsteadOfClause() -> SentenceProblem {
    if case .word(let word) = kind {
      if word == "always" { return problem(.always) }
      if let instead = PolicyMessage.wordsToUseInstead[word] { return problem(.wrongWord(word, instead: instead)) }
    }
    let previous = peek(-1)
    return problem(.expectedWhen(found, after: previous.kind == .end ? nil : sentence[previous.range]))
  }

  /// Something stands after a sentence could have ended.
  func unexpectedRest(after clause: ClauseSyntax?) -> SentenceProblem {
    if case .word(let word) = kind {
      if word == "am" || word == "pm" {
        let whole = peek(-1).range.lowerBound..<token.range.upperBound
        return problem(.halfApart(sentence[whole], proposal: sentence[peek(-1).range] + word), at: whole)
      }
      if word == "always" { return problem(.always) }
      if let instead = PolicyMessage.wordsToUseInstead[word] { return problem(.wrongWord(word, instead: instead)) }
    }
    guard let clause, startsDay || startsTime else { return problem(.unexpectedRest(found ?? "")) }
    return missingSeparator(after: clause)
  }

  /// A day or a time follows a clause without a comma or `and`.
  private func missingSeparator(after clause: ClauseSyntax) -> SentenceProblem {
    let gap = lastEnd..<token.range.lowerBound
    if startsDay, clause.days.isEmpty { return daysAfterTimes(clause) }
    if startsDay, !clause.times.isEmpty {
      return problem(.missingSeparator(found ?? "", proposal: sentence.replacing(gap, with: " and ")))
    }
    return problem(.missingSeparator(found ?? "", proposal: sentence.replacing(gap, with: ", ")))
  }

  /// `21:00–07:00 mon`: the hint puts the days first.
  private func daysAfterTimes(_ clause: ClauseSyntax) -> SentenceProblem {
    var rest = self
    let start = token.range.lowerBound
    guard let days = try? rest.readDays(), !days.isEmpty else {
      return problem(.daysAfterTimes(found ?? "", proposal: nil))
    }
    let daysRange = rest.range(from: start)
    let turned = sentence[daysRange] + " " + sentence[clause.range]
    let proposal = sentence.replacing(clause.range.lowerBound..<daysRange.upperBound, with: turned)
    // Any word that is none of the language's is a name here, also one that means nothing in this file.
    if case .schedule = days[0].kind, days.count == 1 {
      return problem(.nameAfterTimes(sentence[daysRange], proposal: proposal), at: daysRange)
    }
    return problem(.daysAfterTimes(sentence[daysRange], proposal: proposal), at: daysRange)
  }

  /// `mon 21:00–07:00, tue 20:00–07:00`: a comma between a time and a day.
  func commaBeforeDays(after days: [DaySyntax]) -> SentenceProblem {
    var ahead = self
    ahead.advance()
    let following = try? ahead.readDays()
    let bothHaveBoth = !days.isEmpty && following != nil && ahead.startsTime
    return problem(.commaBeforeDays(proposal: bothHaveBoth ? sentence.replacing(token.range, with: " and") : nil))
  }

  /// `from fri …`
  func dayAfterFrom() -> SentenceProblem {
    let from = peek(-1)
    guard case .word("from") = from.kind else { return problem(.expectedTime(found, after: nil)) }
    return problem(
      .fromBeforeDay(sentence[token.range], proposal: sentence.replacing(from.range, with: "")), at: from.range)
  }

  // MARK: - Ranges over several days

  /// Refuses `fri 22:00 to mon 06:00`, the cursor before `mon`.
  func refuseAnotherDay(from start: Int, days: [DaySyntax]) throws(SentenceProblem) {
    guard startsDay, case .time(let last) = peek(1).kind else { return }
    var first: TimeOfDay?
    for distance in [-2, -1] { if case .time(let time) = peek(distance).kind { first = time } }
    let end = peek(1).range.upperBound
    let whole = (days.last?.range.lowerBound ?? start)..<end
    let clauses = first.flatMap { clausesOverDays(days, from: $0, through: last) }
    throw problem(
      .rangeOverDays(sentence[whole], proposal: clauses.map { sentence.replacing(whole, with: $0) }), at: whole)
  }

  /// `fri 22:00–24:00 and sat-sun all day and mon 00:00–06:00`
  private func clausesOverDays(_ days: [DaySyntax], from first: TimeOfDay, through last: TimeOfDay) -> String? {
    guard days.count == 1, let day = days.first, let span = daysBetween(day) else { return nil }
    let dayText = sentence[day.range]
    let start = "\(dayText) \(ClockTime.text(first))–"
    if span.count == 0 || (span.count == 1 && last < first) {
      return span.count == 0 && last <= first ? nil : start + ClockTime.text(last)
    }
    var clauses = [start + "24:00"]
    if let between = span.between { clauses.append(between + " all day") }
    if last != .midnight { clauses.append("\(sentence[token.range]) 00:00–\(ClockTime.text(last))") }
    return clauses.joined(separator: " and ")
  }

  /// How many days the day at the cursor comes after `day`, and the words for the whole days between the two.
  private func daysBetween(_ day: DaySyntax) -> (count: Int, between: String?)? {
    switch (day.kind, kind) {
    case (.dates(let dates), .date(let last)):
      let count = last.dayNumber - dates.upperBound.dayNumber
      guard count >= 0, dates.lowerBound == dates.upperBound else { return nil }
      let next = CivilDate(dayNumber: dates.upperBound.dayNumber + 1)
      let before = CivilDate(dayNumber: last.dayNumber - 1)
      return (count, count < 2 ? nil : SentenceText.text(of: .dates(next...before)))
    case (.weekdays(let set), .word(let word)):
      guard set.count == 1, let first = set.days.first, let last = Vocabulary.weekday(word) else { return nil }
      let count = (last.rawValue - first.rawValue + 7) % 7
      let between = WeekdaySet((1..<max(1, count)).compactMap { Weekday(rawValue: (first.rawValue - 1 + $0) % 7 + 1) })
      return (count, between.isEmpty ? nil : SentenceText.text(of: .weekdays(between)))
    default: return nil
    }
  }

  // MARK: - Numbers

  /// A number where a time must stand: `9-5`, `9-5pm`, `9 pm`.
  func bareNumber(_ digits: String, isStart: Bool) -> SentenceProblem {
    if case .word(let half) = peek(1).kind, half == "am" || half == "pm" {
      let whole = token.range.lowerBound..<peek(1).range.upperBound
      return problem(.halfApart(sentence[whole], proposal: digits + half), at: whole)
    }
    let readings = ClockTime.readings(ofBareNumber: digits)
    let isRange = isStart && [.dash, .word("to"), .word("until")].contains(peek(1).kind)
    guard isRange, let ends = readingsOfTime(at: 2) else {
      return problem(.bareNumber(digits, readings: readings))
    }
    let whole = token.range.lowerBound..<peek(2).range.upperBound
    return problem(
      .bareNumber(sentence[whole], readings: ranges(from: readings, through: ends)), at: whole)
  }

  private func readingsOfTime(at distance: Int) -> [String]? {
    switch peek(distance).kind {
    case .number(let digits): ClockTime.readings(ofBareNumber: digits)
    case .time, .word("noon"), .word("midnight"): [sentence[peek(distance).range]]
    case .word, .name, .date, .comma, .dash, .dots, .end: nil
    }
  }

  /// Where both ends are numbers, ranges of at most half a day if there are such: nobody means 9am–5am by `9-5`.
  private func ranges(from starts: [String], through ends: [String]) -> [String] {
    let all = starts.flatMap { start in ends.map { (start: start, end: $0) } }
      .map { (text: "\($0.start)–\($0.end)", minutes: Self.minutes(from: $0.start, to: $0.end)) }
      .filter { $0.minutes != 0 }
    guard case .number = peek(2).kind else { return all.map(\.text) }
    let short = all.filter { $0.minutes.map { $0 <= 720 } ?? true }
    return (short.isEmpty ? all : short).map(\.text)
  }

  /// How long it is from one time to the next other; nil for `noon` and `midnight`.
  private static func minutes(from start: String, to end: String) -> Int? {
    guard case .time(let first) = ClockTime.read(start), case .time(let last) = ClockTime.read(end) else { return nil }
    return (last.minutes - first.minutes + 1440) % 1440
  }
}
