import CivilTime

/// What targets of a new policy were called in the old one: a target that is new is one that is gone if both are the same but
/// for the name, and no other is.
struct FormerNames {
  private let old: Set<Name>
  private let new: Set<Name>
  private let renamed: [Name: Name]

  init(_ old: Policy, _ new: Policy) {
    (self.old, self.new) = (Set(old.targets.map(\.name)), Set(new.targets.map(\.name)))
    let gone = Self.alone(old.targets, beside: self.new)
    let added = Self.alone(new.targets, beside: self.old)
    var renamed: [Name: Name] = [:]
    for (look, target) in added { renamed[target] = gone[look] }
    self.renamed = renamed
  }

  /// The targets of `targets` that are not among `others`, by what they select; those that select the same are left out.
  private static func alone(_ targets: [Target], beside others: Set<Name>) -> [Selector: Name] {
    let own = targets.filter { !others.contains($0.name) }
    return Dictionary(grouping: own, by: \.selector).compactMapValues { $0.count == 1 ? $0[0].name : nil }
  }

  /// What `target` is called in the old policy, where that is one of `known`; nil where it is new there.
  func former(of target: Name, among known: Set<Name>) -> Name? {
    let name = old.contains(target) ? target : renamed[target] ?? target
    return known.contains(name) ? name : nil
  }

  /// Those of `known` that the new policy has under no name, or as another sort of target: they are not among `present`.
  func gone(among known: [Name], beside present: [Name]) -> [Name] {
    let (present, taken) = (Set(present), Set(renamed.values))
    return known.filter { !present.contains($0) && !taken.contains($0) }
  }
}

extension Policy {
  /// The state that each target is in where no line is about it.
  var restingStates: [Name: TargetState] {
    Dictionary(everyTarget.compactMap { target in target.otherwise.map { (target.name, $0) } }) { first, _ in first }
  }
}

extension TimelineInterval {
  /// What is left alone throughout `range`.
  static func leaving(_ range: Range<Instant>) -> [TimelineInterval] {
    [TimelineInterval(range: range, state: .leave, decidedBy: .otherwise)]
  }
}
