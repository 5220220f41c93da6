public import Policies
public import Providers

extension Planner {
  /// What the policy names on `system`.
  public func named(on system: System) -> NamedObjects {
    var names: [ObjectKind: [ObjectNames]] = [:]
    for target in targets {
      if case .objects(system.name, let kind, let those, _) = target.selector {
        names[kind.object, default: []].append(those)
      }
    }
    return NamedObjects(names: names, domains: domainInterest(on: system))
  }

  /// Also targets that this run does not look after say which entries are theirs.
  private func domainInterest(on system: System) -> DomainInterest? {
    let wanted = policy.targets.filter { $0.selector.system == system.name }.compactMap(\.selector.entries)
    let kinds = Set(system.kind.selectors.filter(\.isOfEntries).map(\.object))
    let left = closings.map(\.key).filter { $0.system == system.name && kinds.contains($0.kind) }.map(\.id)
    guard !wanted.isEmpty || !left.isEmpty else { return nil }
    return DomainInterest(wanted, leftBehind: left, mark: DomainTable.mark(of: policy.owner))
  }
}
