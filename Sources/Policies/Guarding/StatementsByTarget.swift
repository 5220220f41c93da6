/// The lines of a policy by the targets that they name, also through a target of targets. One walk over the lines, however many
/// targets are asked for.
public struct StatementsByTarget: Sendable {
  /// For a target the indices of the statements that name it, in the order of the file.
  public private(set) var statements: [Name: [Int]] = [:]
  /// The same of the edges.
  public private(set) var edges: [Name: [Int]] = [:]

  /// Those of `policy` that name any of `targets`.
  public init(_ policy: Policy, about targets: some Sequence<Name>) {
    let (groups, asked) = (TargetGroups(policy.targets), Set(targets))
    for (index, statement) in policy.statements.enumerated() {
      for name in groups.members(of: statement.subjects) where asked.contains(name) {
        statements[name, default: []].append(index)
      }
    }
    for (index, edge) in policy.edges.enumerated() {
      for name in groups.members(of: edge.subjects) where asked.contains(name) {
        edges[name, default: []].append(index)
      }
    }
  }
}
