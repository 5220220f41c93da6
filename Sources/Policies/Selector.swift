/// Which live objects a target names. Behind a pointer, as a policy may have thousands, each of which is copied often.
public indirect enum Selector: Hashable, Sendable {
  /// Objects of a system, by their names. `whenOff` is what their switches read while the target is off; nil where each
  /// object tells.
  case objects(system: Name, SelectorKind, ObjectNames, whenOff: SwitchPosition?)
  /// Allow or deny entries that this file owns.
  case entries(system: Name, SelectorKind, DomainEntries)
  /// Rules that this file makes, owns and keeps, about some devices.
  case devices(system: Name, SelectorKind, DeviceSelection)
  /// The one switch of its kind that a system has.
  case whole(system: Name, SelectorKind)
  /// Something that a system is told to do.
  case action(system: Name, SelectorKind, SelectorKind.Action)
  /// Other targets, so that one word can mean several.
  case targets([Name])
  /// Nothing yet: the policy is a sketch without systems, which only commands take that need no network.
  case unspecified

  /// The system whose objects are meant; nil for a target of targets.
  public var system: Name? {
    switch self {
    case .objects(let system, _, _, _), .entries(let system, _, _), .devices(let system, _, _), .whole(let system, _),
      .action(let system, _, _):
      system
    case .targets, .unspecified: nil
    }
  }

  /// The way in which the policy names them; nil for a target of targets.
  public var kind: SelectorKind? {
    switch self {
    case .objects(_, let kind, _, _), .entries(_, let kind, _), .devices(_, let kind, _), .whole(_, let kind),
      .action(_, let kind, _):
      kind
    case .targets, .unspecified: nil
    }
  }

  /// The kind of object that is selected; nil for a target of targets.
  public var object: ObjectKind? { kind?.object }

  /// Whether what it selects is on while its own switch is, as a network is. A rule that blocks is not; and a rule of
  /// which only the system tells what it does may not be.
  var isOnWhileEnabled: Bool {
    if let states = kind?.states, states != .onOff { return false }
    switch self {
    case .objects(_, let kind, _, let whenOff): return whenOff.map { $0 == .disabled } ?? !kind.blocks
    case .entries(_, _, let entries): return entries.list == .allow
    case .whole: return false
    case .devices, .action, .targets, .unspecified: return true
    }
  }

  /// Whether it is a system's one switch.
  public var isWhole: Bool { if case .whole = self { true } else { false } }
}

/// A switch that a live object has.
public enum SwitchPosition: String, CaseIterable, Hashable, Sendable {
  case enabled
  case disabled
}

/// Names, patterns and ids of live objects, and those taken out again.
public struct ObjectNames: Hashable, Sendable {
  /// In the order of the file.
  public var included: [ObjectName]
  /// What `not` takes out.
  public var excluded: [ObjectName]

  /// Names and those taken out again.
  public init(included: [ObjectName], excluded: [ObjectName] = []) {
    self.included = included
    self.excluded = excluded
  }
}

/// One way to name live objects. Names and patterns compare by Unicode canonical equivalence without case.
public enum ObjectName: Hashable, Sendable {
  /// The object of exactly this name.
  case name(String)
  /// Every object whose name fits: `*` is any text, `?` any one character.
  case pattern(String)
  /// The object with this id (`id:UUID`).
  case id(String)

  /// As the policy writes it.
  public var asWritten: String {
    switch self {
    case .name(let text), .pattern(let text): text
    case .id(let id): "id:" + id
    }
  }
}

/// Domain entries that this file owns on a system.
public struct DomainEntries: Hashable, Sendable {
  /// Which of the two lists they are in.
  public enum List: String, Hashable, Sendable {
    case deny
    case allow
  }

  /// Deny or allow.
  public var list: List
  /// Exact domains, lower case.
  public var exact: [String]
  /// Regular expressions, without the `regex:` of the file.
  public var regex: [String]
  /// The groups of the system that the entries belong to.
  public var groups: [String]
  /// Whether entries that carry this file's mark and are not named any more are removed.
  public var prune: Bool

  /// Entries from their parts.
  public init(list: List, exact: [String], regex: [String], groups: [String], prune: Bool) {
    self.list = list
    self.exact = exact
    self.regex = regex
    self.groups = groups
    self.prune = prune
  }
}
