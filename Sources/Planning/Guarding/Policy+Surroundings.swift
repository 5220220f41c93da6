import Policies

extension Policy {
  /// The system `name`.
  func system(_ name: Name) -> System? { systems.first { $0.name == name } }

  /// The target that `system` itself is, whose switch lets everything else on it go; nil where it has none.
  func carrier(of system: Name) -> Target? {
    everyTarget.first {
      $0.selector.isWhole && $0.selector.kind?.carriesSystem == true && $0.selector.system == system
    }
  }

  /// The targets of targets that `name` is a part of.
  func groups(of name: Name) -> [Name] {
    targets.filter(\.isGroup).map(\.name).filter { members(of: [$0]).contains(name) }
  }

  /// Other names of the system `name` of `approved`, which that version does not have.
  func aliases(of name: Name, beside approved: Policy) -> [Name] {
    guard let system = approved.system(name) else { return [] }
    return systems.filter { other in
      other.name != name && other.leads(where: system) && !(approved.system(other.name)?.leads(where: system) ?? false)
    }.map(\.name)
  }

  /// The targets on `system` that have entries to allow what others deny, which `approved` does not have.
  func allowing(on system: Name, beside approved: Policy) -> [Name] {
    let known = Set(approved.targets.flatMap { $0.allowed(on: system) })
    return targets.filter { !Set($0.allowed(on: system)).isSubset(of: known) }.map(\.name)
  }
}

extension Policy {
  /// The targets that have something done on `system` that gives freedom, and at other times or not at all in `approved`.
  func acting(on system: Name, beside approved: Policy) -> [Name] {
    ActionTimes(self, on: system).loosened(beside: ActionTimes(approved, on: system))
  }
}

extension Target {
  /// Whether it is a target of targets.
  var isGroup: Bool { if case .targets = selector { true } else { false } }

  /// The ids of its entries that allow something on `system`.
  fileprivate func allowed(on system: Name) -> [String] {
    guard case .entries(system, _, let entries) = selector, entries.list == .allow else { return [] }
    return entries.ids.sorted()
  }
}

extension System {
  /// Whether both are ways to the same things: a guest pass, too, is one to its server.
  fileprivate func leads(where other: System) -> Bool {
    kind.platform == other.kind.platform && url.origin == other.url.origin
  }

  /// Whether `other` is the same system, reached in the same way, with the same secret and settings.
  func isDefined(like other: System?) -> Bool {
    guard let other else { return false }
    return kind == other.kind && url == other.url && tls == other.tls && timeoutSeconds == other.timeoutSeconds
      && plaintext == other.plaintext && secret == other.secret && settings == other.settings
  }
}
