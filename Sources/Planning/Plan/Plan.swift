public import CivilTime
public import Documents
public import Policies
public import Providers

/// What is wanted, what is live, and what would be done about it: a value that is the same for the same input.
public struct Plan: Hashable, Sendable {
  /// The instant for which it holds.
  public var now: Instant
  /// Every system that a target is on, in the order of the file.
  public var systems: [SystemStatus]
  /// An entry for every object that a target selects or names: by system and target as in the file, then by kind, name
  /// and id.
  public var entries: [PlanEntry]
  /// What is wrong and keeps something from being managed.
  public var problems: [Finding]
  /// What the user should know.
  public var warnings: [Finding]
  /// When the state of a target that is managed next changes; nil for never before 2100.
  public var nextChange: NextChange?
  /// What earlier runs moved to where its target is off and no target selects any more, in order; without what is on a
  /// system that could not be read.
  public var leftBehind: [LeftBehind] = []
  /// What was asked for once, cannot be read, and is named by no target any more, in order: it is remembered no longer.
  public var forgotten: [ObjectKey] = []
  /// What is remembered of what no target selects any more, in order, as far as a run of all targets can tell. That
  /// something could not be read is never taken for that.
  public var unselected: [ObjectKey] = []
  /// The kinds of object whose ids are numbers that may come to mean another object.
  public var numbered: Set<ObjectKind> = []
  /// What is remembered of objects whose number has another name by now, in order: it says nothing of what has it.
  public var renumbered: [ObjectKey] = []
  /// The places that were left and turn out to be the same systems at other addresses.
  public var recognized = SystemMoves()
  /// The systems that a run of all targets looks at, in the order of the file; nil for a run of some, and for one that
  /// opens what was left behind.
  public var interests: [Name]?
  /// What was looked up in the catalogues of systems, to be remembered.
  public var lookups: [Name: Lookups] = [:]

  /// What is wanted of every target that has a state of its own and is managed, in the order of the file.
  public var wanted: [Wanted] = []

  /// What is wanted of a target.
  public struct Wanted: Hashable, Sendable {
    /// The target.
    public var target: Name
    /// The states that it can have.
    public var states: StatePair?
    /// What the policy says about it.
    public var verdict: Verdict
  }

  /// The actions that have fallen due, by time.
  public var actions: [DueAction] = []

  /// When something changes, and for which targets.
  public struct NextChange: Hashable, Sendable {
    /// When.
    public var at: Instant
    /// In the order of the file.
    public var targets: [Name]
  }

  /// The writes that an apply of this plan makes, in its order; but what the file makes is removed last.
  public var changes: [Change] { entries.compactMap(\.change) }

  /// What the fingerprint of a plan is made of: system, kind, id, `from`, `to` of its changes in their order, timers as
  /// the wanted end, what is made as what it is to be with the hours that it keeps, and nothing else. A text of one line a change, its fields between tabs.
  public var fingerprintText: String {
    changes.map { change in
      let fields =
        [
          change.system.text, change.kind.rawValue, change.id ?? "", change.from.position.rawValue,
          change.to.position.rawValue, change.to.ends.map { String($0.secondsSinceEpoch) } ?? "",
        ] + (change.made?.content.map { [$0] } ?? []) + (change.made?.wantedHours.map { [$0.words] } ?? [])
      return fields.joined(separator: "\t") + "\n"
    }.joined()
  }
}

/// How reading one system went.
public struct SystemStatus: Hashable, Sendable {
  /// What it is called in the policy.
  public var name: Name
  /// The word of its kind, as the policy has it behind `kind`.
  public var kind: String
  /// How it went: its title and version, or why not.
  public var reading: Reading

  /// How it went.
  public enum Reading: Hashable, Sendable {
    case ok(version: String, title: String)
    case failed(ProviderError)
  }
}

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
  /// What the policy says about the target.
  public var verdict: Verdict
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
    change.isUnreadable = unread != nil
    change.made = made
    change.until = verdict.until
    return change
  }

  /// Whether its device failed to move when it was last told to.
  public var isStuck = false

  /// Whether its target is only observed, so that no run ever moves it.
  public var isOnlyObserved = false

  /// What is known instead of its state, which its system does not tell; nil for every other object.
  @Seldom public var unread: Unread? = nil

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
      /// Whether its system said that it was done; else it may have been done or not.
      public var isAnswered: Bool

      /// That it was asked for something.
      public init(_ verb: String, at: Instant, isAnswered: Bool) {
        self.verb = verb
        self.at = at
        self.isAnswered = isAnswered
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

/// Something wrong or doubtful, and where.
public struct Finding: Hashable, Sendable {
  /// What was found.
  public var message: Message
  /// The system it is about.
  public var system: Name?
  /// The target it is about.
  public var target: Name?
  /// What kind of object it is about.
  public var kind: ObjectKind?
  /// The object's name, or the name that fits none.
  public var name: String?
  /// The place in the policy, such as the target's definition.
  public var file: String?
  /// The line in that file, from 1.
  public var line: Int?

  /// Something wrong or doubtful.
  public init(
    _ message: Message, system: Name? = nil, target: Name? = nil, kind: ObjectKind? = nil, name: String? = nil,
    file: String? = nil, line: Int? = nil
  ) {
    self.message = message
    self.system = system
    self.target = target
    self.kind = kind
    self.name = name
    self.file = file
    self.line = line
  }
}

extension PlanEntry {
  /// The object that the entry is about.
  public var key: ObjectKey { ObjectKey(system: system, kind: kind, id: id) }
}

extension SystemStatus {
  /// Why it could not be read; nil where it could.
  public var error: ProviderError? {
    switch reading {
    case .ok: nil
    case .failed(let error): error
    }
  }
}

extension PlanEntry {
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
}

extension PlanEntry {
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
