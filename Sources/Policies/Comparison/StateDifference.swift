public import CivilTime

/// A stretch of time in which two policies want different states of one target.
public struct StateDifference: Hashable, Sendable {
  /// Half-open. Throughout, each policy wants the same state.
  public var range: Range<Instant>
  /// What the old policy says.
  public var before: Side
  /// What the new policy says.
  public var after: Side

  /// What one policy says about the stretch.
  public struct Side: Hashable, Sendable {
    /// The wanted state, throughout.
    public var state: TargetState
    /// What decides in the course of the stretch, each once, in the order of time.
    public var decidedBy: [Verdict.Decider]
    /// For how many seconds after that time it may still be done; nil for what is not done at a time.
    public var graceSeconds: Int?

    /// A state and what decides it.
    public init(state: TargetState, decidedBy: [Verdict.Decider]) {
      self.state = state
      self.decidedBy = decidedBy
    }
  }

  /// A stretch from its parts.
  public init(range: Range<Instant>, before: Side, after: Side) {
    self.range = range
    self.before = before
    self.after = after
  }
}

extension StateDifference {
  /// Where two timelines, which cover the same range, differ in state: as few stretches as can be, in order.
  ///
  /// Where only what decides differs nothing does.
  static func between(_ old: [TimelineInterval], _ new: [TimelineInterval]) -> [StateDifference] {
    var result: [StateDifference] = []
    for (range, before, after) in old.overlaps(with: new) where before.state != after.state {
      result.appendJoined(StateDifference(range: range, before: Side(before), after: Side(after)))
    }
    return result
  }
}

extension StateDifference {
  /// Where something is done by one policy and not by the other, or may be done later by the one than by the other; each
  /// as the second in which it is due.
  static func between(
    _ old: [EdgeCalendar.Falling], of oldEdges: [Edge], _ new: [EdgeCalendar.Falling], of newEdges: [Edge]
  ) -> [StateDifference] {
    let before = Side.runs(old, of: oldEdges)
    let after = Side.runs(new, of: newEdges)
    let nothing = Side(state: .leave, decidedBy: [])
    return Set(before.keys).union(after.keys).sorted().compactMap { at in
      let difference = StateDifference(
        range: at..<at + 1, before: before[at] ?? nothing, after: after[at] ?? nothing)
      return difference.before.graceSeconds == difference.after.graceSeconds ? nil : difference
    }
  }
}

extension StateDifference {
  /// The same where the old policy has no such target, so that nothing there decides.
  var withoutDeciderBefore: StateDifference { StateDifference(range: range, before: before.undecided, after: after) }
  /// The same where the new policy has none.
  var withoutDeciderAfter: StateDifference { StateDifference(range: range, before: before, after: after.undecided) }
}

extension StateDifference.Side {
  fileprivate var undecided: Self { Self(state: state, decidedBy: []) }

  /// What is done at each instant by `fallings`, which are of one target: as late as the most patient of its lines lets it.
  fileprivate static func runs(_ fallings: [EdgeCalendar.Falling], of edges: [Edge]) -> [Instant: Self] {
    let sides = fallings.map { falling in
      var side = Self(state: .runs, decidedBy: falling.edges.map { .edge($0) })
      side.graceSeconds = falling.edges.map { edges[$0].graceSeconds }.max()
      return (falling.at, side)
    }
    return Dictionary(sides, uniquingKeysWith: { first, _ in first })
  }

  fileprivate init(_ interval: TimelineInterval) {
    self.init(state: interval.state, decidedBy: [interval.decidedBy])
  }

  fileprivate mutating func add(_ other: Self) {
    decidedBy += other.decidedBy.filter { !decidedBy.contains($0) }
  }
}

extension [StateDifference] {
  /// Appends a stretch as one with the last one where it goes on with the same states.
  fileprivate mutating func appendJoined(_ next: StateDifference) {
    guard let last, last.range.upperBound == next.range.lowerBound, last.before.state == next.before.state,
      last.after.state == next.after.state
    else { return append(next) }
    self[count - 1].range = last.range.lowerBound..<next.range.upperBound
    self[count - 1].before.add(next.before)
    self[count - 1].after.add(next.after)
  }
}
