/// Whether two policies say the same about targets, so that only overrides can make them stand otherwise.
public struct SameWords {
  private let old: Policy
  private let new: Policy
  private let groups: (old: TargetGroups, new: TargetGroups)
  /// Whether times and names of schedules mean the same in both.
  private let isTimeAlike: Bool

  /// Of an edit that makes `new` of `old`.
  public init(_ old: Policy, _ new: Policy) {
    (self.old, self.new) = (old, new)
    groups = (TargetGroups(old.targets), TargetGroups(new.targets))
    isTimeAlike =
      old.zone == new.zone
      && old.schedules.elementsEqual(new.schedules) { $0.name == $1.name && $0.parts == $1.parts }
  }

  /// Whether both say the same, statement by statement, about the targets `names`. What is new, gone or of other
  /// objects counts as different.
  public func about(_ names: [Name]) -> Bool {
    isTimeAlike
      && names.allSatisfy { name in
        guard let before = old.targets.first(where: { $0.name == name }),
          let after = new.targets.first(where: { $0.name == name })
        else { return false }
        return before.selector == after.selector && before.states == after.states
          && before.otherwise == after.otherwise && before.enforcement == after.enforcement
          && statements(of: old, groups.old, about: name)
            .elementsEqual(statements(of: new, groups.new, about: name), by: Self.isAlike)
      }
  }

  private func statements(of policy: Policy, _ groups: TargetGroups, about name: Name) -> [Statement] {
    policy.statements.filter { groups.members(of: $0.subjects).contains(name) }
  }

  private static func isAlike(_ left: Statement, _ right: Statement) -> Bool {
    left.state == right.state && left.when == right.when && left.atOtherTimes == right.atOtherTimes
  }
}
