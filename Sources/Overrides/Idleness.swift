package import Controller
package import Policies

/// Why what somebody has agreed to, or wants to, would do nothing.
package enum Idleness: Hashable, Sendable {
  /// The policy has no such target, or none any more.
  case gone
  /// No target that it names can have its state, or may have it.
  case unsuited
  /// Every target that it counts for is only observed.
  case observed
  /// Nothing of it is left behind any more.
  case notLeftBehind
}

extension ActiveOverrides {
  /// Why `override` does nothing by what the policy says of its targets; nil where it does something.
  package func idleness(of override: Override) -> Idleness? {
    let reach = OverrideReach(of: override, in: policy)
    if reach.isEmpty { return .gone }
    if reach.reached.isEmpty { return .unsuited }
    return reach.isObserved ? .observed : nil
  }
}
