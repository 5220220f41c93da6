public import CivilTime

/// That a guarded target is freer than it was: at some instant it leaves people more than it would have.
public struct Loosening: Hashable, Sendable {
  /// The guarded target.
  public var target: Name
  /// The first instant at which it is freer.
  public var at: Instant
  /// How it would have stood then.
  public var before: Standing
  /// Its state then.
  public var after: Standing

  /// A loosening from its parts.
  public init(target: Name, at: Instant, before: Standing, after: Standing) {
    self.target = target
    self.at = at
    self.before = before
    self.after = after
  }
}

extension Loosening {
  /// What is loosened where `after` takes the place of `before`: for each target that `before` guards the first instant,
  /// not before `start` and before `Evaluator.horizon`, at which it is freer. In the order of `before`.
  ///
  /// The two may be of one policy or of two; a target that `after` does not have is left alone there. Whether it still
  /// has the same objects is for others to say. No instant is missed, and none guessed: what is left out are weeks that
  /// are equal to ones that were looked at.
  public static func between(_ before: Overlay, _ after: Overlay, from start: Instant) -> [Loosening] {
    let words = SameWords(before.policy, after.policy, about: before.policy.guardedTargets.map(\.name))
    return before.policy.guardedTargets.compactMap { between(before, after, of: $0.name, words, from: start) }
  }

  /// The same for `target` alone; nil where it is never freer.
  public static func between(
    _ before: Overlay, _ after: Overlay, of target: Name, from start: Instant
  ) -> Loosening? {
    between(before, after, of: target, SameWords(before.policy, after.policy, about: [target]), from: start)
  }

  /// The same where `words` are known, which ask for `target` too: of two versions several targets are looked at.
  public static func between(
    _ before: Overlay, _ after: Overlay, of target: Name, _ words: SameWords, from start: Instant
  ) -> Loosening? {
    first(
      of: target, TargetStandings(of: target, in: before), TargetStandings(of: target, in: after), words, from: start)
  }

  private static func first(
    of target: Name, _ before: TargetStandings, _ after: TargetStandings, _ words: SameWords,
    from start: Instant
  ) -> Loosening? {
    guard start < Evaluator.horizon else { return nil }
    let edges = Set(before.edges + after.edges).filter { start < $0 && $0 < Evaluator.horizon }.sorted()
    // Between two edges the same overrides decide throughout, so that weeks differ by what the policies say alone.
    let cuts = [start] + edges + [Evaluator.horizon]
    let isScheduleAlike = before.names == after.names && words.about(before.names)
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      if isScheduleAlike, before.overriding(at: start) == after.overriding(at: start) { continue }
      let ranges = SearchRanges(from: start, to: end) { far in
        WeekCalendar(
          far, zones: [before.zone, after.zone],
          unevenDays: before.unevenDays(from: far.lowerBound) + after.unevenDays(from: far.lowerBound))
      }
      for range in ranges {
        let overlaps = before.intervals(in: range).overlaps(with: after.intervals(in: range))
        let looser = overlaps.first { $0.left.standing.freedom < $0.right.standing.freedom }
        if let looser {
          return Loosening(
            target: target, at: looser.range.lowerBound, before: looser.left.standing, after: looser.right.standing)
        }
      }
    }
    return nil
  }
}
