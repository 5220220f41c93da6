/// The heart of the language's grammar, as a recogniser that counts readings: days before times, and no word that could be
/// left out. It shares nothing with the parser: it works on finished words, tries everything, and knows no hints.
struct Grammar {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// In how many ways the words are a statement.
  static func readings(ofStatement words: [String]) -> Int {
    let ends = Grammar(words).statement(0)
    return ends.isEmpty ? 0 : ends[words.count]
  }

  /// How many readings end at each place; may be empty where none does. An array, as a hundred thousand sentences are read.
  private typealias Ends = [Int]
  private typealias Rule = (Int) -> Ends

  // MARK: - Combinators

  private func one(at place: Int) -> Ends {
    var ends = Array(repeating: 0, count: words.count + 1)
    ends[place] = 1
    return ends
  }

  private static func add(_ more: Ends, times: Int = 1, to ends: inout Ends) {
    if ends.isEmpty { ends = Array(repeating: 0, count: more.count) }
    let count = more.count
    var place = 0
    while place < count {
      ends[place] += more[place] * times
      place += 1
    }
  }

  /// Where `rule` ends that begins where these end.
  private static func following(_ ends: Ends, _ rule: Rule) -> Ends {
    var result: Ends = []
    let count = ends.count
    var place = 0
    while place < count {
      if ends[place] > 0 { add(rule(place), times: ends[place], to: &result) }
      place += 1
    }
    return result
  }

  private func word(_ choices: String...) -> Rule {
    { $0 < words.count && choices.contains(words[$0]) ? one(at: $0 + 1) : [] }
  }

  private func seq(_ rules: Rule...) -> Rule {
    { start in
      var ends = rules[0](start)
      for rule in rules.dropFirst() where !ends.isEmpty { ends = Self.following(ends, rule) }
      return ends
    }
  }

  private func alt(_ rules: Rule...) -> Rule {
    { start in
      var ends: Ends = []
      for rule in rules { Self.add(rule(start), to: &ends) }
      return ends
    }
  }

  private func optional(_ rule: @escaping Rule) -> Rule { alt(one, rule) }

  /// `rule`, tried once at each place: many alternatives begin alike, and every short sentence is tried.
  private func once(_ rule: @escaping Rule) -> Rule {
    var known: [Int: Ends] = [:]
    return { start in
      if let ends = known[start] { return ends }
      let ends = rule(start)
      known[start] = ends
      return ends
    }
  }

  private func list(_ rule: @escaping Rule, _ separator: @escaping Rule) -> Rule {
    let next = seq(separator, rule)
    return { start in
      var all: Ends = []
      var ends = rule(start)
      while !ends.isEmpty {
        Self.add(ends, to: &all)
        ends = Self.following(ends, next)
      }
      return all
    }
  }

  // MARK: - Rules

  private func statement(_ start: Int) -> Ends {
    let and = alt(word(","), word("and"), seq(word(","), word("and")))
    let names = once(list(word("kids", "guests", "hols", "bed"), and))
    let (onlyTimes, when) = (once(onlyTimes), once(when))
    return alt(
      seq(names, word("on"), word("only"), onlyTimes), seq(names, word("only"), word("on"), onlyTimes),
      seq(names, word("on"), onlyTimes, word("only")), seq(names, word("allowed"), word("only"), onlyTimes),
      seq(names, word("only"), word("allowed"), onlyTimes),
      seq(word("allow"), names, word("only"), onlyTimes), seq(word("allow"), names, onlyTimes, word("only")),
      seq(names, word("on", "off", "paused", "active"), optional(when)),
      seq(word("pause", "resume", "block", "allow"), names, optional(when)))(start)
  }

  private func when(_ start: Int) -> Ends {
    let clauses = once(clauses)
    let except = seq(word("except"), clauses)
    return alt(clauses, seq(optional(clauses), list(except, word("and"))))(start)
  }

  /// Clauses joined by `and` are all of one kind.
  private func clauses(_ start: Int) -> Ends {
    let (days, times) = (once(days), once(times))
    let whole = alt(seq(days, times), word("bed"))
    return alt(list(days, word("and")), list(times, word("and")), list(whole, word("and")))(start)
  }

  private func days(_ start: Int) -> Ends { seq(optional(word("on", "at")), list(day, word(",")))(start) }

  private func day(_ start: Int) -> Ends {
    let weekday = word("mon", "fri")
    let yearly = alt(seq(word("dec"), word("24")), seq(word("24"), word("dec")))
    return alt(
      word("daily", "weekdays", "hols"), seq(word("every"), alt(word("day"), weekday)),
      seq(weekday, optional(seq(word("-", "to"), weekday))), word("2026-12-24", "2026-12-26"), dates,
      seq(yearly, optional(seq(word("..", "to"), yearly))), seq(word("eves"), word("of"), word("hols")))(start)
  }

  /// Two dates, the first not after the second.
  private func dates(_ start: Int) -> Ends {
    let date = word("2026-12-24", "2026-12-26")
    let ends = seq(date, word("..", "to"), date)(start)
    return ends.isEmpty || words[start] <= words[start + 2] ? ends : []
  }

  /// Times of day and schedules of such, which may be joined here: neither has days.
  private func onlyTimes(_ start: Int) -> Ends { list(alt(times, word("bed")), word("and"))(start) }

  private func times(_ start: Int) -> Ends { list(range, word(","))(start) }

  private func range(_ start: Int) -> Ends {
    let time = word("21:00", "07:00")
    let between = seq(time, word("-", "to", "until"), time)
    let unequal = { start in
      let ends = between(start)
      return ends.isEmpty || words[start] != words[start + 2] ? ends : []
    }
    return alt(
      seq(optional(word("from")), unequal), seq(word("from", "until"), time), seq(word("all"), word("day")))(start)
  }
}
