/// The heart of the language's grammar, as a recogniser that counts readings: days before times, and no word that could be
/// left out. It shares nothing with the parser: it works on finished words, tries everything, and knows no hints.
struct Grammar {
  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// In how many ways the words are a statement.
  static func readings(ofStatement words: [String]) -> Int {
    let grammar = Grammar(words)
    return grammar.statement(0)[words.count] ?? 0
  }

  /// How many readings end where.
  private typealias Ends = [Int: Int]
  private typealias Rule = (Int) -> Ends

  // MARK: - Combinators

  private func word(_ choices: String...) -> Rule {
    { $0 < words.count && choices.contains(words[$0]) ? [$0 + 1: 1] : [:] }
  }

  private func seq(_ rules: Rule...) -> Rule {
    { start in
      rules.reduce([start: 1]) { ends, rule in
        ends.reduce(into: [:]) { result, end in
          for (next, count) in rule(end.key) { result[next, default: 0] += count * end.value }
        }
      }
    }
  }

  private func alt(_ rules: Rule...) -> Rule {
    { start in rules.reduce(into: [:]) { ends, rule in ends.merge(rule(start), uniquingKeysWith: +) } }
  }

  private func optional(_ rule: @escaping Rule) -> Rule { alt({ [$0: 1] }, rule) }

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
    { start in
      var all: Ends = [:]
      var ends = rule(start)
      while !ends.isEmpty {
        all.merge(ends, uniquingKeysWith: +)
        ends = ends.reduce(into: [:]) { result, end in
          for (next, count) in seq(separator, rule)(end.key) { result[next, default: 0] += count * end.value }
        }
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
    return ends.filter { words[start] <= words[$0.key - 1] }
  }

  /// Times of day and schedules of such, which may be joined here: neither has days.
  private func onlyTimes(_ start: Int) -> Ends { list(alt(times, word("bed")), word("and"))(start) }

  private func times(_ start: Int) -> Ends { list(range, word(","))(start) }

  private func range(_ start: Int) -> Ends {
    let time = word("21:00", "07:00")
    let between = seq(optional(word("from")), time, word("-", "to", "until"), time)
    return alt(
      { between($0).filter { words[$0.key - 3] != words[$0.key - 1] } }, seq(word("from", "until"), time),
      seq(word("all"), word("day")))(start)
  }
}
