package import Policies

/// What the policy lets one person see and do on the page.
package struct PersonRights: Hashable, Sendable {
  /// Who it is.
  package let person: Name
  /// The targets that they manage: overrides, more time, locks. Those that they guard are among them.
  package let manages: Set<Name>
  /// The targets that they see and may ask about.
  package let asks: Set<Name>
  /// Those that they guard: what they do with them needs nobody's leave, but where others have to agree as well.
  package let guards: Set<Name>

  /// Nil where the policy does not know the person.
  package init?(_ name: Name, in policy: Policy) {
    guard let person = policy.people.first(where: { $0.name == name }) else { return nil }
    self.person = name
    guards = Set(
      policy.guardedTargets.filter { $0.guarding?.approvers.contains(name) ?? false }.map(\.name))
    manages = Set(policy.members(of: person.manages)).union(guards)
    asks = Set(policy.members(of: person.asks)).subtracting(manages)
  }

  /// Whether they may end `override`: what is about other targets too is for whoever manages all of them.
  func mayEnd(_ override: Override, _ policy: Policy) -> Bool {
    manages.isSuperset(of: policy.members(of: [override.target]))
  }

  /// The same of a lock that keeps something shut for `targets`, which it is not about.
  package func mayEnd(_ lock: Override, holding targets: [Name], _ policy: Policy) -> Bool {
    let isGone = OverrideReach(of: lock, in: policy).isEmpty
    return manages.isSuperset(of: targets) && (isGone || mayEnd(lock, policy))
  }

  /// Everything that they see.
  package var sees: Set<Name> { manages.union(asks) }
}
