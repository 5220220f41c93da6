public import Policies

/// What a policy names on one system, so that a provider need not read what nobody asks for.
public struct NamedObjects: Hashable, Sendable {
  /// What targets name among objects of each kind.
  public var names: [ObjectKind: [ObjectNames]]
  /// What the policy has to do with among domain entries; nil where that is nothing.
  public var domains: DomainInterest?

  /// What a policy names on one system; nothing unless given.
  public init(names: [ObjectKind: [ObjectNames]] = [:], domains: DomainInterest? = nil) {
    self.names = names
    self.domains = domains
  }
}
