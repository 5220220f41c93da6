public import Policies

/// What a policy names on one system, so that a provider need not read what nobody asks for.
public struct NamedObjects: Hashable, Sendable {
  /// What targets name among WiFi broadcasts.
  public var wifi: [ObjectNames]
  /// What the policy has to do with among domain entries; nil where that is nothing.
  public var entries: EntryInterest?

  /// What a policy names on one system; nothing unless given.
  public init(wifi: [ObjectNames] = [], entries: EntryInterest? = nil) {
    self.wifi = wifi
    self.entries = entries
  }
}
