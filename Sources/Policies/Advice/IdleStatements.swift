internal import CivilTime

/// Finds the statements that never decide about any of their targets, because they never hold or because later ones
/// cover them.
struct IdleStatements {
  /// A statement that never decides.
  struct Idle {
    /// The index in `Policy.statements`.
    var statement: Int
    /// The later statement that alone covers it, else all that do together, in the order of the file; empty where it
    /// never holds.
    var coveredBy: [Int]
    /// Whether it was looked at up to the last of its dates, because that lies more than two years ahead.
    var isDated: Bool
  }

  private let evaluator: Evaluator
  private let now: Instant
  /// Statements are looked at up to here at least.
  private let near: Instant
  /// For each statement how far it is looked at; nil for one that is not judged at all.
  private let ends: [Instant?]

  init(_ policy: Policy, _ evaluator: Evaluator, now: Instant) {
    self.evaluator = evaluator
    self.now = now
    let near = now + 731 * 86_400
    self.near = near
    let today = policy.zone.local(now).date
    var dates = NamedDates(policy.schedules)
    ends = zip(policy.statements, evaluator.statements).map { statement, resolved in
      // That its days are over is said where they are written.
      guard let days = resolved.startDays, days.upperBound >= today.dayNumber else { return nil }
      guard let last = dates.last(of: statement.when) else { return near }
      // The last window may end on the day after the last date.
      let end = policy.zone.instant(local: LocalDateTime(date: last.adding(days: 2), time: .midnight))
      return end > max(near, Evaluator.horizon) ? nil : max(near, end)
    }
  }

  /// The statements that never decide, in the order of the file.
  func find() -> [Idle] {
    let idle = undecided()
    var takers = [Int: Set<Int>]()
    for range in ranges(for: idle) {
      var span = evaluator.span(range)
      for statement in idle where isJudged(statement, in: range) {
        takers[statement, default: []].formUnion(deciders(insteadOf: statement, in: &span))
      }
    }
    let alone = covering(takers)
    return idle.map { statement in
      let coveredBy = alone[statement].map { [$0] } ?? takers[statement, default: []].sorted()
      return Idle(statement: statement, coveredBy: coveredBy, isDated: ends[statement] != near)
    }
  }

  private func isJudged(_ statement: Int, in range: Range<Instant>) -> Bool {
    ends[statement].map { $0 > range.lowerBound } ?? false
  }

  /// From now on as far as any of `statements` is looked at. One range ends where most of them do.
  private func ranges(for statements: some Sequence<Int>) -> [Range<Instant>] {
    guard let end = statements.compactMap({ ends[$0] }).max() else { return [] }
    return Array(GrowingRanges(from: now, to: near)) + (end > near ? Array(GrowingRanges(from: near, to: end)) : [])
  }
}

// MARK: - Who decides

extension IdleStatements {
  /// The statements that decide nothing as far as they are looked at. Most decide something within a week, so that the
  /// first, short ranges leave little for the long ones.
  private func undecided() -> [Int] {
    var pending = Set(ends.indices.filter { ends[$0] != nil })
    for range in ranges(for: pending) {
      let wanted = pending.filter { isJudged($0, in: range) }
      if wanted.isEmpty { continue }
      var span = evaluator.span(range)
      for naming in evaluator.naming {
        pending.subtract(deciders(among: wanted.intersection(naming), of: naming, in: &span))
      }
    }
    return pending.sorted()
  }

  /// Those of `wanted` that decide somewhere in the span about a target that `naming` are the statements about.
  private func deciders(among wanted: Set<Int>, of naming: [Int], in span: inout Span) -> [Int] {
    guard let lowest = wanted.min() else { return [] }
    var open = InstantSet(wanted.sorted().flatMap { held(by: $0, in: &span).ranges })
    var found: [Int] = []
    for statement in naming.reversed() {
      if open.isEmpty || statement < lowest { break }
      let taken = open.cut(span.activity(of: statement))
      if !taken.isEmpty, wanted.contains(statement) { found.append(statement) }
    }
    return found
  }

  /// Where in the span a statement holds.
  private func held(by statement: Int, in span: inout Span) -> InstantSet {
    var whole = InstantSet([span.range])
    return InstantSet(whole.cut(span.activity(of: statement)))
  }
}

// MARK: - Who covers

extension IdleStatements {
  /// The later statements that decide where the idle `statement` holds.
  private func deciders(insteadOf statement: Int, in span: inout Span) -> Set<Int> {
    let held = held(by: statement, in: &span)
    var found: Set<Int> = []
    for naming in evaluator.naming where naming.contains(statement) {
      var open = held
      for later in naming.reversed() {
        if open.isEmpty || later <= statement { break }
        if !open.cut(span.activity(of: later)).isEmpty { found.insert(later) }
      }
    }
    return found
  }

  /// For the idle statements the first of their `takers` that covers all of them, where there is one.
  private func covering(_ takers: [Int: Set<Int>]) -> [Int: Int] {
    var candidates = takers
    for naming in evaluator.naming {
      for statement in naming { candidates[statement]?.formIntersection(naming) }
    }
    for range in ranges(for: takers.keys) {
      var span = evaluator.span(range)
      for statement in takers.keys where isJudged(statement, in: range) {
        let held = held(by: statement, in: &span)
        candidates[statement] = candidates[statement]?.filter { candidate in
          var open = held
          _ = open.cut(span.activity(of: candidate))
          return open.isEmpty
        }
      }
    }
    return candidates.compactMapValues { $0.min() }
  }
}
