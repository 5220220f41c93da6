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

extension Planner {
  /// What the policy names on `system`.
  public func named(on system: Name) -> NamedObjects {
    let wifi = targets.compactMap { target in
      if case .wifi(system, let names) = target.selector { names } else { nil }
    }
    return NamedObjects(wifi: wifi, entries: entryInterest(on: system))
  }

  /// Also targets that this run does not look after say which entries are theirs.
  private func entryInterest(on system: Name) -> EntryInterest? {
    let wanted = policy.targets.filter { $0.selector.system == system }.compactMap(\.selector.entries)
    let left = closings.map(\.key).filter { $0.system == system && $0.kind == .domain }.compactMap(\.id)
    guard !wanted.isEmpty || !left.isEmpty else { return nil }
    return EntryInterest(wanted, leftBehind: left, mark: EntryTable.mark(of: policy.owner))
  }
}
