/// The targets of targets of a policy.
struct TargetGroups {
  private var groups: [Name: [Name]] = [:]

  init(_ targets: [Target]) {
    for target in targets {
      if case .targets(let members) = target.selector { groups[target.name] = members }
    }
  }

  /// The targets that `names` stand for, each once: members instead of their group.
  func members(of names: [Name]) -> [Name] {
    if names.count == 1, groups[names[0]] == nil { return names }
    var seen: Set<Name> = []
    var result: [Name] = []
    var rest = Array(names.reversed())
    while let name = rest.popLast() {
      guard seen.insert(name).inserted else { continue }
      if let members = groups[name] { rest += members.reversed() } else { result.append(name) }
    }
    return result
  }
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
