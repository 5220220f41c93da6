/// What the conditions ask of times that were derived.
extension Derivation {
  /// The ends of a range as they are written.
  var ends: (start: TerminalSpelling.Time?, end: TerminalSpelling.Time?) {
    let times = own("TIME").map { leaf in TerminalSpelling.times.first { $0.text == leaf.text } }
    if times.count == 2 { return (times[0], times[1]) }
    guard let only = times.first else { return (nil, nil) }
    return has("from") || has("after") ? (only, nil) : (nil, only)
  }

  /// From when to when: `midnight` and the end that is left out are 00:00 as a start and 24:00 as an end. Nil for `all day`.
  var minutes: (start: Int, end: Int)? {
    guard ends.start != nil || ends.end != nil else { return nil }
    let end = ends.end.map { $0.text == "midnight" ? 1440 : $0.minutes } ?? 1440
    return (ends.start?.minutes ?? 0, end)
  }

  /// Each end with the other one.
  var pairs: [(TerminalSpelling.Time, TerminalSpelling.Time?)] {
    let (start, end) = ends
    return [(start, end), (end, start)].compactMap { one, other in one.map { ($0, other) } }
  }

  /// Whether times go on after midnight, and do not end there.
  var isNight: Bool {
    all("SCHEDULE-OF-TIMES-OF-DAY").contains { $0.text == "bed" }
      || all("range").contains { range in range.minutes.map { 0 < $0.end && $0.end < $0.start } ?? false }
  }

  // MARK: - Clauses

  /// Times and the days behind them.
  var clausesBehind: [(hour: Derivation, behind: Derivation)] {
    all("back").flatMap { back in Array(zip(back.own("hour"), back.own("behind"))) }
  }

  /// Whether a schedule of times of every day is a clause by itself.
  var hasScheduleAlone: Bool { all("SCHEDULE-WITH-TIMES").contains { ["bed", "lunch"].contains($0.text) } }

  /// Whether a start that is written alone ends a clause, and an end that is begins the next one, of the same days: together
  /// they are always.
  var isWholeDayInTwo: Bool {
    zip(clausesOfTimes, clausesOfTimes.dropFirst()).contains { clause, next in
      guard clause.days == next.days, let from = clause.times.all("range").last,
        let until = next.times.all("range").first, let start = from.ends.start, from.ends.end == nil,
        until.ends.start == nil, until.ends.end != nil, let end = until.minutes?.end
      else { return false }
      return start.minutes < end
    }
  }

  /// The times of each clause with its days, in one spelling.
  private var clausesOfTimes: [(times: Derivation, days: [String])] {
    var clauses: [(times: Derivation, days: [String])] = own("times").map { ($0, []) }
    if label == "only" { clauses += own("hours").map { ($0, []) } }
    for part in all("front") {
      var days: [Derivation] = []
      for piece in part.parts where piece.text == nil || piece.label == "SCHEDULE-WITH-TIMES" {
        if piece.label == "hours" || piece.label == "SCHEDULE-WITH-TIMES" {
          clauses.append((piece, Derivation(label: "days", parts: days).daysAlike))
          days = []
        } else {
          days.append(piece)
        }
      }
    }
    return clauses + clausesBehind.map { ($0.hour, $0.behind.daysAlike) }
  }

  /// Whether a head says `on`, in whichever words.
  var turnsOn: Bool {
    let words = ["on", "allowed", "enabled", "allow", "unblock", "enable"]
    return parts.contains { part in part.text.map { words.contains($0) } ?? false }
  }
}
