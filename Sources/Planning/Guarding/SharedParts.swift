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
    func waits(_ place: Int) -> Bool { !(reasons[targets[place].name]?.isEmpty ?? true) }
    /// For each part the first target that waits.
    var waiting: [Part: Int] = [:]
    func note(_ place: Int) { waiting.merge(parts(of: targets[place].name).map { ($0, place) }) { first, _ in first } }
    for place in targets.indices where waits(place) { note(place) }
    var isSpreading = true
    while isSpreading {
      isSpreading = false
      for place in targets.indices where !waits(place) {
        guard let other = parts(of: targets[place].name).compactMap({ waiting[$0] }).min() else { continue }
        reasons[targets[place].name] = [.linked(targets[other].name)]
        note(place)
        isSpreading = true
      }
    }
  }

  /// `held` in lists that hang together.
  func grouped(_ held: [HeldEdits.Held]) -> [[HeldEdits.Held]] {
    var groups: [Int: (held: [HeldEdits.Held], parts: Set<Part>)] = [:]
    var groupOf: [Part: Int] = [:]
    for (number, target) in held.enumerated() {
      var (members, parts): ([HeldEdits.Held], Set<Part>) = ([], parts(of: target.target.name))
      for other in Set(parts.compactMap { groupOf[$0] }).sorted() {
        guard let joined = groups.removeValue(forKey: other) else { continue }
        members = members.isEmpty ? joined.held : members + joined.held
        parts.formUnion(joined.parts)
      }
      members.append(target)
      for part in parts { groupOf[part] = number }
      groups[number] = (members, parts)
    }
    return groups.sorted { $0.key < $1.key }.map(\.value.held)
  }

  private func parts(of target: Name) -> Set<Part> { changed[target] ?? [] }
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
