public import CivilTime
public import Documents
public import Policies
public import Providers

/// One object in a plan.
public struct PlanEntry: Hashable, Sendable {
  /// The target that selects it.
  public var target: Name
  /// The system it is on.
  public var system: Name
  /// What kind of object.
  public var kind: ObjectKind
  /// How the system addresses it; nil for a system's one switch.
  public var id: String?
  /// Its name as the system gives it.
  public var name: String
  /// The position of its switch: `absent` for a domain entry that is not there.
  public var from: SwitchState?
  /// Where it should stand; nil where nothing is wanted.
  public var to: SwitchState?
  /// What the policy says about the target, which all its entries share.
  public var said: SharedVerdict
  /// What is done about it.
  public var action: Action
  /// What the user should know about it.
  public var notes: [Message]
  /// For a domain entry: what it is, so that it can be created.
  @Seldom public var domainEntry: DomainEntry? = nil
  /// For what the file makes and owns: what it is to be.
  @Seldom public var made: MadeObject? = nil
  /// What tells the object from others of the same name, such as `Internal → External`; nil where nothing does.
  public var qualifier: String? = nil
  /// Whether the target selects the object; false where a pattern fits what it must not select, which another target may.
  public var isSelected = true

  /// That the object is, or will be, enabled and works only inside a schedule of its own; one of the `notes`.
  public var ownSchedule: Message? { notes.first { $0.code == Messages.Code.ownSchedule } }
  /// What the switch as it is comes to for the target: `on` or `off`, of what can be paused `active` or `paused`; nil
  /// where that is not known, and for what does not belong to the target, or does no more.
  public var fromState: TargetState? = nil
  /// What the switch as it is wanted comes to; nil where nothing is wanted, and where `fromState` is nil.
  public var toState: TargetState? = nil
  /// Why it differs; nil where it does not, and where no earlier run is remembered.
  public var cause: Cause? = nil
  /// When it was last seen in place; nil for never, and where no earlier run is remembered.
  public var inPlaceAt: Instant? = nil

  /// The write that an apply makes for it; nil where none is.
  public var change: Change? {
    guard action == .change, let to, let from else { return nil }
    var change = Change(
      target: target, system: system, kind: kind, id: id, name: name, from: from, to: to, domainEntry: domainEntry)
    if unread != nil { (change.isUnreadable, change.override) = (true, verdict.override) }
    change.made = made
    change.until = verdict.until
    return change
  }

  /// Whether its device failed to move when it was last told to.
  public var isStuck = false

  /// Where its device is on its way to, also where `from` says that it is not there yet; nil where it rests, or nobody knows.
  public var heading: SwitchState.Position? = nil

  /// The path of another policy file of this state that has moved it, where this one moves it back; nil for any other.
  @Seldom public var takenFrom: String? = nil

  /// Whether its target is only observed, so that no run ever moves it.
  public var isOnlyObserved = false

  /// What is known instead of its state, which its system does not tell; nil for every other object.
  @Seldom public var unread: Unread? = nil

  /// Whether its device was told in vain to move, and is told again later, or not before something changes.
  public var isTriedInVain: Bool { isGivenUp || notes.contains { $0.code == Messages.Code.inVain } }

  /// Whether its device was told in vain to move, and is not told again before something changes.
  public var isGivenUp: Bool { notes.contains { $0.code == Messages.Code.givenUp } }

  /// What is known of an object whose state nobody can read.
  public struct Unread: Hashable, Sendable {
    /// The verb for what is wanted: `stop`; nil where nothing is.
    public var verb: String?
    /// What it was last asked for; nil for nothing yet.
    public var last: Request?

    /// That it was asked for something.
    public struct Request: Hashable, Sendable {
      /// The verb for it.
      public var verb: String
      /// When.
      public var at: Instant
      /// Whether its system said that it was done; else it said no, or it may have been done or not.
      public var isAnswered: Bool
      /// Whether it said no.
      public var isRefused: Bool

      /// That it was asked for something.
      public init(_ verb: String, at: Instant, isAnswered: Bool, isRefused: Bool = false) {
        self.verb = verb
        self.at = at
        self.isAnswered = isAnswered
        self.isRefused = isRefused
      }
    }

    /// What is known of such an object.
    public init(verb: String? = nil, last: Request? = nil) {
      self.verb = verb
      self.last = last
    }
  }

  /// What is done about an object.
  public enum Action: String, CaseIterable, Hashable, Sendable {
    /// The switch is moved.
    case change
    /// It stands as it should.
    case none
    /// Nothing is wanted, or a pattern fits what it must not select.
    case leave
    /// It differs, and the target is only observed.
    case observe
    /// A pause that somebody began.
    case temporary
    /// It differs, and stands because the target yields.
    case yield
    /// It must not be touched; a problem says why.
    case problem
  }
}

extension PlanEntry {
  /// What the policy says about the target.
  @inlinable public var verdict: Verdict {
    get { said.verdict }
    set { said = SharedVerdict(newValue) }
  }

  /// The object that the entry is about.
  public var key: ObjectKey { ObjectKey(system: system, kind: kind, id: id) }

  /// Whether it differs for another cause than being due. Without a memory of earlier runs every difference does, and
  /// what is only observed or stands does in any case; somebody's pause never does, and nothing does that cannot be
  /// read.
  public var isDrift: Bool {
    if unread != nil { return false }
    return switch action {
    case .change: !(cause?.isDue ?? false)
    case .observe, .yield: true
    case .none, .leave, .temporary, .problem: false
    }
  }

  /// The code of the note that a door was opened for this before, and stays as somebody has closed it since.
  public static let openedOnceCode = "door.opened-once"

  /// Whether it is brought to where an override found it, as its target is left alone again.
  public var isPutBack: Bool { verdict.state == .leave && to != nil && cause != .released }
}

extension PlanEntry.Action {
  /// Whether the object is not as wanted.
  var differs: Bool {
    switch self {
    case .change, .observe, .yield, .temporary: true
    case .none, .leave, .problem: false
    }
  }
}
