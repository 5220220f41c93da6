import CivilTime

/// What to say where a sentence goes on in another way than the grammar allows.
extension TokenCursor {
  /// The word at the cursor as it was written, or nil at the end of the sentence.
  var found: String? { kind == .end ? nil : sentence[token.range] }

  /// After `on`, `at` and the like stands no day.
  func expectedDayAfterFiller(_ filler: Filler?) -> SentenceProblem {
    if case .number(let digits) = kind { return problem(.bareNumber(digits, readings: [], proposals: [])) }
    if kind == .word("night") { return problem(.atNight(proposals: nightProposals(from: filler))) }
    if kind == .word("day") || kind == .word("days") {
      let whole = (filler?.range.lowerBound ?? token.range.lowerBound)..<token.range.upperBound
      // `during the day 8:00–12:00` has its times.
      let hours = nextStartsTime ? "" : "07:00–21:00"
      return problem(.byDay(sentence[token.range], proposals: [sentence.replacing(whole, with: hours)]))
    }
    return problem(.expectedDay(found, after: filler.map { sentence[$0.range] }))
  }

  private func nightProposals(from filler: Filler?) -> [String] {
    let whole = (filler?.range.lowerBound ?? token.range.lowerBound)..<token.range.upperBound
    return [sentence.replacing(whole, with: "21:00–07:00")]
  }

  /// `at 21:00–07:00`
  func fillerBeforeTime(_ filler: Filler) -> SentenceProblem {
    if let state = stateBehindTimes(filler) { return state }
    return problem(
      .prepositionBeforeTime(
        sentence[filler.range], isAlone: timeWouldStandAlone,
        proposals: timeWouldStandAlone
          ? ["from", "until"].map { sentence.replacing(filler.range, with: $0) }
          : [sentence.replacing(filler.range, with: "")]),
      at: filler.range)
  }

  /// `from 9pm, on from 7am`: behind other times `on` may be a state, which nobody may leave out.
  private func stateBehindTimes(_ filler: Filler) -> SentenceProblem? {
    guard filler.word == "on", filler.range.upperBound == peek(-1).range.upperBound, peek(-1).kind == .word("on"),
      peek(-2).kind == .comma || peek(-2).kind == .word("and"), let last = timeText(at: -3)
    else { return nil }
    let message: PolicyMessage
    if peek(-4).kind == .word("from"), kind == .word("from"), let next = timeText(at: 1), peek(2).kind == .end {
      let whole = peek(-4).range.lowerBound..<peek(1).range.upperBound
      message = .stateBehindTimes(proposals: [sentence.replacing(whole, with: "\(last)–\(next)")])
    } else {
      message = .stateBehindTimes(proposals: [])
    }
    return problem(message, at: filler.range)
  }

  /// Whether the time here is no range by itself, so that it needs a `from`.
  private var timeWouldStandAlone: Bool {
    switch kind {
    case .time, .loose, .number, .word("noon"), .word("midnight"):
      ![.dash, .word("to"), .word("until"), .word("till")].contains(peek(1).kind)
    case .word, .name, .schedule, .ordinal, .date, .comma, .dash, .dots, .end: false
    }
  }

  /// What is wrong with a name that no schedule has; `friday nights` may be the schedule `friday-nights`.
  private func unknownName(_ name: Name) -> PolicyMessage? {
    guard var message = names.problem(with: name) else { return nil }
    if case .name(let first) = peek(-1).kind, names.isFree(first), names.isFree(name),
      ScheduleNames.smallWords.isDisjoint(with: [first.text, name.text])
    {
      return .unknownSchedule("\(first)-\(name)", suggestion: nil)
    }
    if case .word(let word) = peek(-1).kind, names.kinds[Name("\(word)-\(name)")] != nil {
      let both = peek(-1).range.lowerBound..<token.range.upperBound
      message.proposals = [sentence.replacing(both, with: "\(word)-\(name)")]
    }
    return message
  }

  /// `friday of the month`: which of them?
  private var dayOfMonth: SentenceProblem? {
    guard case .word(let word) = peek(-1).kind, Vocabulary.weekday(word) != nil else { return nil }
    let day = peek(-1).range
    return SentenceProblem(
      range: day.lowerBound..<token.range.upperBound,
      message: .whichOfMonth(
        sentence[day], proposals: ["first", "last"].map { sentence.replacing(day, with: "\($0) \(word)") }))
  }

  /// A word that people write, and that has no meaning here; nil for every other one.
  func wrongWord(_ word: String) -> SentenceProblem? {
    guard let instead = PolicyMessage.wordsToUseInstead[word] else { return nil }
    // `off tomorow always`
    if word == "always", case .name(let name) = peek(-1).kind, let unknown = names.problem(with: name) {
      return problem(unknown, at: peek(-1).range)
    }
    // Without it the exception would be empty.
    if word == "always", wentBack.startsException || peek(-1).kind == .word("not") {
      return problem(.exceptAlways(sentence[token.range]))
    }
    if word == "day", peek(1).kind == .word("after") { return problem(.dayAfter) }
    // `friday night 11pm-8am` has its times.
    if word == "night", nextStartsTime {
      return problem(.wrongWord(word, proposals: [sentence.replacing(token.range, with: "")], instead: instead.hint))
    }
    // Without hours it may be the whole day, or what is no night.
    if word == "day" || word == "days", !nextStartsTime, !isTimeLike(peek(-1).kind) {
      let hours = sentence.replacing(token.range, with: "07:00–21:00")
      return problem(.byDay(sentence[token.range], proposals: [hours]))
    }
    let proposals = instead.words.map { other in
      // A comma stands right behind the word before it.
      sentence.replacing((other == "," ? lastEnd : token.range.lowerBound)..<token.range.upperBound, with: other)
    }
    return problem(.wrongWord(word, proposals: proposals, instead: instead.hint))
  }

  private var nextStartsTime: Bool {
    var ahead = self
    ahead.advance()
    return ahead.startsTime
  }

  /// `emma off 20:00–07:00 and ben off 21:00–07:00`: what is wrong with it behind the state of the first; nil where no target
  /// has a state of its own there.
  var secondSentence: SentenceProblem? {
    var place = 0
    while peek(place).kind != .end {
      if case .name(let name) = peek(place).kind, names.isTarget(name),
        case .word(let word) = peek(place + 1).kind, vocabulary.state(behindName: word) != nil
      {
        let whole = peek(place).range.lowerBound..<peek(place + 1).range.upperBound
        return problem(.secondSentence(name.text, sentence[whole]), at: whole)
      }
      place += 1
    }
    return nil
  }

  /// Neither a day nor a time is where a clause begins.
  func unexpectedInsteadOfClause() -> SentenceProblem {
    if case .word(let word) = kind {
      if let wrong = wrongWord(word) { return wrong }
    }
    let previous = peek(-1)
    return problem(.expectedWhen(found, after: previous.kind == .end ? nil : sentence[previous.range]))
  }

  /// `kids off but sat`
  var butAtStart: SentenceProblem {
    var message = PolicyMessage.butAlone(proposals: [sentence.replacing(token.range, with: "except")])
    message.fewestProposals = 1
    return problem(message)
  }

  /// Something stands after a sentence could have ended.
  func unexpectedRest(after clause: ClauseSyntax?) -> SentenceProblem {
    if case .name(let name) = kind, name.text == "but", names.kinds[name] == nil {
      if let later = clause.flatMap(laterNight) {
        var message = PolicyMessage.butAlone(proposals: [later])
        message.fewestProposals = 1
        return problem(message)
      }
      let readings = ["except", "and"].map { sentence.replacing(token.range, with: $0) }
      return problem(.butAlone(proposals: readings + (clause.flatMap(dailyAnd).map { [$0] } ?? [])))
    }
    if case .word(let word) = kind {
      // `school days`, `christmas day`
      if word == "days" || word == "day", case .name(let first) = peek(-1).kind, names.isFree(first) {
        let whole = peek(-1).range.lowerBound..<token.range.upperBound
        return problem(.unknownSchedule("\(first)-\(word)", suggestion: nil), at: whole)
      }
      if let wrong = wrongWord(word) { return wrong }
    }
    if kind == .word("of"), let which = dayOfMonth { return which }
    if kind == .word("in"), word(at: 1) == "the", word(at: 2) == "month", case .ordinal? = clause?.days.last?.kind {
      return problem(.inTheMonth(proposals: [sentence.replacing(token.range, with: "of")]))
    }
    if let clause, let weeks = weeksBehindDays(clause) { return weeks }
    // `friday the 13th`
    if case .ordinal(let digits) = peek(1).kind, case .name(let name) = kind, name.text == "the", names.isFree(name) {
      return problem(.dayWithoutMonth(sentence[peek(1).range], digits: digits), at: peek(1).range)
    }
    // Any word that is none of the language's is a name here, also one that means nothing in this file.
    if case .name(let name) = kind, let unknown = unknownName(name) { return problem(unknown) }
    if let clause, let both = daysInBoth(after: clause) { return both }
    if let clause, let filler = fillerBehindDays(of: clause) { return filler }
    guard let clause, startsDay || startsTime || startsSchedule else { return problem(.unexpectedRest(found ?? "")) }
    // What is missing is not a comma, but a schedule that the file does not have.
    if case .name(let name) = peek(-1).kind, let unknown = names.problem(with: name) {
      // `bank holidays`
      if case .name(let next) = kind, unknown == .unknownSchedule(name.text, suggestion: nil) {
        let both = peek(-1).range.lowerBound..<token.range.upperBound
        return problem(.unknownSchedule("\(name)-\(next)", suggestion: nil), at: both)
      }
      return problem(unknown, at: peek(-1).range)
    }
    return missingSeparator(after: clause)
  }

  /// `mon at 21:00–07:00`: what is wrong with a word that can only come before days; nil where there is none.
  private func fillerBehindDays(of clause: ClauseSyntax) -> SentenceProblem? {
    var ahead = self
    guard !clause.days.isEmpty, !clause.hasTimes, let filler = ahead.readFiller() else { return nil }
    if ahead.startsTime { return ahead.fillerBeforeTime(filler) }
    guard case .name(let name) = ahead.kind else { return nil }
    return ahead.names.problem(with: name).map { ahead.problem($0) }
  }

  /// `daily 21:00–07:00 and holidays 22:00–08:00` for `21:00–07:00 but holidays 22:00–08:00`; nil where `clause` has days.
  private func dailyAnd(_ clause: ClauseSyntax) -> String? {
    guard clause.days.isEmpty, clause.hasTimes else { return nil }
    let whole = clause.range.lowerBound..<token.range.upperBound
    return sentence.replacing(whole, with: "daily \(sentence[clause.range]) and")
  }

  /// `sat-thu 21:00–07:00 and fri 23:00–07:00` for `21:00–07:00 but fri until 23:00`; nil for everything else.
  private func laterNight(_ clause: ClauseSyntax) -> String? {
    var ahead = self
    ahead.advance()
    _ = ahead.readFiller()
    guard let next = try? ahead.readClause(isException: false),
      let later = HalfNights.later([clause, next], sentence, names)
    else { return nil }
    return sentence.replacing(clause.range.lowerBound..<next.range.upperBound, with: later)
  }

  /// `term weekdays`, `weekdays in term`: what is wrong with days behind others of another sort; nil where none are.
  private func daysInBoth(after clause: ClauseSyntax) -> SentenceProblem? {
    var ahead = self
    _ = ahead.readFiller()
    let (range, word) = (ahead.token.range, ahead.found ?? "")
    guard !clause.hasTimes, ahead.startsDay, let last = clause.days.last, let next = try? ahead.readDay(),
      !ahead.isUnknownName(last), !ahead.isUnknownName(next), next.mayNarrow(last)
    else { return nil }
    let either = sentence.replacing(lastEnd..<range.lowerBound, with: ", ")
    return problem(.missingSeparator(word, proposals: [either]).forDaysInBoth, at: range)
  }

  /// A day or a time follows a clause without a comma or `and`.
  private func missingSeparator(after clause: ClauseSyntax) -> SentenceProblem {
    let gap = lastEnd..<token.range.lowerBound
    let marks = startsDay && clause.hasTimes ? [" and "] : [", "]
    return problem(.missingSeparator(found ?? "", proposals: marks.map { sentence.replacing(gap, with: $0) }))
  }

  /// `from fri …`
  func dayAfterFrom() -> SentenceProblem {
    let from = peek(-1)
    guard opensTimes(at: -1) else { return problem(.expectedTime(found, after: nil)) }
    // Without its word `after fri …` would be another day.
    let isFrom = from.kind == .word("from")
    return problem(
      .fromBeforeDay(
        sentence[from.range], sentence[token.range],
        proposals: isFrom ? [sentence.replacing(from.range, with: "")] : []), at: from.range)
  }

  /// `21:00–07:00 until christmas`
  var nameAsEnd: SentenceProblem? {
    guard opensTimes(at: 0), case .name = peek(1).kind else { return nil }
    let name = peek(1).range
    return problem(.expectedTime(sentence[name], after: sentence[token.range], orDays: true), at: name)
  }

  /// Whether a word is there behind which a time is expected.
  private func opensTimes(at distance: Int) -> Bool {
    let words: [Token.Kind] = [.word("from"), .word("after"), .word("until"), .word("before"), .word("till")]
    return words.contains(peek(distance).kind)
  }

  // MARK: - Ranges over several days

  /// Refuses `fri 22:00 to mon 06:00`, the cursor before `mon`.
  func refuseAnotherDay(from start: Int, days: [DaySyntax]) throws(SentenceProblem) {
    let length = monthDay(at: 0)?.tokens ?? 1
    if case .name(let name) = kind, names.kinds[name] == nil { return }
    guard startsDay, let last = plainTime(at: length, isEnd: true) else { return }
    var (first, firsts) = (TimeOfDay?.none, [TimeOfDay]())
    for distance in [-2, -1] {
      first = plainTime(at: distance, isEnd: false) ?? first
      if peek(distance).kind == .word("midnight") { firsts = [.midnight, .endOfDay] }
    }
    let end = peek(length).range.upperBound
    let whole = (days.last?.range.lowerBound ?? start)..<end
    // Midnight is the beginning of a day and its end.
    let lasts = peek(length).kind == .word("midnight") ? [TimeOfDay.endOfDay, .midnight] : [last]
    let clauses = (firsts.isEmpty ? [first].compactMap(\.self) : firsts).flatMap { first in
      lasts.compactMap { clausesOverDays(days, from: first, through: $0) }
    }
    throw problem(
      .rangeOverDays(sentence[whole], proposals: clauses.map { sentence.replacing(whole, with: $0) }), at: whole)
  }

  private func plainTime(at distance: Int, isEnd: Bool) -> TimeOfDay? {
    switch peek(distance).kind {
    case .time(let time): time
    case .word("noon"): .noon
    case .word("midnight"): isEnd ? .endOfDay : .midnight
    case .word, .name, .schedule, .number, .ordinal, .loose, .date, .comma, .dash, .dots, .end: nil
    }
  }

  /// `fri 22:00–24:00 and sat-sun all day and mon 00:00–06:00`
  private func clausesOverDays(_ days: [DaySyntax], from first: TimeOfDay, through last: TimeOfDay) -> String? {
    if days.count == 1, case .cycle(let cycle) = days[0].kind {
      return clausesOverDays(cycle, sentence[days[0].range], from: first, through: last)
    }
    guard days.count == 1, let day = days.first, let span = daysBetween(day) else { return nil }
    let dayText = sentence[day.range]
    let start = "\(dayText) \(ClockTime.text(first))–"
    if span.count == 0 || (span.count == 1 && last < first && first != .endOfDay) {
      return span.count == 0 && last <= first ? nil : start + ClockTime.text(last)
    }
    let nextDay = sentence[token.range.lowerBound..<peek((monthDay(at: 0)?.tokens ?? 1) - 1).range.upperBound]
    var clauses = first == .endOfDay ? [] : [start + "24:00"]
    if let between = span.between { clauses.append(between + " all day") }
    if last != .midnight { clauses.append("\(nextDay) 00:00–\(ClockTime.text(last))") }
    return clauses.isEmpty ? nil : clauses.joined(separator: " and ")
  }

  /// `every other fri from 2026-12-04 18:00–24:00 and every 2 weeks sat from 2026-12-05 00:00–18:00`, a clause for each day.
  private func clausesOverDays(
    _ cycle: WeekCycle, _ written: String, from first: TimeOfDay, through last: TimeOfDay
  ) -> String? {
    guard cycle.weekdays.count == 1, let start = cycle.weekdays.days.first, case .word(let word) = kind,
      let end = Vocabulary.weekday(word)
    else { return nil }
    let count = (end.rawValue - start.rawValue + 7) % 7
    let firstDay = CivilDate(dayNumber: WeekCycle.monday(of: cycle.start.dayNumber) + start.rawValue - 1)
    let day = { (distance: Int) in
      SentenceText.text(
        of: .cycle(
          WeekCycle([start.adding(days: distance)], every: cycle.interval, from: firstDay.adding(days: distance))))
    }
    if count == 0 || count == 1 && last < first && first != .endOfDay {
      return count == 0 && last <= first ? nil : "\(written) \(ClockTime.text(first))–\(ClockTime.text(last))"
    }
    let between = (1..<count).map { "\(day($0)) all day" }
    let rest = last == .midnight ? [] : ["\(day(count)) 00:00–\(ClockTime.text(last))"]
    let before = first == .endOfDay ? [] : ["\(written) \(ClockTime.text(first))–24:00"]
    let clauses = before + between + rest
    return clauses.isEmpty ? nil : clauses.joined(separator: " and ")
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
    case (.yearly(let from, let through), _):
      guard from == through, let last = monthDay(at: 0), let lastDay = ASCII.number(last.digits) else { return nil }
      return Self.daysBetween(from, MonthDay(month: last.month, day: lastDay))
    case (.weekdays(let set), .word(let word)):
      guard set.count == 1, let first = set.days.first, let last = Vocabulary.weekday(word) else { return nil }
      let count = (last.rawValue - first.rawValue + 7) % 7
      let between = WeekdaySet((1..<max(1, count)).map(first.adding))
      return (count, between.isEmpty ? nil : SentenceText.text(of: .weekdays(between)))
    default: return nil
    }
  }

  private static func daysBetween(_ first: MonthDay, _ last: MonthDay?) -> (count: Int, between: String?)? {
    // With the leap day, if it is between them: in other years nothing is missing without it.
    let year = (first.month, first.day) <= (2, 29) ? 2028 : 2027
    guard let last, let start = CivilDate(year: year, month: first.month, day: first.day),
      let end = (year...year + 1).lazy.compactMap({ CivilDate(year: $0, month: last.month, day: last.day) })
        .first(where: { $0 >= start })
    else { return nil }
    let count = end.dayNumber - start.dayNumber
    let between = [start.adding(days: 1), end.adding(days: -1)].map {
      "\(Vocabulary.shortName(month: $0.month)) \($0.day)"
    }
    return (count, count < 2 ? nil : count == 2 ? between[0] : between.joined(separator: ".."))
  }

  // MARK: - Numbers

  /// A number where a time is expected: `9-5`, `9-5pm`, `9 pm`.
  func bareNumber(_ digits: String, isStart: Bool) -> SentenceProblem {
    if isStart, let year = yearAlone(digits) { return year }
    if let length = lengthBeside() { return length }
    var readings = ClockTime.readings(ofBareNumber: digits)
    // `21:00-7`: the other end shows that the day has 24 hours.
    if !isStart, looseEnd(peek(-2))?.showsTwentyFourHours == true, let time = Self.timeOfDay(digits) {
      readings = [ClockTime.text(time)]
    }
    let marks: [Token.Kind] = [.dash, .word("to"), .word("until"), .word("till")]
    let isBetween = peek(-1).kind == .word("between") && peek(1).kind == .word("and")
    guard isStart, marks.contains(peek(1).kind) || isBetween, let ends = readingsOfTime(at: 2) else {
      return problem(
        .bareNumber(digits, readings: readings, proposals: readings.map { sentence.replacing(token.range, with: $0) }))
    }
    let whole = (isBetween ? peek(-1) : token).range.lowerBound..<peek(2).range.upperBound
    let hours = rangeOfDay(from: digits).map { [$0] } ?? ranges(from: readings, through: ends)
    let all = hours + (isBetween ? [] : dayOfYear(digits).map { [$0] } ?? [])
    return problem(
      .bareNumber(sentence[whole], readings: all, proposals: all.map { sentence.replacing(whole, with: $0) }),
      at: whole)
  }

  /// `15 min after bedtime`, which is no time: when the bedtime begins, and when it ends, is more than one.
  private func lengthBeside() -> SentenceProblem? {
    guard word(at: 1).flatMap({ Wishes.units[$0] }) != nil, ["before", "after"].contains(word(at: 2)) else {
      return nil
    }
    let whole = token.range.lowerBound..<peek(2).range.upperBound
    return problem(.lengthWish(proposals: []), at: whole)
  }

  /// `dec 24` for `12-24`: no range of hours ends behind 24, and few write that they end there.
  private func dayOfYear(_ digits: String) -> String? {
    guard peek(1).kind == .dash, case .number(let last) = peek(2).kind, digits.count == 2, last.count == 2,
      let month = ASCII.number(digits), let day = ASCII.number(last), day >= 24, MonthDay(month: month, day: day) != nil
    else { return nil }
    return "\(Vocabulary.shortName(month: month)) \(day)"
  }

  private func readingsOfTime(at distance: Int) -> [String]? {
    switch peek(distance).kind {
    case .number(let digits): ClockTime.readings(ofBareNumber: digits)
    case .time, .loose, .word("noon"), .word("midnight"): [sentence[peek(distance).range]]
    case .word, .name, .schedule, .ordinal, .date, .comma, .dash, .dots, .end: nil
    }
  }

  /// `07:00–21:00` for `7-21`: one end shows that the day has 24 hours. Nil where both ends are hours up to 12.
  private func rangeOfDay(from first: String) -> String? {
    let last: String
    switch peek(2).kind {
    case .number(let digits): last = digits
    case .time(let time) where looseEnd(peek(2))?.showsTwentyFourHours == true:
      guard let start = Self.timeOfDay(first), start != .endOfDay else { return nil }
      return "\(ClockTime.text(start))–\(ClockTime.text(time))"
    case .time, .word, .name, .schedule, .ordinal, .loose, .date, .comma, .dash, .dots, .end: return nil
    }
    guard [first, last].contains(where: Self.isOfDay), let start = Self.timeOfDay(first),
      let end = Self.timeOfDay(last)
    else { return nil }
    // Where the next day starts nothing can begin.
    return "\(ClockTime.text(start == .endOfDay ? .midnight : start))–\(ClockTime.text(end))"
  }

  private static func isOfDay(_ digits: String) -> Bool {
    timeOfDay(digits).map { $0.minutes < 60 || $0.minutes >= 13 * 60 } ?? false
  }

  /// The time that `digits` are where the day has 24 hours.
  private static func timeOfDay(_ digits: String) -> TimeOfDay? {
    guard let number = ASCII.number(digits), digits.count <= 4 else { return nil }
    let (hour, minute) = digits.count < 3 ? (number, 0) : (number / 100, number % 100)
    return hour == 24 && minute == 0 ? .endOfDay : TimeOfDay(hour: hour, minute: minute)
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
