import Documents

/// Statements and edges that one version of a policy takes over from another one, with the schedules that they speak of.
public struct BorrowedStatements {
  /// The statements, about the target that was asked for and no other one.
  public fileprivate(set) var statements: [Statement] = []
  /// The edges, about the same target.
  public fileprivate(set) var edges: [Edge] = []
  /// The schedules that they need, beside those of the version that takes them over.
  public fileprivate(set) var schedules: [NamedSchedule] = []
}

/// A version of a policy of which another one takes over what it says about targets.
public struct StatementLender {
  /// What the file of a statement is called by that is followed and not in the file any more.
  public static let mark = " (approved)"

  private let source: Policy
  private let naming: StatementsByTarget
  private let own: Schedules
  private var alike: AlikeSchedules

  /// What `source` says about `targets`, for `policy`.
  public init(_ source: Policy, about targets: [Name], for policy: Policy) {
    self.source = source
    naming = StatementsByTarget(source, about: targets)
    own = Schedules(source)
    alike = AlikeSchedules(Schedules(policy), own)
  }

  /// What it says about `target`. A schedule whose name means something else in the other version gets another one, which no
  /// file can have: `holidays@1`, by the `number` of what is taken over.
  public mutating func statements(about target: Name, number: Int) -> BorrowedStatements {
    let spoken = (naming.statements[target] ?? []).map { source.statements[$0] }
    let done = (naming.edges[target] ?? []).map { source.edges[$0] }
    let needed = own.closure(of: spoken.flatMap { $0.when.flatMap(\.names) } + done.flatMap(\.days.names))
    let other = Set(needed.filter { !alike.contains($0) })
    let renamed = { (name: Name) in other.contains(name) ? Name("\(name)@\(number)") : name }
    var borrowed = BorrowedStatements()
    borrowed.statements = spoken.map { statement in
      var statement = statement
      statement.subjects = [target]
      statement.when = statement.when.map { $0.renaming(renamed) }
      statement.span.file += Self.mark
      return statement
    }
    borrowed.edges = done.map { edge in
      var edge = edge
      edge.subjects = [target]
      edge.days = edge.days.renaming(renamed)
      edge.span.file += Self.mark
      return edge
    }
    borrowed.schedules = source.schedules.filter { other.contains($0.name) }.map { schedule in
      var schedule = schedule
      schedule.name = renamed(schedule.name)
      schedule.parts = schedule.parts.map { $0.renaming(renamed) }
      return schedule
    }
    return borrowed
  }
}
