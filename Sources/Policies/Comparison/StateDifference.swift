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
  /// Where something is done by the one policy and not by the other, each as the second in which it is due.
  static func between(_ old: [Occurrence], _ new: [Occurrence]) -> [StateDifference] {
    let before = Set(old.map(\.at))
    let after = Set(new.map(\.at))
    let nothing = Side(state: .leave, decidedBy: [])
    let runs = { (occurrence: Occurrence) in Side(state: .runs, decidedBy: [.edge(occurrence.edge)]) }
    let gone = old.filter { !after.contains($0.at) }.map {
      StateDifference(range: $0.at..<$0.at + 1, before: runs($0), after: nothing)
    }
    let added = new.filter { !before.contains($0.at) }.map {
      StateDifference(range: $0.at..<$0.at + 1, before: nothing, after: runs($0))
    }
    return (gone + added).enumerated()
      .sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }.map(\.element)
  }
}

extension StateDifference.Side {
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
