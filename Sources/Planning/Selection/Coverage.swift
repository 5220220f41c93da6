public import Policies
public import Providers
import Text

extension Policy {
  /// Whether some target of this policy names whatever `target`, of the policy `old`, can have switched: by what the
  /// selectors mean, so that their order, their spelling and the target's name do not matter. In doubt it does not.
  public func covers(_ target: Target, of old: Policy) -> Bool {
    let selectors = targets.map(\.selector)
    let renamed = SystemMoves(from: old, to: self).renamed
    switch target.selector {
    case .objects(let before, let kind, let names, _):
      let system = renamed[before] ?? before
      let present = selectors.compactMap { selector in
        if case .objects(system, kind, let names, _) = selector { names } else { nil }
      }
      return names.included.allSatisfy { name in
        names.excluded.contains { $0.covers(name) } || present.contains { $0.covers(name, without: names.excluded) }
      }
    // It switches nothing.
    case .action: return true
    case .whole(let before, let kind): return selectors.contains(.whole(system: renamed[before] ?? before, kind))
    case .entries(let before, let kind, let entries):
      let system = renamed[before] ?? before
      let present = selectors.compactMap { if case .entries(system, kind, let entries) = $0 { entries } else { nil } }
      // What the file owns and does not name is removed there.
      if owner == old.owner, present.contains(where: \.prune) { return true }
      return Set(present.flatMap(\.ids)).isSuperset(of: entries.ids)
    // What is made for a target is known by the target's name.
    case .devices(let before, let kind, _):
      let system = renamed[before] ?? before
      return targets.contains { $0.name == target.name && $0.selector.kind == kind && $0.selector.system == system }
        || owner == old.owner && systems.contains { $0.name == system && $0.prunes(kind) }
    case .targets, .unspecified: return true
    }
  }
}

extension Target {
  /// Whether this target names, in the same way, whatever `other` names; a pattern leaves alone what a name selects.
  func keeps(_ other: Target) -> Bool {
    switch (other.selector, selector) {
    case (.objects(_, _, let old, _), .objects(_, _, let names, _)):
      old.included.allSatisfy { name in
        let alike = ObjectNames(included: names.included.filter { $0.isOfSort(of: name) }, excluded: names.excluded)
        return old.excluded.contains { $0.covers(name) } || alike.covers(name, without: old.excluded)
      }
    case (.entries(_, _, let old), .entries(_, _, let entries)): entries.ids.isSuperset(of: old.ids)
    case (.devices(_, _, let old), .devices(_, _, let selection)): selection.covers(old)
    default: selector == other.selector
    }
  }
}

extension ObjectNames {
  /// Whether these pick all that `name` picks, apart from what `excluded` takes out of it.
  fileprivate func covers(_ name: ObjectName, without excluded: [ObjectName]) -> Bool {
    guard included.contains(where: { $0.covers(name) }) else { return false }
    return self.excluded.allSatisfy { taken in
      excluded.contains { $0.covers(taken) } || !taken.mayMeet(name)
    }
  }
}

extension ObjectName {
  /// Whether every object that `other` picks is picked by this too. Which name an object with an id has is not known.
  fileprivate func covers(_ other: ObjectName) -> Bool {
    switch (self, other) {
    case (.id(let id), .id(let other)): id.lowercased() == other.lowercased()
    case (.name(let name), .name(let other)): FoldedName(name) == FoldedName(other)
    // A wildcard of `other` is met by a wildcard only: no `?` here for a `*` there.
    case (.pattern(let pattern), .name(let other)): NamePattern(pattern).fits(FoldedName(other))
    case (.pattern(let pattern), .pattern(let other)): NamePattern(pattern).covers(NamePattern(other))
    case (.pattern(let pattern), .id): pattern.allSatisfy { $0 == "*" }
    case (.id, _), (.name, _): false
    }
  }

  /// Whether both are names, patterns or ids.
  fileprivate func isOfSort(of other: ObjectName) -> Bool {
    switch (self, other) {
    case (.name, .name), (.pattern, .pattern), (.id, .id): true
    case (.name, _), (.pattern, _), (.id, _): false
    }
  }

  /// Whether there may be an object that both pick.
  fileprivate func mayMeet(_ other: ObjectName) -> Bool {
    switch (self, other) {
    case (.id, .id), (.name, .name): covers(other)
    case (.name, .pattern): other.covers(self)
    case (.pattern, .name): covers(other)
    case (.id, _), (_, .id), (.pattern, .pattern): true
    }
  }
}

extension DomainEntries {
  /// The ids of all of them.
  var ids: Set<String> { Set(all(groups: [], mark: "").map { $0.id.lowercased() }) }
}

extension DeviceSelection {
  /// Whether these devices and this traffic hold all of `other`.
  func covers(_ other: DeviceSelection) -> Bool {
    guard addresses.isSuperset(of: other.addresses) else { return false }
    if isOfAllTraffic { return true }
    return !other.isOfAllTraffic && Set(apps.map(\.folded)).isSuperset(of: other.apps.map(\.folded))
      && Set(categories.map(\.folded)).isSuperset(of: other.categories.map(\.folded))
      && Set(sites).isSuperset(of: other.sites)
  }
}

extension TrafficName {
  /// One text for everything that means the same.
  fileprivate var folded: FoldedName { FoldedName(asWritten) }
}

extension Policy {
  /// Whether what the file has made at `key` is removed once no target names it.
  public func prunes(_ key: ObjectKey) -> Bool {
    let isOfDevices = systems.contains { system in
      system.name == key.system && system.kind.selectors.contains { $0.object == key.kind && system.prunes($0) }
    }
    return isOfDevices
      || targets.contains { target in
        if case .entries(let system, let kind, let entries) = target.selector {
          system == key.system && kind.object == key.kind && entries.prune
        } else {
          false
        }
      }
  }
}

extension System {
  /// Whether what was made for targets that are gone is removed from it.
  func prunes(_ selector: SelectorKind) -> Bool {
    if case .devices(let key, _) = selector.form { flag(key) } else { false }
  }
}
