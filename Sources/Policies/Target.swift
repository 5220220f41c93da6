public import Documents

/// A thing a parent has a word for: live objects of one system.
public struct Target: Sendable {
  /// The word.
  public var name: Name
  /// The live objects that it names.
  public var selector: Selector
  /// What holds while no statement about the target does. Nil for a target of targets, which has no state of its own.
  public var otherwise: TargetState?
  /// What happens to a difference. Nil for a target of targets.
  public var enforcement: Enforcement?
  /// Where it is defined: under `targets`, or the system where a Pi-hole has no entry of its own there.
  public var span: SourceSpan

  /// A target from its parts.
  public init(
    name: Name, selector: Selector, otherwise: TargetState?, enforcement: Enforcement?, span: SourceSpan
  ) {
    self.name = name
    self.selector = selector
    self.otherwise = otherwise
    self.enforcement = enforcement
    self.span = span
  }
}

/// Which live objects a target names.
public enum Selector: Hashable, Sendable {
  /// ACL rules of a UniFi console.
  case aclRules(system: Name, ObjectNames)
  /// Zone firewall policies of a UniFi console.
  case firewallPolicies(system: Name, ObjectNames)
  /// WiFi broadcasts of a UniFi console.
  case wifi(system: Name, ObjectNames)
  /// The whole blocking of a Pi-hole.
  case blocking(system: Name)
  /// Groups of a Pi-hole.
  case groups(system: Name, ObjectNames, whenOff: SwitchPosition)
  /// Subscribed lists of a Pi-hole.
  case lists(system: Name, ObjectNames, whenOff: SwitchPosition)
  /// Allow or deny entries that this file owns.
  case domains(system: Name, DomainEntries)
  /// Other targets, so that one word can mean several.
  case targets([Name])
  /// Nothing yet: the policy is a sketch without systems, which only commands take that need no network.
  case unspecified

  /// The system whose objects are meant; nil for a target of targets.
  public var system: Name? {
    switch self {
    case .aclRules(let system, _), .firewallPolicies(let system, _), .wifi(let system, _), .blocking(let system),
      .groups(let system, _, _), .lists(let system, _, _), .domains(let system, _):
      system
    case .targets, .unspecified: nil
    }
  }
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
}

/// Domain entries that this file owns on a Pi-hole.
public struct DomainEntries: Hashable, Sendable {
  /// Which of the two lists they stand in.
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
  /// The Pi-hole groups that the entries belong to.
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

/// What a statement, `otherwise` or an override wants of a target.
public enum TargetState: String, Hashable, Sendable {
  case on
  case off
  case active
  case paused
  /// Nothing is wanted and nothing written. Only `otherwise` says so.
  case leave
}

/// What happens to a difference between the wanted and the live state.
public enum Enforcement: String, CaseIterable, Hashable, Sendable {
  /// Put right, but a person's Pi-hole pause is left alone.
  case normal
  /// Put right, whatever it is.
  case strict
  /// It stands if the object was seen in place after the wanted state last changed.
  case yield
  /// Reported, never put right.
  case observe
}
