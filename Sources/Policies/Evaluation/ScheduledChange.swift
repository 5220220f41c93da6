public import CivilTime

/// The state that a policy wants of a target becomes another one; or something is done, from `leave` to `runs`.
public struct ScheduledChange: Hashable, Sendable {
  /// The first instant of the new state.
  public var at: Instant
  /// Whose state.
  public var target: Name
  /// The state until then.
  public var from: TargetState
  /// The state from then on.
  public var to: TargetState
  /// What decides from then on.
  public var decidedBy: Verdict.Decider

  /// A change from its parts.
  public init(at: Instant, target: Name, from: TargetState, to: TargetState, decidedBy: Verdict.Decider) {
    self.at = at
    self.target = target
    self.from = from
    self.to = to
    self.decidedBy = decidedBy
  }
}

extension ScheduledChange {
  /// That an edge falls due.
  init(_ occurrence: Occurrence) {
    self.init(
      at: occurrence.at, target: occurrence.target, from: .leave, to: .runs, decidedBy: .edge(occurrence.edge))
  }

  /// Those of both, by time; at one instant the former first.
  static func merged(_ changes: [ScheduledChange], _ occurrences: [Occurrence]) -> [ScheduledChange] {
    if occurrences.isEmpty { return changes }
    return (changes + occurrences.map { ScheduledChange($0) }).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// The changes of `targets`, of which `timeline` tells what holds, after `start` and before `end`: by time, then in the
  /// order of `targets`.
  ///
  /// A change at `start` itself has come about already. Where only what decides becomes another nothing changes.
  static func all(
    of targets: [Name], after start: Instant, before end: Instant,
    timeline: (Name, Range<Instant>) -> [TimelineInterval]
  ) -> [ScheduledChange] {
    guard start < end else { return [] }
    return targets.flatMap { target in
      let intervals = timeline(target, start..<end)
      return zip(intervals, intervals.dropFirst()).compactMap { before, after in
        before.state == after.state
          ? nil
          : ScheduledChange(
            at: after.range.lowerBound, target: target, from: before.state, to: after.state,
            decidedBy: after.decidedBy)
      }
    }
    .enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}
