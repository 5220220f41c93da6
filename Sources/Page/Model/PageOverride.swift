package import Policies

/// An override of something that somebody sees.
package struct PageOverride: Hashable, Sendable {
  /// All of it, also what it does to others.
  package let override: Override
  /// What it is about, in the order of the policy, as far as the person sees it.
  package let targets: [Name]
  /// Who agreed to it, where somebody asked for it.
  package let agreedBy: [String]
  /// Whether newer ones decide instead, for all of these and all of its time.
  package let isBeaten: Bool

  /// Nil for one that is over, and for one of what is none of this person's business.
  init?(_ override: Override, _ sees: Set<Name>, _ facts: PageFacts) {
    targets = facts.policy.reached(by: override).filter(sees.contains)
    guard override.until > max(override.from, facts.now), !targets.isEmpty else { return nil }
    agreedBy = facts.agreed[override.id] ?? []
    isBeaten = !targets.contains { facts.decides(override, for: $0) }
    self.override = override
  }
}
