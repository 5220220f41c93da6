/// What a policy wants done at times on one system, target by target.
public struct ActionTimes {
  private let policy: Policy
  private let groups: TargetGroups
  private let schedules: Schedules
  private let system: Name

  /// What `policy` wants done on `system`.
  public init(_ policy: Policy, on system: Name) {
    self.policy = policy
    self.system = system
    groups = TargetGroups(policy.targets)
    schedules = Schedules(policy)
  }

  /// The targets whose action may give freedom, and that `older` does not have do the same at the same times, in the order
  /// of the file. What is done at fewer times, or may be done for a shorter time after them, is not among them.
  public func loosened(beside older: ActionTimes) -> [Name] {
    policy.targets.compactMap { target in
      guard let action = action(of: target), !action.isRestricting else { return nil }
      let edges = edges(of: target.name)
      if edges.isEmpty { return nil }
      let before = older.policy.targets.first { $0.name == target.name }.flatMap(older.action)
      let known = before == action ? older.edges(of: target.name) : []
      return edges.allSatisfy { edge in known.contains { includes($0, of: older, edge) } } ? nil : target.name
    }
  }

  private func action(of target: Target) -> SelectorKind.Action? {
    if case .action(system, _, let action) = target.selector { action } else { nil }
  }

  private func edges(of target: Name) -> [Edge] {
    policy.edges.filter { groups.members(of: $0.subjects).contains(target) }
  }

  /// Whether `before`, of `older`, wants it whenever `edge` does.
  private func includes(_ before: Edge, of older: ActionTimes, _ edge: Edge) -> Bool {
    policy.zone == older.policy.zone && edge.days == before.days && edge.graceSeconds <= before.graceSeconds
      && Set(edge.times).isSubset(of: before.times)
      && edge.days.names.allSatisfy { schedules.saysTheSame(as: older.schedules, about: $0) }
  }
}
