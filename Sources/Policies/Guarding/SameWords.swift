/// Whether two policies say the same about targets, so that only overrides can make them stand otherwise.
public struct SameWords: Sendable {
  private let old: Policy
  private let new: Policy
  private let targets: (old: [Name: Target], new: [Name: Target])
  private let lines: (old: StatementsByTarget, new: StatementsByTarget)
  /// Whether times and names of schedules mean the same in both.
  private let isTimeAlike: Bool

  /// Of an edit that makes `new` of `old`, for questions about `names` and whole systems.
  public init(_ old: Policy, _ new: Policy, about names: [Name]) {
    (self.old, self.new) = (old, new)
    targets = (Self.byName(old), Self.byName(new))
    let asked = Set(names).union((old.targets + new.targets).filter(\.selector.isWhole).map(\.name))
    lines = (StatementsByTarget(old, about: asked), StatementsByTarget(new, about: asked))
    isTimeAlike =
      old.zone == new.zone
      && old.schedules.elementsEqual(new.schedules) { $0.name == $1.name && $0.parts == $1.parts }
  }

  /// Whether both say the same, statement by statement, about the targets `names`, which are some of those that were asked
  /// for. What is new, gone or of other objects counts as different.
  public func about(_ names: [Name]) -> Bool {
    isTimeAlike
      && names.allSatisfy { name in
        guard let before = targets.old[name], let after = targets.new[name] else { return false }
        return before.selector == after.selector && before.states == after.states
          && before.otherwise == after.otherwise && before.enforcement == after.enforcement
          && statements(of: old, lines.old, about: name)
            .elementsEqual(statements(of: new, lines.new, about: name)) { $0.saysTheSame(as: $1) }
      }
  }

  private static func byName(_ policy: Policy) -> [Name: Target] {
    Dictionary(policy.targets.map { ($0.name, $0) }) { first, _ in first }
  }

  private func statements(of policy: Policy, _ lines: StatementsByTarget, about name: Name) -> [Statement] {
    (lines.statements[name] ?? []).map { policy.statements[$0] }
  }
}

extension Statement {
  /// Whether `other` wants the same at the same times, where schedules of one name are the same.
  func saysTheSame(as other: Statement) -> Bool {
    state == other.state && when == other.when && atOtherTimes == other.atOtherTimes
  }
}
