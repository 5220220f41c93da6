import CivilTime

/// Finds ends that are written alone and that somebody may take for one range: `from 07:00, until 21:00`, which together are
/// the whole day, and `sat from 21:00, until 07:00`, which is twice on Saturday and not the night that starts there.
enum OpenNights {
  /// A warning for each list of clauses of `part` with such a pair. Each proposes the one range.
  static func warnings(in part: WhenSyntax, source: SentenceSource) -> [SentenceProblem] {
    let areDaysExcepted = part.exceptions.contains { $0.clauses.allSatisfy { !$0.hasTimes } }
    let lists =
      [(clauses: part.clauses?.clauses ?? [], areDaysExcepted: areDaysExcepted)]
      + part.exceptions.map { (clauses: $0.clauses, areDaysExcepted: false) }
    return lists.compactMap { list in
      if let whole = wholeDay(list.clauses) { return warning(whole, in: list.clauses, source, .wholeDay) }
      return night(list.clauses, areDaysExcepted: list.areDaysExcepted)
        .flatMap { warning($0, in: list.clauses, source, .twoRanges) }
    }
  }

  private typealias Pair = (from: RangeSyntax, until: RangeSyntax)

  /// Ends on the same days that are the whole day together.
  private static func wholeDay(_ clauses: [ClauseSyntax]) -> Pair? {
    let ranges = clauses.flatMap { clause in clause.times.filter(\.hasOneEnd).map { (clause.days.map(\.kind), $0) } }
    var starts: [[DaySyntax.Kind]: RangeSyntax] = [:]
    for (days, range) in ranges where range.isOpenEnded {
      if starts[days].map({ range.times.start < $0.times.start }) ?? true { starts[days] = range }
    }
    for (days, range) in ranges where !range.isOpenEnded {
      if let start = starts[days], start.times.start < range.times.end { return (start, range) }
    }
    return nil
  }

  /// `sat from 21:00, until 07:00`. Of every day both are the same, as long as no days are excepted.
  private static func night(_ clauses: [ClauseSyntax], areDaysExcepted: Bool) -> Pair? {
    var last: (range: RangeSyntax, isOpen: Bool)?
    for clause in clauses {
      // Days of its own are not those of the clause before.
      if !clause.days.isEmpty { last = nil }
      let isOpen = areDaysExcepted || !clause.days.allSatisfy { $0.kind == .daily }
      for range in clause.times {
        if let last, last.isOpen, isOpen, last.range.isOpenEnded, range.isOpenStart,
          range.times.end <= last.range.times.start
        {
          return (last.range, range)
        }
        last = (range, isOpen)
      }
    }
    return nil
  }

  private static func warning(
    _ pair: Pair, in clauses: [ClauseSyntax], _ source: SentenceSource, _ meaning: OpenEndsMeaning
  ) -> SentenceProblem? {
    let (first, last) = pair.from.range.lowerBound < pair.until.range.lowerBound ? pair : (pair.until, pair.from)
    let whole = first.range.lowerBound..<last.range.upperBound
    let gap = first.range.upperBound..<last.range.lowerBound
    // What is between the two is no part of either.
    let areNeighbours = !clauses.contains { clause in
      (clause.times.map(\.range) + [clause.range]).contains {
        gap.lowerBound < $0.lowerBound && $0.upperBound < gap.upperBound
      }
    }
    let both = ClockTime.text(pair.from.times.start) + "–" + ClockTime.text(pair.until.times.end)
    return SentenceProblem(
      range: whole,
      message: .openEnds(
        source[pair.from.range], source[pair.until.range], meaning, range: both,
        proposals: areNeighbours ? [source.replacing(whole, with: both)] : []))
  }
}

/// What two ends that are written alone are together.
enum OpenEndsMeaning {
  /// Each begins where the other one ends, or before.
  case wholeDay
  /// The evening and the morning of the same day.
  case twoRanges
}

extension WhenSyntax {
  /// Whether an end is written alone, be it excepted or not: most often none is.
  var hasOneEnd: Bool {
    let has = { (clause: ClauseSyntax) in clause.times.contains(where: \.hasOneEnd) }
    return clauses?.clauses.contains(where: has) == true || exceptions.contains { $0.clauses.contains(where: has) }
  }
}

extension RangeSyntax {
  /// Whether it is `until T`.
  var isOpenStart: Bool { hasOneEnd && !isOpenEnded }
}
