import CivilTime

/// What a policy wants done at times on one system, target by target.
public struct ActionTimes {
  private let zone: Zone
  private let schedules: Schedules
  /// The actions of the targets there, in the order of the file.
  private let actions: [(target: Name, action: SelectorKind.Action)]
  private let edges: [Name: [Edge]]

  /// What `policy` wants done on `system`.
  public init(_ policy: Policy, on system: Name) {
    (zone, schedules) = (policy.zone, Schedules(policy))
    actions = policy.targets.compactMap { target in
      if case .action(system, _, let action) = target.selector { (target.name, action) } else { nil }
    }
    let lines = StatementsByTarget(policy, about: actions.map(\.target))
    edges = lines.edges.mapValues { $0.map { policy.edges[$0] } }
  }

  /// The targets whose action may give freedom, and that `older` does not have do the same at the same times, in the order
  /// of the file. What is done at fewer times, or may be done for a shorter time after them, is not among them.
  public func loosened(beside older: ActionTimes) -> [Name] {
    let before = Dictionary(older.actions.map { ($0.target, $0.action) }) { first, _ in first }
    var alike = AlikeSchedules(schedules, older.schedules)
    return actions.compactMap { target, action in
      guard !action.isRestricting, let edges = edges[target] else { return nil }
      let isTheSame = zone == older.zone && before[target] == action
      let graces = Self.graces(isTheSame ? older.edges[target] ?? [] : [])
      let isKnown = edges.allSatisfy { edge in
        edge.times.allSatisfy { (graces[edge.days]?[$0] ?? -1) >= edge.graceSeconds }
          && edge.days.names.allSatisfy { alike.contains($0) }
      }
      return isKnown ? nil : target
    }
  }

  /// For how long after each time of certain days one of `edges` may still be done, in seconds.
  private static func graces(_ edges: [Edge]) -> [Schedule: [TimeOfDay: Int]] {
    edges.reduce(into: [:]) { graces, edge in
      for time in edge.times {
        let longest = graces[edge.days]?[time] ?? 0
        graces[edge.days, default: [:]][time] = max(longest, edge.graceSeconds)
      }
    }
  }
}
