public import CivilTime

/// What the policy says about one target at one instant, and why.
public struct Verdict: Hashable, Sendable {
  /// The wanted state.
  public var state: TargetState
  /// What decided.
  public var decidedBy: Decider
  /// When the present stretch of the same *state* began; nil for "always", and for nothing since 1970.
  public var since: Instant?
  /// When that stretch ends (not part of it); nil where it never does before 2100.
  public var until: Instant?
  /// The instant at which the wanted state next becomes `active`, for the fuse of a Pi-hole pause; nil where it never
  /// does before 2100, or where the state is not `paused`.
  public var nextActive: Instant?

  /// What decided a state.
  public enum Decider: Hashable, Sendable {
    /// The statement at this index of `Policy.statements`.
    case statement(Int)
    case otherwise
    /// A person's override, which beats every statement; `because` is why, in the person's words.
    case override(id: String, because: String?)
  }

  /// A verdict from its parts.
  public init(
    state: TargetState, decidedBy: Decider, since: Instant?, until: Instant?, nextActive: Instant?
  ) {
    self.state = state
    self.decidedBy = decidedBy
    self.since = since
    self.until = until
    self.nextActive = nextActive
  }
}
