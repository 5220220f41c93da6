extension Policy {
  /// The policy with those of its implicit targets among the others that `overrides` name; they come last.
  public func activating(by overrides: [Override]) -> Policy {
    let named = Set(overrides.map(\.target))
    return activating { named.contains($0.name) }
  }

  /// The same with the implicit targets for which `isActive` holds.
  public func activating(where isActive: (Target) -> Bool) -> Policy {
    var policy = self
    policy.targets += implicitTargets.filter(isActive)
    policy.implicitTargets.removeAll(where: isActive)
    return policy
  }
}
