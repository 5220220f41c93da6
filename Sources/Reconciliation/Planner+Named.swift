public import Policies
public import Providers
public import Providers

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
