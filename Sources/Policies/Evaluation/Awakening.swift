extension Policy {
  /// The policy with those of its dormant targets among the others that `overrides` name; they come last.
  public func awakened(by overrides: [Override]) -> Policy {
    let named = Set(overrides.map(\.target))
    var policy = self
    policy.targets += dormantTargets.filter { named.contains($0.name) }
    policy.dormantTargets.removeAll { named.contains($0.name) }
    return policy
  }
}
