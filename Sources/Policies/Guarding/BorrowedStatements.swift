import Documents

/// Statements and edges that one version of a policy takes over from another one, with the schedules that they speak of.
public struct BorrowedStatements {
  /// The statements, about the target that was asked for and no other one.
  public private(set) var statements: [Statement] = []
  /// The edges, about the same target.
  public private(set) var edges: [Edge] = []
  /// The schedules that they need, beside those of the version that takes them over.
  public private(set) var schedules: [NamedSchedule] = []

  /// What `source` says about `target`, for `policy`. A schedule whose name means something else there gets another one,
  /// which no file can have: `holidays@1`, by the `number` of the source.
  public init(about target: Name, from source: Policy, for policy: Policy, number: Int) {
    let groups = TargetGroups(source.targets)
    let spoken = source.statements.compactMap { statement -> Statement? in
      guard groups.members(of: statement.subjects).contains(target) else { return nil }
      var statement = statement
      statement.subjects = [target]
      return statement
    }
    let done = source.edges.compactMap { edge -> Edge? in
      guard groups.members(of: edge.subjects).contains(target) else { return nil }
      var edge = edge
      edge.subjects = [target]
      return edge
    }
    let known = Schedules(policy)
    let own = Schedules(source)
    let needed = own.closure(of: spoken.flatMap { $0.when.flatMap(\.names) } + done.flatMap(\.days.names))
    let renamed = { (name: Name) in
      known.saysTheSame(as: own, about: name) ? name : Name("\(name)@\(number)")
    }
    statements = spoken.map { statement in
      var statement = statement
      statement.when = statement.when.map { $0.renaming(renamed) }
      statement.span.file += " (approved)"
      return statement
    }
    edges = done.map { edge in
      var edge = edge
      edge.days = edge.days.renaming(renamed)
      edge.span.file += " (approved)"
      return edge
    }
    schedules = source.schedules.filter { needed.contains($0.name) && renamed($0.name) != $0.name }.map { schedule in
      var schedule = schedule
      schedule.name = renamed(schedule.name)
      schedule.parts = schedule.parts.map { $0.renaming(renamed) }
      return schedule
    }
  }
}

/// The named schedules of a policy.
struct Schedules {
  private let byName: [Name: NamedSchedule]

  init(_ policy: Policy) {
    byName = Dictionary(policy.schedules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// `names` and all that they speak of; there is no circle.
  func closure(of names: [Name]) -> Set<Name> {
    var found: Set<Name> = []
    var rest = names
    while let name = rest.popLast() {
      if found.insert(name).inserted { rest += byName[name]?.parts.flatMap(\.names) ?? [] }
    }
    return found
  }

  /// Whether `name`, and all that it speaks of, is written alike in both.
  func saysTheSame(as other: Schedules, about name: Name) -> Bool {
    other.closure(of: [name]).allSatisfy { name in
      byName[name]?.parts == other.byName[name]?.parts && byName[name] != nil
    }
  }
}
