extension Policy {
  /// The policy with those of its dormant targets among the others that `overrides` name; they come last.
  public func activating(by overrides: [Override]) -> Policy {
    let named = Set(overrides.map(\.target))
    return activating { named.contains($0.name) }
  }

  /// The same with the dormant targets for which `isAwake` holds.
  public func activating(where isAwake: (Target) -> Bool) -> Policy {
    var policy = self
    policy.targets += implicitTargets.filter(isAwake)
    policy.implicitTargets.removeAll(where: isAwake)
    return policy
  }
}
