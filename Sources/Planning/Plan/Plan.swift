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
  /// Those of them that were last asked to be off.
  public var leftOff: [LeftOff] = []

  /// What was asked to be off, does not tell its state, and is named by no target any more.
  public struct LeftOff: Hashable, Sendable {
    /// Which one.
    public var object: ObjectKey
    /// What its system calls it.
    public var name: String
    /// The target that had it; nil where nobody noted it.
    public var target: Name?
    /// What to know of it.
    public var message: Message
  }
  /// What is remembered of what no target selects any more, in order, as far as a run of all targets can tell. That
  /// something could not be read is never taken for that.
  public var unselected: [ObjectKey] = []
  /// What a pattern had selected and is missed now, in order, as far as a run of all targets can tell.
  public var gone: [GoneObject] = []
  /// The targets that select by a pattern, in the order of the file.
  var patterned: [Name] = []
  /// The kinds of object whose ids are numbers that may come to mean another object.
  public var numbered: Set<ObjectKind> = []
  /// What is remembered of objects whose number has another name by now, in order: it says nothing of what has it.
  public var renumbered: [ObjectKey] = []
  /// The places that were left and turn out to be the same systems at other addresses.
  public var recognized = SystemMoves()
  /// What came of what earlier runs were about to move when they were killed.
  public var ended: [ObjectKey: UnderWay.End] = [:]
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
  /// Those of them that would open what is to be shut, and are not done; who keeps that shut.
  public var calledOff: [ActionKey: Message] = [:]
  /// The credentials of systems that will soon be good for nothing.
  public var credentialEnds: [Name: [CredentialEnd]] = [:]
  /// What each action moves, by system and name, where that is known.
  public var moves: [Name: [String: ObjectKey]] = [:]

  /// When something changes, and for which targets.
  public struct NextChange: Hashable, Sendable {
    /// When.
    public var at: Instant
    /// In the order of the file.
    public var targets: [Name]
  }

  /// The writes that an apply of this plan makes, in its order; but what the file makes is removed last.
  public var changes: [Change] { entries.compactMap(\.change) }

  /// How much an apply of this plan does: its changes, and what it does at a time.
  public var writes: Int {
    changes.count + actions.count { $0.standing == .due && calledOff[$0.key] == nil }
  }

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

extension SystemStatus {
  /// Why it could not be read; nil where it could.
  public var error: ProviderError? {
    switch reading {
    case .ok: nil
    case .failed(let error): error
    }
  }
}
