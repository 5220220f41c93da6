/// Words that may be meant of one day, or of those behind it as well: `first mon and fri`, `odd weeks mon and fri`,
/// `eves of holidays and birthdays`.
extension TokenCursor {
  /// Refuses such words in lists of days, and where `and` joins days without times of their own.
  func refuseSharedWords(in clauses: [ClauseSyntax]) throws(SentenceProblem) {
    var rest = clauses[...]
    while let first = rest.first {
      var stretch = [first]
      rest = rest.dropFirst()
      while let next = rest.first, stretch.last?.hasTimes == false, !next.days.isEmpty, !next.hasDaysBehind {
        stretch.append(next)
        rest = rest.dropFirst()
      }
      try refuseSharedWord(among: stretch)
    }
  }

  private func refuseSharedWord(among clauses: [ClauseSyntax]) throws(SentenceProblem) {
    let days = clauses.flatMap(\.days)
    guard let start = clauses.first?.range.lowerBound, let end = clauses.last?.range.upperBound,
      let (day, next) = zip(days, days.dropFirst()).first(where: { isLed($1, by: $0) }), let lead = lead(of: day)
    else { return }
    let times = clauses.compactMap(\.timesRange).first.map { sentence[$0] }
    let readings = [together(days), apart(days)].map { written($0, times) }
    throw problem(
      .sharedWord(
        lead, sentence[next.range], proposals: readings.map { sentence.replacing(start..<end, with: $0) }),
      at: day.range.lowerBound..<next.range.upperBound)
  }

  /// What comes before a day of the week, or before a name; nil where nothing does that could be meant of others.
  private func lead(of day: DaySyntax) -> String? {
    switch day.kind {
    case .ordinal(let ordinal):
      endsWithDay(day) ? ordinal.ordinals.map(\.rawValue).joined(separator: " and ") : nil
    case .parity(let parity): endsWithDay(day) ? (parity.isOdd ? "odd weeks" : "even weeks") : nil
    case .eves: "eves of"
    case .daily, .weekdays, .dates, .yearly, .cycle, .schedule: nil
    }
  }

  /// Not so `first fri of the month`, and `odd weeks` alone.
  private func endsWithDay(_ day: DaySyntax) -> Bool {
    let last = sentence[day.range].split(whereSeparator: { $0 == " " || $0 == "," }).last ?? ""
    return !["month", "week", "weeks"].contains(ASCII.lowercased(String(last)))
  }

  private func isLed(_ day: DaySyntax, by leader: DaySyntax) -> Bool {
    guard lead(of: leader) != nil else { return false }
    let word = ASCII.lowercased(sentence[day.range])
    switch (leader.kind, day.kind) {
    case (.ordinal, .weekdays): return Vocabulary.weekday(word) != nil
    case (.parity, .weekdays): return !word.hasPrefix("every")
    case (.eves(let name), .schedule(let other)): return name.name != other.name
    default: return false
    }
  }

  /// `10:00–12:00 in odd weeks, fri`
  func refuseParityBehind(_ clause: ClauseSyntax) throws(SentenceProblem) {
    guard clause.days.count > 1, let parity = clause.days.first(where: \.isOfParity) else { return }
    let times = clause.timesRange.map { sentence[$0] }
    let readings = [apart(clause.days), [(clause.days.map { sentence[$0.range] }.joined(separator: " "), true)]]
    throw problem(
      .parityInList(
        sentence[parity.range],
        proposals: readings.map { sentence.replacing(clause.range, with: written($0, times)) }), at: parity.range)
  }

  /// All of these days with the same times, so that no word before one of them is meant of another.
  func eachAlone(_ days: [DaySyntax], _ times: String) -> String {
    let isLed = zip(days, days.dropFirst()).contains { self.isLed($1, by: $0) }
    return written(isLed ? apart(days) : days.map { (sentence[$0.range], $0.isOfParity) }, times)
  }

  // MARK: - What may be meant

  /// Days that a list may hold; those of odd or even weeks stand alone.
  private typealias Part = (text: String, isAlone: Bool)

  private func together(_ days: [DaySyntax]) -> [Part] {
    var parts: [Part] = []
    var leader: DaySyntax?
    for day in days {
      let text = sentence[day.range]
      guard let leading = leader, isLed(day, by: leading), let lead = lead(of: leading) else {
        leader = day
        parts.append((text, day.isOfParity))
        continue
      }
      if leading.isOfParity {
        parts[parts.count - 1].text += ", " + text
      } else {
        parts.append(("\(lead) \(text)", false))
      }
    }
    return parts
  }

  /// The others before those that are led.
  private func apart(_ days: [DaySyntax]) -> [Part] {
    (days.filter { lead(of: $0) == nil } + days.filter { lead(of: $0) != nil })
      .map { (sentence[$0.range], $0.isOfParity) }
  }

  private func written(_ parts: [Part], _ times: String?) -> String {
    let list = parts.filter { !$0.isAlone }.map(\.text).joined(separator: ", ")
    let clauses = (list.isEmpty ? [] : [list]) + parts.filter(\.isAlone).map(\.text)
    return clauses.map { clause in times.map { "\(clause) \($0)" } ?? clause }.joined(separator: " and ")
  }
}

extension DaySyntax {
  /// Whether these are days of odd or even weeks.
  var isOfParity: Bool { if case .parity = kind { true } else { false } }
}
