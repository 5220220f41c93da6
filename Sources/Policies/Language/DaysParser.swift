import CivilTime

extension TokenCursor {
  /// Whether the cursor stands before a day, or what was meant as one.
  var startsDay: Bool {
    switch kind {
    case .date, .name: true
    case .number: startsYearlyInFigures
    case .word(let word): Vocabulary.startsDay(word)
    case .time, .comma, .dash, .dots, .end: false
    }
  }

  /// `day { "," day }`
  mutating func readDays() throws(SentenceProblem) -> [DaySyntax] {
    var days = [try readDay()]
    while kind == .comma {
      let comma = token
      var next = self
      next.advance()
      if next.kind == .word("except") { break }
      guard next.startsDay else {
        throw next.startsTime
          ? problem(.commaBeforeTimes(proposal: sentence.replacing(comma.range, with: " ")))
          : next.problem(.expectedDay(next.found, after: ","))
      }
      self = next
      days.append(try readDay())
    }
    return days
  }

  private mutating func readDay() throws(SentenceProblem) -> DaySyntax {
    let start = token.range.lowerBound
    let kind = try readDayKind()
    return DaySyntax(kind: kind, range: range(from: start))
  }

  private mutating func readDayKind() throws(SentenceProblem) -> DaySyntax.Kind {
    switch kind {
    case .date(let date): return .dates(try readDates(from: date))
    case .number: return try readYearly()
    case .name(let name):
      defer { advance() }
      return .schedule(NameSyntax(name: name, range: token.range))
    case .word("daily"):
      advance()
      return .daily
    case .word("every"): return try readEvery()
    case .word("eves"): return try readEves()
    case .word("weekdays"), .word("weekday"):
      advance()
      return .weekdays([.monday, .tuesday, .wednesday, .thursday, .friday])
    case .word("weekends"), .word("weekend"):
      advance()
      return .weekdays([.saturday, .sunday])
    case .word(let word):
      if let day = Vocabulary.weekday(word) { return .weekdays(try readWeekdays(from: day)) }
      return try readYearly()
    case .time, .comma, .dash, .dots, .end:
      throw problem(.expectedDay(found, after: nil))
    }
  }

  /// `"every" ("day" | weekday)`
  private mutating func readEvery() throws(SentenceProblem) -> DaySyntax.Kind {
    let every = token.range
    advance()
    guard case .word(let word) = kind else { throw problem(.expectedDay(found, after: "every")) }
    let both = every.lowerBound..<token.range.upperBound
    if word == "day" {
      advance()
      return .daily
    }
    guard let day = Vocabulary.weekday(word) else {
      let plural = ["weekday": "weekdays", "weekdays": "weekdays", "weekend": "weekends", "weekends": "weekends"][word]
      throw problem(.everyBefore(word, proposal: plural), at: both)
    }
    advance()
    if isDashOrTo, case .word(let last) = peek(1).kind, Vocabulary.weekday(last) != nil {
      throw problem(.everyBefore("\(word)-\(last)", proposal: "\(word)-\(last)"), at: every)
    }
    return .weekdays([day])
  }

  /// `"eves" "of" schedule-of-days`
  private mutating func readEves() throws(SentenceProblem) -> DaySyntax.Kind {
    advance()
    guard skip("of") else { throw problem(.evesWithoutOf(found)) }
    guard case .name(let name) = kind else { throw problem(.evesOf(found)) }
    defer { advance() }
    return .eves(of: NameSyntax(name: name, range: token.range))
  }

  /// `weekday [("-" | "to") weekday]`
  private mutating func readWeekdays(from first: Weekday) throws(SentenceProblem) -> WeekdaySet {
    let start = token
    advance()
    let isJoined = isDashOrTo || kind == .dots || kind == .word("until")
    guard isJoined, case .word(let word) = peek(1).kind, let last = Vocabulary.weekday(word) else {
      if isDashOrTo {
        advance()
        throw problem(.expectedDay(found, after: sentence[start.range] + "-"))
      }
      return [first]
    }
    let whole = start.range.lowerBound..<peek(1).range.upperBound
    guard isDashOrTo else {
      throw problem(
        .weekdayRange(sentence[whole], proposal: sentence[start.range] + "-" + sentence[peek(1).range]), at: whole)
    }
    advance(2)
    return Weekday.run(from: first, through: last)
  }

  /// `date [(".." | "to") date]`
  private mutating func readDates(from first: CivilDate) throws(SentenceProblem) -> ClosedRange<CivilDate> {
    let start = token
    advance()
    if case .date(let last) = peek(1).kind, [.dots, .dash, .word("to"), .word("until")].contains(kind) {
      let whole = start.range.lowerBound..<peek(1).range.upperBound
      let proposal = sentence[start.range] + ".." + sentence[peek(1).range]
      guard kind == .dots || kind == .word("to") else {
        throw problem(.dateRange(sentence[whole], proposal: proposal), at: whole)
      }
      guard first <= last else {
        let turned = sentence[peek(1).range] + ".." + sentence[start.range]
        throw problem(.reversedDates(sentence[whole], proposal: turned), at: whole)
      }
      advance(2)
      return first...last
    }
    if kind == .dots || kind == .word("to") {
      advance()
      throw problem(.expectedDate(found, after: sentence[start.range]))
    }
    return first...first
  }

  /// Whether a dash or `to` stands here.
  private var isDashOrTo: Bool { kind == .dash || kind == .word("to") }
}

extension Weekday {
  /// The days from `first` through `last`, over the end of the week where `last` comes before `first`.
  static func run(from first: Weekday, through last: Weekday) -> WeekdaySet {
    let length = (last.rawValue - first.rawValue + 7) % 7
    return WeekdaySet((0...length).compactMap { Weekday(rawValue: (first.rawValue - 1 + $0) % 7 + 1) })
  }
}
