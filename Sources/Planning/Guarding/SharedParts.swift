import Policies

/// What several guarded targets share and an edit changes: there is only one of it, so that what hangs on it waits together.
struct SharedParts {
  private let targets: [ApprovedTarget]
  /// For each target what of its surroundings the new version has otherwise.
  private let changed: [Name: Set<Part>]

  private enum Part: Hashable {
    /// The zone, the owner, or how many changes there may be at once.
    case file
    /// A system, or what switches all of it.
    case system(Name)
  }

  /// Of `targets`, where `new` is the version that is looked at.
  init(_ targets: [ApprovedTarget], beside new: Policy) {
    self.targets = targets
    changed = Dictionary(targets.map { ($0.name, Self.changed($0, new)) }) { first, _ in first }
  }

  private static func changed(_ target: ApprovedTarget, _ new: Policy) -> Set<Part> {
    let old = target.policy
    var parts: Set<Part> = []
    if old.zone != new.zone || old.owner != new.owner || old.maxChanges != new.maxChanges { parts.insert(.file) }
    if let system = target.system {
      let isSame = old.system(system)?.isDefined(like: new.system(system)) ?? true
      if !isSame || !new.aliases(of: system, beside: old).isEmpty || !isCarriedAlike(system, old, new) {
        parts.insert(.system(system))
      }
    }
    return parts
  }

  /// Whether both versions say the same about what switches all of `system`.
  private static func isCarriedAlike(_ system: Name, _ old: Policy, _ new: Policy) -> Bool {
    switch (old.carrier(of: system), new.carrier(of: system)) {
    case (nil, nil): true
    case (let before?, let after?):
      switch (old.isNamed(before), new.isNamed(after)) {
      case (true, true): SameWords(old, new).about([before.name])
      case (false, false): before.otherwise == after.otherwise && before.enforcement == after.enforcement
      case (true, false), (false, true): false
      }
    case (nil, _), (_, nil): false
    }
  }

  /// Lets wait what shares a changed part with a target that waits.
  func spread(_ reasons: inout [Name: [EditReason]]) {
    while let (target, other) = linked(reasons) { reasons[target] = [.linked(other)] }
  }

  /// A target that does not wait yet, and one that does and hangs together with it.
  private func linked(_ reasons: [Name: [EditReason]]) -> (Name, Name)? {
    for target in targets where reasons[target.name]?.isEmpty ?? true {
      let other = targets.first { !(reasons[$0.name]?.isEmpty ?? true) && isLinked($0, target) }
      if let other { return (target.name, other.name) }
    }
    return nil
  }

  private func isLinked(_ left: ApprovedTarget, _ right: ApprovedTarget) -> Bool {
    !(changed[left.name] ?? []).isDisjoint(with: changed[right.name] ?? [])
  }

  /// `held` in lists that hang together.
  func grouped(_ held: [HeldEdits.Held]) -> [[HeldEdits.Held]] {
    var groups: [[HeldEdits.Held]] = []
    for target in held {
      let joined = groups.filter { $0.contains { isLinked($0.target, target.target) } }
      groups.removeAll { group in group.contains { isLinked($0.target, target.target) } }
      groups.append(joined.flatMap(\.self) + [target])
    }
    return groups
  }
}

extension Policy {
  /// Whether something in the file names `target`.
  fileprivate func isNamed(_ target: Target) -> Bool { targets.contains { $0.name == target.name } }
}
