import CivilTime

/// Finds `from 21:00` that ends at midnight although the night may have been meant.
enum OpenEnds {
  /// A warning for every open end at noon or later in `parts`, those of one `when`, unless something of them goes on at 00:00
  /// behind each of its days.
  static func warnings(in parts: [WhenSyntax], sources: [SentenceSource]) -> [[SentenceProblem]] {
    let clauses = parts.flatMap { $0.clauses?.clauses ?? [] }
    let mornings = clauses.filter(\.beginsAtMidnight).map(weekdays)
    // Of other days only an evaluation could tell.
    let known = mornings.reduce(WeekdaySet()) { all, days in all.union(days ?? .all) }
    return zip(parts, sources).map { part, source in
      (part.clauses?.clauses ?? []).flatMap { clause -> [SentenceProblem] in
        let ending = weekdays(of: clause) ?? (mornings.isEmpty ? .all : [])
        if ending.days.allSatisfy({ known.contains($0.adding(days: 1)) }) { return [] }
        return clause.times.compactMap { $0.isWholeDay ? nil : warning($0, source) }
      }
    }
  }

  /// The days of the week of `clause`; nil where they may be others.
  private static func weekdays(of clause: ClauseSyntax) -> WeekdaySet? {
    clause.named == nil ? HalfNights.weekdays(of: clause.days, isDaily: clause.days.isEmpty) : nil
  }

  /// A warning for every range in `part` with one end, at midnight, its exceptions included.
  static func wholeDays(in part: WhenSyntax, source: SentenceSource) -> [SentenceProblem] {
    (ranges(of: part) + part.exceptions.flatMap(\.clauses).flatMap(\.times)).filter(\.isWholeDay)
      .map { midnight($0, source) }
  }

  /// Whether `part` holds an open end at all: most often it does not.
  static func occur(in part: WhenSyntax) -> Bool {
    part.clauses.map(occur) ?? false || part.exceptions.contains(where: occur)
  }

  private static func occur(in list: ClausesSyntax) -> Bool {
    list.clauses.contains { $0.times.contains(where: \.hasOneEnd) }
  }

  /// `from midnight`, `until midnight`
  private static func midnight(_ range: RangeSyntax, _ source: SentenceSource) -> SentenceProblem {
    SentenceProblem(range: range.range, message: .midnightEnd(source[range.range], meaning: "the whole day"))
  }

  private static func ranges(of part: WhenSyntax) -> [RangeSyntax] { (part.clauses?.clauses ?? []).flatMap(\.times) }

  private static func warning(_ range: RangeSyntax, _ source: SentenceSource) -> SentenceProblem? {
    guard range.isOpenEnded, range.times.start >= .noon else { return nil }
    return SentenceProblem(
      range: range.range,
      message: .endsAtMidnight(source[range.range], proposal: ClockTime.text(range.times.start) + "–07:00"))
  }
}

extension ClauseSyntax {
  /// Whether something of it begins at 00:00, as far as its own times say.
  fileprivate var beginsAtMidnight: Bool {
    times.isEmpty || times.contains { $0.times.start == .midnight && !$0.isOpenEnded }
  }
}

extension RangeSyntax {
  /// Whether one end is written, and that is midnight.
  fileprivate var isWholeDay: Bool { hasOneEnd && times.start == .midnight && times.end == .endOfDay }
}
