public import CivilTime

/// What an edit of a policy means: where the old and the new one want different things.
public struct PolicyComparison: Sendable {
  /// The time that was asked about.
  public let range: Range<Instant>
  /// The time that was looked at: some more, so that stretches show whole, and that a later difference is found.
  public let seen: Range<Instant>
  /// The targets whose states differ at some time of `range`, in the order of the new file; those that are gone come last.
  public let targets: [TargetDifference]
  /// What is defined otherwise: the policy's own keys, systems, targets, tests.
  public let definitions: [DefinitionChange]
  /// What is only seen later: for each target the first difference after `range`, within two years, that is not one of
  /// `targets` again.
  public let later: [LaterDifference]

  /// What differs about one target.
  public struct TargetDifference: Sendable {
    /// Which target.
    public var target: Name
    /// When and how, recurring differences as one; never empty in `targets`.
    public var differences: [RecurringDifference]
  }

  /// A difference after the time that was asked about.
  public struct LaterDifference: Sendable {
    /// Which target.
    public var target: Name
    /// When and how.
    public var difference: StateDifference
  }

  /// Whether the edit means nothing, as far as was looked.
  public var isEmpty: Bool { targets.isEmpty && definitions.isEmpty && later.isEmpty }

  private static let day: Int64 = 86_400
  /// Longer than a week, so that what recurs every week is seen whole.
  private static let daysBefore: Int64 = 8
  private static let daysAhead: Int64 = 731

  /// Compares two policies from `now` on for so many days of 24 hours.
  ///
  /// Each policy is judged in its own zone; clocks are read in the new one's. What only one of them has is left alone in the
  /// other; of that, what its `otherwise` wants is a matter of `definitions`.
  public init(old: Policy, new: Policy, now: Instant, days: Int) {
    range = now..<now + Int64(days) * Self.day
    seen = now + -Self.daysBefore * Self.day..<now + max(Self.daysAhead, Int64(days) + 8) * Self.day
    let groups = Self.groups(old, new, seen)
    targets = Self.targets(groups, range)
    later = Self.later(groups, asked: range, seen: seen)
    definitions = DefinitionChange.between(old, new)
  }

  private static func targets(_ groups: [TargetDifference], _ asked: Range<Instant>) -> [TargetDifference] {
    groups.compactMap { target in
      let shown = target.differences.compactMap { $0.within(asked) }
        .sorted { $0.ranges[0].lowerBound < $1.ranges[0].lowerBound }
      return shown.isEmpty ? nil : TargetDifference(target: target.target, differences: shown)
    }
  }

  private static func later(
    _ groups: [TargetDifference], asked: Range<Instant>, seen: Range<Instant>
  ) -> [LaterDifference] {
    // What begins so late, and has not ended, may be a recurrence that is cut off.
    let uncut = seen.lowerBound..<seen.upperBound + -daysBefore * day
    return groups.compactMap { target in
      let known = Set(target.differences.compactMap { $0.within(asked)?.kind })
      return target.differences.filter { !($0.kind.map(known.contains) ?? false) }
        .compactMap { $0.first(from: asked.upperBound) }
        .filter { $0.range.upperBound < seen.upperBound || uncut.contains($0.range.lowerBound) }
        .min { $0.range.lowerBound < $1.range.lowerBound }
        .map { LaterDifference(target: target.target, difference: $0) }
    }
  }

  private static func groups(
    _ old: Policy, _ new: Policy, _ seen: Range<Instant>
  ) -> [TargetDifference] {
    let before = Evaluator(old)
    let after = Evaluator(new)
    let names = FormerNames(old, new)
    let (known, atRest) = (Set(before.targets), (before: old.restingStates, after: new.restingStates))
    let states = after.targets.map { target in
      let former = names.former(of: target, among: known)
      let intervals = after.timeline(of: target, in: seen)
      let differences = StateDifference.between(
        former.map { before.timeline(of: $0, in: seen) } ?? TimelineInterval.leaving(seen), intervals)
      if former != nil { return (target, differences) }
      return (target, differences.filter { $0.after.state != atRest.after[target] }.map(\.withoutDeciderBefore))
    }
    let gone = names.gone(among: before.targets, beside: after.targets).map { target in
      let differences = StateDifference.between(
        before.timeline(of: target, in: seen), TimelineInterval.leaving(seen))
      return (target, differences.filter { $0.before.state != atRest.before[target] }.map(\.withoutDeciderAfter))
    }
    let (edgesBefore, edgesAfter) = (before.edges.targets, after.edges.targets)
    let knownActions = Set(edgesBefore)
    let actions = edgesAfter.map { target in
      let former = names.former(of: target, among: knownActions)
      let differences = StateDifference.between(
        before.edges.everyOccurrence(of: former.map { [$0] } ?? [], in: seen), of: old.edges,
        after.edges.everyOccurrence(of: [target], in: seen), of: new.edges)
      return (target, differences)
    }
    let goneActions = names.gone(among: edgesBefore, beside: edgesAfter).map { target in
      let differences = StateDifference.between(
        before.edges.everyOccurrence(of: [target], in: seen), of: old.edges, [], of: new.edges)
      return (target, differences)
    }
    // A name that is another sort of target now has what it did before and what it does from now on.
    var groups: [TargetDifference] = []
    var places: [Name: Int] = [:]
    for (target, differences) in states + actions + gone + goneActions {
      let grouped = RecurringDifference.grouped(differences, seen: seen, in: new.zone)
      if let place = places[target] {
        groups[place].differences += grouped
      } else {
        places[target] = groups.count
        groups.append(TargetDifference(target: target, differences: grouped))
      }
    }
    return groups
  }
}
