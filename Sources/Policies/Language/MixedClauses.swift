/// The sentences that clauses of different kinds could mean.
///
/// ```text
/// sat 10:00–12:00 and 14:00–16:00   shared: sat 10:00–12:00, 14:00–16:00   apart: sat 10:00–12:00 and daily 14:00–16:00
/// mon and tue 21:00–07:00           shared: mon, tue 21:00–07:00           apart: mon all day and tue 21:00–07:00
/// mon 21:00–07:00 and sat           shared: mon, sat 21:00–07:00           apart: mon 21:00–07:00 and sat all day
/// weekdays bedtime and weekends     shared: weekdays, weekends bedtime     apart: weekdays bedtime and weekends all day
/// ```
enum MixedClauses {
  /// A clause as it was written.
  struct Clause: Hashable {
    var days: String?
    /// Lists of times in figures, and names of schedules of times of day, which stand in no list.
    var times: [Times]
    /// Whether its days are those of odd or even weeks, to whose list no others can be joined.
    var isOfParity = false
    /// Whether they end with a day whose first word would be taken for one of what follows: `first fri`, `eves of holidays`.
    var isLed = false
    /// Whether it is a named schedule with days of its own, which shares nothing with its neighbours.
    var isSchedule = false

    struct Times: Hashable {
      var text: String
      var isName = false
    }

    var isNameAlone: Bool { days == nil && times.count == 1 && times[0].isName }

    /// With its days at each of the times that cannot be listed with the others.
    var text: String {
      if times.isEmpty { return days ?? "" }
      return times.map { [days, $0.text].compactMap(\.self).joined(separator: " ") }.joined(separator: " and ")
    }

    /// `clause` as `sentence` writes it; `isOfDay` says whether a schedule holds times of day and nothing else.
    init(_ clause: ClauseSyntax, in sentence: SentenceSource, isOfDay: (Name) -> Bool) {
      days = clause.daysRange.map { sentence[$0] }
      times = clause.timesRange.map { [Times(text: sentence[$0], isName: clause.named != nil)] } ?? []
      isSchedule = clause.days.isEmpty && clause.named.map { !isOfDay($0.name) } ?? false
      isOfParity = clause.days.contains(where: \.isOfParity)
      isLed = clause.days.last?.isLed == true
    }
  }

  /// The one where neighbours share days and times, if there is one, then the one where each stands for itself.
  static func readings(of clauses: [Clause]) -> [String] {
    // A schedule of times of day may be meant of every day.
    let withSchedules = clauses.map { clause in
      var clause = clause
      clause.isSchedule = clause.isSchedule || clause.isNameAlone
      return clause
    }
    // Beside one that has days it has to say so.
    let areNamesAlone = !clauses.contains { $0.days != nil && $0.times.contains(where: \.isName) }
    let apart = (areNamesAlone ? withSchedules : clauses).map(apart).joined(separator: " and ")
    let all = [clauses, withSchedules].map { shared($0).map { $0.map(\.text).joined(separator: " and ") } }
    return all.compactMap(\.self) + [apart]
  }

  private static func apart(_ clause: Clause) -> String {
    if clause.isSchedule { return clause.text }
    var alone = clause
    alone.days = clause.days ?? "daily"
    if clause.times.isEmpty { alone.times = [Clause.Times(text: "all day")] }
    return alone.text
  }

  private static func shared(_ clauses: [Clause]) -> [Clause]? {
    var merged: [Clause] = []
    for clause in clauses {
      if let last = merged.last, let both = joined(last, clause) {
        merged[merged.count - 1] = both
      } else {
        merged.append(clause)
      }
    }
    // Days at the end share the times before them.
    while merged.count > 1, let last = merged.last, last.times.isEmpty, !last.isSchedule {
      merged.removeLast()
      guard let days = last.days, let before = merged.last, !before.isSchedule,
        before.days == nil || !(before.isOfParity || last.isOfParity)
      else { return nil }
      merged[merged.count - 1].days = joined(before.days, days, isTurned: before.isLed)
    }
    return merged.allSatisfy { $0.isSchedule || ($0.days != nil && !$0.times.isEmpty) } ? merged : nil
  }

  /// One clause for two neighbours of which one lacks what the other has; nil where each has both.
  private static func joined(_ left: Clause, _ right: Clause) -> Clause? {
    guard !left.isSchedule, !right.isSchedule,
      left.days == nil || right.days == nil || !(left.isOfParity || right.isOfParity)
    else { return nil }
    let daysAfterWhole = left.days != nil && !left.times.isEmpty && right.times.isEmpty
    guard left.days == nil || left.times.isEmpty || right.days == nil, !daysAfterWhole else { return nil }
    var both = left
    both.days = joined(left.days, right.days, isTurned: left.isLed)
    both.times = joined(left.times, right.times)
    both.isOfParity = left.isOfParity || right.isOfParity
    both.isLed = left.isLed || right.isLed
    return both
  }

  private static func joined(_ left: [Clause.Times], _ right: [Clause.Times]) -> [Clause.Times] {
    guard let last = left.last, let first = right.first, !last.isName, !first.isName else { return left + right }
    return Array(left.dropLast()) + [Clause.Times(text: "\(last.text), \(first.text)")] + Array(right.dropFirst())
  }

  private static func joined(_ left: String?, _ right: String?, isTurned: Bool = false) -> String? {
    let both = (isTurned ? [right, left] : [left, right]).compactMap(\.self)
    return both.isEmpty ? nil : both.joined(separator: ", ")
  }
}

extension DaySyntax {
  /// Whether it is `first fri` or `eves of holidays`.
  fileprivate var isLed: Bool {
    switch kind {
    case .ordinal, .eves: true
    case .daily, .weekdays, .dates, .yearly, .cycle, .parity, .schedule: false
    }
  }
}
