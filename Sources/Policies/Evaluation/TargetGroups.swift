/// The targets of targets of a policy.
public struct TargetGroups: Sendable {
  private var groups: [Name: [Name]] = [:]
  /// In the order of the file.
  private var names: [Name] = []

  /// Those among `targets`.
  public init(_ targets: [Target]) {
    for target in targets {
      if case .targets(let members) = target.selector {
        groups[target.name] = members
        names.append(target.name)
      }
    }
  }

  /// The targets that `names` stand for, each once: members instead of their group.
  public func members(of names: [Name]) -> [Name] {
    if names.count == 1, groups[names[0]] == nil { return names }
    return walk(names).filter { groups[$0] == nil }
  }

  /// `names`, and all that is a member of one, of one of its members, and so on.
  public func everything(in names: some Sequence<Name>) -> Set<Name> { Set(walk(Array(names))) }

  /// For each target the targets of targets that it is a part of, also through others, in the order of the file.
  public var containing: [Name: [Name]] {
    names.reduce(into: [:]) { containing, group in
      for name in members(of: [group]) { containing[name, default: []].append(group) }
    }
  }

  /// Each once, a group before its members.
  private func walk(_ names: [Name]) -> [Name] {
    var seen: Set<Name> = []
    var result: [Name] = []
    var rest = Array(names.reversed())
    while let name = rest.popLast() {
      guard seen.insert(name).inserted else { continue }
      result.append(name)
      if let members = groups[name] { rest += members.reversed() }
    }
    return result
  }
}

extension Target {
  /// Whether it is a target of targets.
  public var isGroup: Bool { if case .targets = selector { true } else { false } }
}

extension Policy {
  /// The policy with those of its implicit targets among the others for which `isActive` holds; they come last.
  public func activating(where isActive: (Target) -> Bool) -> Policy {
    var policy = self
    policy.targets += implicitTargets.filter(isActive)
    policy.implicitTargets.removeAll(where: isActive)
    return policy
  }
}
