extension Policy {
  /// The policy with those of its dormant targets among the others that `overrides` name; they come last.
  public func awakened(by overrides: [Override]) -> Policy {
    let named = Set(overrides.map(\.target))
    return awakened { named.contains($0.name) }
  }

  /// The same with the dormant targets for which `isAwake` holds.
  public func awakened(where isAwake: (Target) -> Bool) -> Policy {
    var policy = self
    policy.targets += dormantTargets.filter(isAwake)
    policy.dormantTargets.removeAll(where: isAwake)
    return policy
  }
}
