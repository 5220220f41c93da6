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
  /// What the policy itself wants while an override decides; nil where none does.
  public var overridden: TargetState?

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
    state: TargetState, decidedBy: Decider, since: Instant?, until: Instant?, nextActive: Instant?,
    overridden: TargetState? = nil
  ) {
    self.state = state
    self.decidedBy = decidedBy
    self.since = since
    self.until = until
    self.nextActive = nextActive
    self.overridden = overridden
  }
}

extension Verdict {
  /// The id of the override that decides; nil where the policy does.
  public var override: String? {
    if case .override(let id, _) = decidedBy { id } else { nil }
  }
}
