/// Which targets of a policy an override counts for. Each member of a target of targets is judged by itself: one that
/// joins it later and cannot be what is wanted takes the override from no other.
public struct OverrideReach: Hashable, Sendable {
  /// Those that it counts for, in the order of the policy.
  public private(set) var reached: [Name] = []
  /// Those of them that are only observed: nothing is ever written for them.
  public private(set) var observed: [Name] = []
  /// Those that cannot have its state.
  public private(set) var unsuited: [Name] = []
  /// Those that the policy does not permit to have it.
  public private(set) var forbidden: [Name] = []

  /// Of `override` in `policy`. Nothing of it is there where the policy has no such target.
  public init(of override: Override, in policy: Policy) {
    let members = policy.members(of: [override.target])
    if members.count > 1 {
      let members = Set(members)
      add(policy.targets.lazy.filter { members.contains($0.name) }, wanting: override.state)
      add(policy.implicitTargets.lazy.filter { members.contains($0.name) }, wanting: override.state)
    } else if let member = members.first {
      // The most are about one target, and there may be an override for each of them.
      add(policy.target(member).map { [$0] } ?? [], wanting: override.state)
    }
  }

  private mutating func add(_ targets: some Sequence<Target>, wanting state: TargetState) {
    for target in targets {
      if target.isAction || !(target.states?.has(state) ?? true) {
        unsuited.append(target.name)
      } else if !target.permits(state) {
        forbidden.append(target.name)
      } else {
        reached.append(target.name)
        if target.enforcement == .observe { observed.append(target.name) }
      }
    }
  }

  /// Whether every target that it counts for is only observed.
  public var isObserved: Bool { !reached.isEmpty && observed == reached }

  /// Whether the policy has no such target.
  public var isEmpty: Bool { reached.isEmpty && unsuited.isEmpty && forbidden.isEmpty }
}

extension Policy {
  /// The targets that `override` counts for, in the order of the policy.
  public func reached(by override: Override) -> [Name] { OverrideReach(of: override, in: self).reached }
}
