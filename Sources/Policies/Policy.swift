public import CivilTime
public import Documents

/// A policy file that was understood: every name resolved, every sentence parsed, no error left.
public struct Policy: Sendable {
  /// The file or directory as the person named it.
  public var path: String
  /// The kinds of system that it may name.
  public var kinds: SystemKinds
  /// The zone in which every time of the file is meant.
  public var zone: Zone
  /// Where the file says it; nil where it was not read from one.
  public var zoneSpan: SourceSpan?
  /// Who marks the entries on systems that this file owns as its own; `home` unless given.
  public var owner: String
  /// The most changes one run may make, or nil where the file says nothing.
  public var maxChanges: Int?
  /// In the order of the file.
  public var people: [Person] = []
  /// In the order of the file.
  public var devices: [Device] = []
  /// In the order of the file.
  public var systems: [System]
  /// In the order of the file. A system that is itself a target and that a statement, `expect` or `targets:` names stands here too: in
  /// its place under `targets`, or after all the others in the order of `systems`.
  public var targets: [Target] {
    _read { yield listed }
    _modify {
      places = TargetPlaces()
      yield &listed
    }
  }
  /// Those of them that no statement names, and that have no `otherwise`: they are left alone.
  public var unnamedTargets: Set<Name> = []
  /// Those that have no `otherwise`: what they are at other times is as usual for what they name.
  public var targetsAsUsual: Set<Name> = []
  /// The own targets of systems that nothing in the file names: they are not managed, unless an override names
  /// one.
  public var implicitTargets: [Target] {
    _read { yield unlisted }
    _modify {
      places = TargetPlaces()
      yield &unlisted
    }
  }
  /// In the order of the file; every name that a `Schedule` uses is here, and no circle.
  public var schedules: [NamedSchedule]
  /// In the order of the file. A later one wins.
  public var statements: [Statement]
  /// What is done at certain times, in the order of the file.
  public var edges: [Edge] = []
  /// The file's own tests.
  public var tests: [PolicyTest]
  // Beside `targets` and `implicitTargets`, whose accessors edit them in place: an observer would copy all of them.
  private var listed: [Target]
  private var unlisted: [Target] = []
  private var places = TargetPlaces()

  /// A policy from its parts.
  public init(
    path: String, kinds: SystemKinds, zone: Zone, owner: String, maxChanges: Int?, systems: [System], targets: [Target],
    schedules: [NamedSchedule], statements: [Statement], tests: [PolicyTest]
  ) {
    self.path = path
    self.kinds = kinds
    self.zone = zone
    self.owner = owner
    self.maxChanges = maxChanges
    self.systems = systems
    listed = targets
    self.schedules = schedules
    self.statements = statements
    self.tests = tests
  }

  /// The targets with a state of their own that `names` stand for, each once: members instead of their target of
  /// targets. A name that is no target stays as it is.
  public func members(of names: [Name]) -> [Name] {
    // Nearly always it is one target, and none of targets: there may be many such questions.
    if names.count == 1, !(target(names[0])?.isGroup ?? false) { return names }
    return TargetGroups(targets).members(of: names)
  }

  /// The targets, and those that nothing in the file names.
  public var everyTarget: [Target] { targets + implicitTargets }

  /// The target `name`, also where nothing in the file names it.
  public func target(_ name: Name) -> Target? {
    places.place(of: name, in: targets, implicitTargets).map { place in
      place < targets.count ? targets[place] : implicitTargets[place - targets.count]
    }
  }

  /// The targets that somebody guards, those among them that nothing in the file names.
  public var guardedTargets: [Target] { everyTarget.filter { $0.guarding != nil } }

  /// Who may agree to what somebody asks about `target`: its guard; where it has none, whoever manages it.
  public func deciders(of target: Name) -> [Name] {
    if let guarding = guardedTargets.first(where: { $0.name == target })?.guarding { return guarding.approvers }
    return people.filter { members(of: $0.manages).contains(target) }.map(\.name)
  }

  /// Those of them whose guard holds edits of the policy, too.
  public var editGuardedTargets: [Target] { guardedTargets.filter { $0.guarding?.holdsEdits ?? false } }

  /// Whether a statement names `target`, or a target of targets that holds it.
  public func names(_ target: Name) -> Bool {
    let naming = naming(anyOf: [target])
    return !naming.statements.isEmpty || !naming.edges.isEmpty
  }

  /// The indices of the statements and of the edges that name any of `targets`, or a target of targets that holds one.
  public func naming(anyOf targets: [Name]) -> (statements: [Int], edges: [Int]) {
    let lines = StatementsByTarget(self, about: targets)
    return (Set(lines.statements.values.joined()).sorted(), Set(lines.edges.values.joined()).sorted())
  }
}

/// The name of a system, a target or a schedule: `[a-z][a-z0-9-]{0,62}`, in lower case.
public struct Name: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name's text.
  public var text: String

  /// A name; the caller has checked its form.
  public init(_ text: String) { self.text = text }

  /// The name that `text` is by its form; nil where none can look like that.
  package init?(wellFormed text: String) {
    guard NameRules.isWellFormed(text) else { return nil }
    self.text = text
  }

  /// The name's text.
  public var description: String { text }

  /// By the code points of the text.
  public static func < (left: Name, right: Name) -> Bool { left.text < right.text }
}
