/// The pairs of states that the statements of a policy speak of.
struct SpokenStates {
  private let groups: TargetGroups
  private let pairs: [Name: StatePair]

  init(_ policy: Policy) {
    groups = TargetGroups(policy.targets)
    pairs = Dictionary(policy.targets.compactMap { target in target.states.map { (target.name, $0) } }) { first, _ in
      first
    }
  }

  /// That of the targets of `statement`, which is one.
  func pair(of statement: Statement) -> StatePair {
    groups.members(of: statement.subjects).lazy.compactMap { pairs[$0] }.first ?? .onOff
  }
}
