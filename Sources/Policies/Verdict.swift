public import CivilTime

/// What the policy says about one target at one instant, and why.
public struct Verdict: Hashable, Sendable {
  /// The wanted state.
  public var state: TargetState
  /// What decided.
  public var decidedBy: Decider
  /// When the present stretch of the same *state* began; nil for "always", and for nothing since 1970.
  public var since: Instant?
  /// Since when what decides wishes for it: the override since it began, whatever has beaten it in between, and the policy
  /// since it wants that, or since overrides before have; nil for always.
  public var wishedSince: Instant?
  /// When that stretch ends (not part of it); nil where it never does before 2100.
  public var until: Instant?
  /// The instant at which the wanted state next becomes `active`, for the failsafe timer of a pause; nil where it never
  /// does before 2100, or where the state is not `paused`.
  public var nextActive: Instant?
  /// What the policy itself wants while an override decides; nil where none does.
  public var overridden: TargetState?
  /// Why somebody made the override that decides, in that person's words; nil where nobody said, or none decides.
  public var because: String?
  /// Whether the override that decides is a lock: what it keeps off is put right even where its target yields to whoever
  /// moves it.
  public var isLocked = false
  /// Since when an override may have found what is to be put back: since the first of those that followed one another up
  /// to now. Nil where nothing is put back, as none decides now or did shortly before the target was left alone.
  public var foundSince: Instant?
  /// What the last of those wanted, where the target is left alone since it ended; nil where one decides, or none did.
  public var ended: TargetState?
  /// When a line last ceased to decide, where the target is left alone now: what an override before that found is not put back
  /// any more. Nil where none ever did, or no override names the target.
  public var lineEnded: Instant?
  /// Whether the present stretch began because an override ended, and not where the policy says.
  public var beganAsOverrideEnded = false
  /// When what an override found is put back: at the end of the present stretch, where an override ends with it and the
  /// target is left alone then. Nil where nothing is.
  public var putBackAt: Instant?

  /// What decided a state.
  public enum Decider: Hashable, Sendable {
    /// The statement at this index of `Policy.statements`.
    case statement(Int)
    case otherwise
    /// An override, by its number; it beats every statement.
    ///
    /// A number and no text: what decides is copied with every stretch of a timeline, and must cost nothing to copy.
    case override(Int)
    /// The edge at this index of `Policy.edges`: of what is done at a time, and of nothing else.
    case edge(Int)
  }

  /// A verdict from its parts.
  public init(
    state: TargetState, decidedBy: Decider, since: Instant?, until: Instant?, nextActive: Instant?,
    overridden: TargetState? = nil, because: String? = nil
  ) {
    self.state = state
    self.decidedBy = decidedBy
    self.since = since
    wishedSince = since
    self.until = until
    self.nextActive = nextActive
    self.overridden = overridden
    self.because = because
  }
}

extension Verdict {
  /// When a pause ends that holds now; nil where it never does.
  public var pauseEnds: Instant? { putBackAt ?? nextActive }

  /// Whether an override has ended shortly before, and what it found is put back: once, by the next run.
  public var isPutBack: Bool { state == .leave && foundSince != nil }

  /// Whether nothing is wanted, and nothing is put back.
  public var isIdle: Bool { state == .leave && !isPutBack }

  /// The id of the override that decides; nil where the policy does.
  public var override: String? {
    if case .override(let number) = decidedBy { String(number) } else { nil }
  }
}
