public import CivilTime

/// A stretch of time in which one statement, or `otherwise`, decides about a target.
public struct TimelineInterval: Hashable, Sendable {
  /// Half-open.
  public var range: Range<Instant>
  /// The wanted state throughout.
  public var state: TargetState
  /// What decides throughout.
  public var decidedBy: Verdict.Decider

  /// A stretch from its parts.
  public init(range: Range<Instant>, state: TargetState, decidedBy: Verdict.Decider) {
    self.range = range
    self.state = state
    self.decidedBy = decidedBy
  }
}
