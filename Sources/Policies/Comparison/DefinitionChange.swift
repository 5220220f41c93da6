/// Something besides statements and schedules that an edit of a policy changes.
public struct DefinitionChange: Hashable, Sendable {
  /// What kind of thing.
  public var kind: Kind
  /// Which one; nil for the policy itself.
  public var name: Name?
  /// The key of the file; nil where the whole thing is new or gone.
  public var property: String?
  /// What the old file says, as a user would write it; nil where it says nothing.
  public var before: String?
  /// What the new file says; nil where it says nothing.
  public var after: String?

  /// The things that have definitions.
  public enum Kind: String, Hashable, Sendable {
    case policy
    case system
    case target
    case test
  }
}

extension DefinitionChange {
  /// What is defined otherwise, new or gone: the policy itself, then systems, targets and tests, each in the order of the
  /// new file and then those that are gone.
  static func between(_ old: Policy, _ new: Policy) -> [DefinitionChange] {
    changes(.policy, nil, Definition(old), Definition(new))
      + between(.system, old.systems.map { ($0.name, Definition($0)) }, new.systems.map { ($0.name, Definition($0)) })
      + between(.target, targets(of: old), targets(of: new)) + tests(old, new)
  }

  private static func targets(of policy: Policy) -> [(name: Name, Definition)] {
    policy.targets.map { ($0.name, Definition($0)) }
  }

  private static func between(
    _ kind: Kind, _ old: [(name: Name, Definition)], _ new: [(name: Name, Definition)]
  ) -> [DefinitionChange] {
    let before = Dictionary(old.map { ($0.name, $0.1) }, uniquingKeysWith: { first, _ in first })
    let after = Set(new.map(\.name))
    let kept = new.flatMap { name, definition in
      before[name].map { changes(kind, name, $0, definition) }
        ?? [DefinitionChange(kind: kind, name: name, property: nil, before: nil, after: definition.text)]
    }
    let gone = old.filter { !after.contains($0.name) }.map { name, definition in
      DefinitionChange(kind: kind, name: name, property: nil, before: definition.text, after: nil)
    }
    return kept + gone
  }

  private static func changes(
    _ kind: Kind, _ name: Name?, _ old: Definition, _ new: Definition
  ) -> [DefinitionChange] {
    let keys = new.properties.map(\.key)
    return (keys + old.properties.map(\.key).filter { !keys.contains($0) }).compactMap { key in
      old[key] == new[key]
        ? nil : DefinitionChange(kind: kind, name: name, property: key, before: old[key]?.text, after: new[key]?.text)
    }
  }
}
