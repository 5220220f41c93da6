/// The sentences that clauses of different kinds could mean.
///
/// ```text
/// sat 10:00–12:00 and 14:00–16:00   shared: sat 10:00–12:00, 14:00–16:00   apart: sat 10:00–12:00 and daily 14:00–16:00
/// mon and tue 21:00–07:00           shared: mon, tue 21:00–07:00           apart: mon all day and tue 21:00–07:00
/// mon 21:00–07:00 and sat           shared: mon, sat 21:00–07:00           apart: mon 21:00–07:00 and sat all day
/// ```
enum MixedClauses {
  /// A clause as it was written.
  struct Clause: Hashable {
    var days: String?
    var times: String?
    /// Whether its days are those of odd or even weeks, to whose list no others can be joined.
    var isOfParity = false
    /// Whether they end with a day whose first word would be taken for one of what follows: `first fri`, `eves of holidays`.
    var isLed = false
    /// Whether it is a named schedule with times, which shares nothing with its neighbours.
    var isSchedule: Bool

    var text: String { [days, times].compactMap(\.self).joined(separator: " ") }

    /// `clause` as `sentence` writes it.
    init(_ clause: ClauseSyntax, in sentence: SentenceSource) {
      self.init(
        days: clause.daysRange.map { sentence[$0] }, times: clause.timesRange.map { sentence[$0] },
        isSchedule: clause.named != nil)
      isOfParity = clause.days.contains(where: \.isOfParity)
      isLed = clause.days.last?.isLed == true
    }

    init(days: String?, times: String?, isSchedule: Bool) {
      (self.days, self.times, self.isSchedule) = (days, times, isSchedule)
    }
  }

  /// The one where neighbours share days and times, if there is one, then the one where each stands for itself.
  static func readings(of clauses: [Clause]) -> [String] {
    let shared = shared(clauses).map { $0.map(\.text).joined(separator: " and ") }
    let apart = clauses.map(apart).joined(separator: " and ")
    return [shared, apart].compactMap(\.self)
  }

  private static func apart(_ clause: Clause) -> String {
    if clause.isSchedule { return clause.text }
    return (clause.days ?? "daily") + " " + (clause.times ?? "all day")
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
    while merged.count > 1, let last = merged.last, last.times == nil, !last.isSchedule {
      merged.removeLast()
      guard let days = last.days, let before = merged.last, !before.isSchedule,
        before.days == nil || !(before.isOfParity || last.isOfParity)
      else { return nil }
      merged[merged.count - 1].days = joined(before.days, days, isTurned: before.isLed)
    }
    return merged.allSatisfy { $0.isSchedule || ($0.days != nil && $0.times != nil) } ? merged : nil
  }

  /// One clause for two neighbours of which one lacks what the other has; nil where each has both.
  private static func joined(_ left: Clause, _ right: Clause) -> Clause? {
    guard !left.isSchedule, !right.isSchedule,
      left.days == nil || right.days == nil || !(left.isOfParity || right.isOfParity)
    else { return nil }
    let daysAfterWhole = left.days != nil && left.times != nil && right.times == nil
    guard left.days == nil || left.times == nil || right.days == nil, !daysAfterWhole else { return nil }
    var both = Clause(
      days: joined(left.days, right.days, isTurned: left.isLed), times: joined(left.times, right.times),
      isSchedule: false)
    both.isOfParity = left.isOfParity || right.isOfParity
    both.isLed = left.isLed || right.isLed
    return both
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
