import CivilTime

extension TokenCursor {
  /// Whether the cursor is before a day, or what was meant as one.
  var startsDay: Bool {
    switch kind {
    case .date, .name, .ordinal: true
    case .number: startsYearlyInFigures
    case .word("from"): startsFromDate
    case .word(let word): Vocabulary.startsDay(word)
    case .schedule, .time, .loose, .comma, .dash, .dots, .end: false
    }
  }

  /// `day { "," day }`
  mutating func readDays() throws(SentenceProblem) -> [DaySyntax] {
    var days = [try readDay()]
    while kind == .comma {
      let comma = token
      var next = self
      next.advance()
      if next.startsException { break }
      _ = next.readFiller()
      guard next.startsDay else {
        if next.startsSchedule { throw next.problem(.timesAsDay(next.found ?? "")) }
        throw next.startsTime
          ? problem(
            .commaBeforeTimes(
              proposals: [" ", " all day and daily "].map { sentence.replacing(comma.range, with: $0) }))
          : next.problem(.expectedDay(next.found, after: ","))
      }
      self = next
      days.append(try readDay())
    }
    try refuseParityInList(days)
    return days
  }

  /// One day, or a range of them.
  mutating func readDay() throws(SentenceProblem) -> DaySyntax {
    let start = token.range.lowerBound
    let isNight = word == "nightly" || (word == "every" && word(at: 1) == "night")
    let kind = try readDayKind()
    return DaySyntax(kind: kind, range: range(from: start), isNight: isNight)
  }

  private mutating func readDayKind() throws(SentenceProblem) -> DaySyntax.Kind {
    switch kind {
    case .date(let date): return .dates(try readDates(from: date))
    case .number, .ordinal: return try readYearly()
    case .name(let name):
      defer { advance() }
      return .schedule(NameSyntax(name: name, range: token.range))
    case .word("from"): return try readFromDate()
    case .word("daily"), .word("nightly"):
      advance()
      return .daily
    case .word("every"): return try readEvery()
    case .word("eves"): return try readEves()
    case .word("odd"), .word("even"): return try readParity()
    case .word("weekdays"), .word("weekday"):
      advance()
      return .weekdays(.weekdays)
    case .word("weekends"), .word("weekend"):
      advance()
      return .weekdays(.weekends)
    case .word(let word):
      if let day = Vocabulary.weekday(word) { return .weekdays(try readWeekdays(from: day)) }
      if OrdinalWeekday.Ordinal(rawValue: word) != nil { return .ordinal(try readOrdinalWeekday()) }
      return try readYearly()
    case .schedule, .time, .loose, .comma, .dash, .dots, .end:
      throw problem(.expectedDay(found, after: nil))
    }
  }

  /// `"every" ("day" | "night" | "weekday" | "weekend" | weekday)`, or a cycle.
  private mutating func readEvery() throws(SentenceProblem) -> DaySyntax.Kind {
    if let cycle = try readCycle() { return .cycle(cycle) }
    let every = token.range
    advance()
    guard case .word(let word) = kind else { throw problem(.expectedDay(found, after: "every")) }
    let both = every.lowerBound..<token.range.upperBound
    switch word {
    case "day", "night":
      advance()
      return .daily
    case "weekday":
      advance()
      return .weekdays(.weekdays)
    case "weekend":
      advance()
      return .weekdays(.weekends)
    default: break
    }
    guard let day = Vocabulary.weekday(word) else {
      let isPlural = word == "weekdays" || word == "weekends"
      throw problem(
        .everyBefore(word, proposals: isPlural ? [sentence.replacing(both, with: word)] : []), at: both)
    }
    advance()
    if isDashOrTo, case .word(let last) = peek(1).kind, Vocabulary.weekday(last) != nil {
      throw problem(
        .everyBefore("\(word)-\(last)", proposals: [sentence.replacing(every, with: "")]), at: every)
    }
    return .weekdays([day])
  }

  /// `"eves" "of" schedule-of-days`
  private mutating func readEves() throws(SentenceProblem) -> DaySyntax.Kind {
    advance()
    guard skip("of") else { throw problem(.evesWithoutOf(found)) }
    switch kind {
    case .name(let name), .schedule(let name):
      defer { advance() }
      return .eves(of: NameSyntax(name: name, range: token.range))
    case .word, .number, .ordinal, .time, .loose, .date, .comma, .dash, .dots, .end: throw problem(.evesOf(found))
    }
  }

  /// `weekday [("-" | "to") weekday]`
  mutating func readWeekdays(from first: Weekday) throws(SentenceProblem) -> WeekdaySet {
    let start = token
    advance()
    let isJoined = isDashOrTo || kind == .dots || kind == .word("until") || kind == .word("till") || word == "through"
    guard isJoined, case .word(let word) = peek(1).kind, let last = Vocabulary.weekday(word) else {
      if isDashOrTo {
        advance()
        throw problem(.expectedDay(found, after: sentence[start.range] + "-"))
      }
      return [first]
    }
    let whole = start.range.lowerBound..<peek(1).range.upperBound
    guard kind != .word("until"), kind != .word("till") else {
      let readings = DoubtfulEnds.readings(from: first, through: last, leavingOut: .last)
      throw problem(
        .datesUntil(
          sentence[whole], areWeekdays: true, proposals: readings.map { sentence.replacing(whole, with: $0) }),
        at: whole)
    }
    guard isDashOrTo else {
      let proposed = sentence[start.range] + "-" + sentence[peek(1).range]
      throw problem(.weekdayRange(sentence[whole], proposals: [sentence.replacing(whole, with: proposed)]), at: whole)
    }
    advance(2)
    return Weekday.run(from: first, through: last)
  }

  /// Whether a dash or `to` is here.
  var isDashOrTo: Bool { kind == .dash || kind == .word("to") }
}

extension Weekday {
  /// The days from `first` through `last`, over the end of the week where `last` comes before `first`.
  static func run(from first: Weekday, through last: Weekday) -> WeekdaySet {
    let length = (last.rawValue - first.rawValue + 7) % 7
    return WeekdaySet((0...length).map(first.adding))
  }
}

extension WeekdaySet {
  /// Monday to Friday.
  static let weekdays: WeekdaySet = [.monday, .tuesday, .wednesday, .thursday, .friday]
  /// Saturday and Sunday.
  static let weekends: WeekdaySet = [.saturday, .sunday]
  /// The whole week.
  static let all = WeekdaySet(Weekday.allCases)
}
