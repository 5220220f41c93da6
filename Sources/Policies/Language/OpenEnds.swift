import CivilTime

/// Finds `from 21:00` that ends at midnight although the night may have been meant.
enum OpenEnds {
  /// A warning for every open end at noon or later in `parts`, those of one `when`, unless one of them goes on at
  /// 00:00.
  static func warnings(in parts: [WhenSyntax], sources: [SentenceSource]) -> [[SentenceProblem]] {
    let goesOn = parts.contains { part in
      ranges(of: part).contains { $0.times.start == .midnight && !$0.isOpenEnded }
        || (part.clauses?.clauses ?? []).contains(where: \.times.isEmpty)
    }
    return zip(parts, sources).map { part, source in
      goesOn ? [] : ranges(of: part).compactMap { $0.isWholeDay ? nil : warning($0, source) }
    }
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

extension RangeSyntax {
  /// Whether one end is written, and that is midnight.
  fileprivate var isWholeDay: Bool { hasOneEnd && times.start == .midnight && times.end == .endOfDay }
}
