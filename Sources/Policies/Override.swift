public import CivilTime

/// A user's wish that beats the schedule of one target for a while. It never edits the schedule.
public struct Override: Hashable, Sendable {
  /// What it is called when it is ended or extended: a number as text, later ones greater.
  public var id: String
  /// The target as it was named; a target of targets stands for its members.
  public var target: Name
  /// The wanted state; never `leave`.
  public var state: TargetState
  /// When it begins; later than it was made for one that is yet to come.
  public var from: Instant
  /// When it ends; not part of it. An override that was ended early ends then.
  public var until: Instant
  /// Why, in the person's words.
  public var because: String?
  /// Who made it, such as the user's name.
  public var by: String
  /// When it was made.
  public var madeAt: Instant
  /// What it was made as.
  public var kind: Kind
  /// The policy that it was made for; nil where nobody noted it.
  public var policy: PolicyFile?
  /// Whether another policy was followed when it was made for this one: nobody has asked the guards of what is followed.
  public var isUnasked = false
  /// The target of targets that was named where it was made for one of its members, beside others for the rest; nil where its
  /// target was named.
  public var named: Name?
  /// Whether somebody has ended it, at `until`.
  public var isTakenBack = false

  /// What an override was made as. All kinds decide alike: the newest one wins.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A state for a while.
    case override
    /// More time before an `off`.
    case more
    /// `off` whatever the schedule says, also where it says so already.
    case lock
  }

  /// An override from its parts. It was made when it begins unless `madeAt` says otherwise.
  public init(
    id: String, target: Name, state: TargetState, from: Instant, until: Instant, because: String?, by: String,
    madeAt: Instant? = nil, kind: Kind = .override, policy: PolicyFile? = nil
  ) {
    self.id = id
    self.target = target
    self.state = state
    self.from = from
    self.until = until
    self.because = because
    self.by = by
    self.madeAt = madeAt ?? from
    self.kind = kind
    self.policy = policy
  }

  /// When it holds. Half-open; empty for one that was ended before it began, or as it did.
  public var range: Range<Instant> { from..<max(from, until) }

  /// What decides while it does.
  var decider: Verdict.Decider { .override(number) }

  /// Its id as a number; later ones are greater.
  var number: Int { Int(id) ?? 0 }
}

/// A policy as the state tells it from others.
public struct PolicyFile: Hashable, Sendable {
  /// Where it is, from the root on.
  public var path: String
  /// Who marks the entries of the file as its own.
  public var owner: String

  /// A policy's file.
  public init(path: String, owner: String) {
    self.path = path
    self.owner = owner
  }
}
