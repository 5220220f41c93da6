import Policies

/// What several guarded targets share and an edit changes: there is only one of it, so that what hangs on it waits together.
struct SharedParts {
  private let targets: [ApprovedTarget]
  /// For each target what of its surroundings the new version has otherwise.
  private let changed: [Name: Set<Part>]

  fileprivate enum Part: Hashable {
    /// The zone, the owner, or how many changes there may be at once.
    case file
    /// A system, or what switches all of it.
    case system(Name)
  }

  /// Of `targets`, by the reviews of the versions in which they are approved.
  init(_ targets: [ApprovedTarget], _ reviews: [String: EditReview]) {
    self.targets = targets
    changed = Dictionary(targets.map { ($0.name, reviews[$0.version]?.changedParts(around: $0.name) ?? []) }) {
      first, _ in
      first
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

extension EditReview {
  /// What of the surroundings of the target `name` the new version has otherwise.
  fileprivate func changedParts(around name: Name) -> Set<SharedParts.Part> {
    var parts: Set<SharedParts.Part> = []
    let (old, new) = (approved.policy, new.policy)
    if old.zone != new.zone || old.owner != new.owner || old.maxChanges != new.maxChanges { parts.insert(.file) }
    if let target = approved.target(name), let place = target.selector.system, let system = system(of: target),
      !system.isDefinedAlike || !system.aliases.isEmpty || !system.isCarriedAlike
    {
      parts.insert(.system(place))
    }
    return parts
  }
}
