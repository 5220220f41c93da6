import Policies

/// A version of a policy, with what is looked up in it for one guarded target after the other.
struct PolicyIndex: Sendable {
  let policy: Policy
  let groups: TargetGroups
  private let targets: [Name: Target]
  private let implicit: Set<Name>
  private let systems: [Name: System]
  private let containing: [Name: [Name]]

  init(_ policy: Policy) {
    self.policy = policy
    groups = TargetGroups(policy.targets)
    targets = Dictionary(policy.everyTarget.map { ($0.name, $0) }) { first, _ in first }
    implicit = Set(policy.implicitTargets.map(\.name))
    systems = Dictionary(policy.systems.map { ($0.name, $0) }) { first, _ in first }
    containing = groups.containing
  }

  /// The target `name`, also where nothing in the file names it.
  func target(_ name: Name) -> Target? { targets[name] }

  /// Whether nothing in the file names the target `name`.
  func isImplicit(_ name: Name) -> Bool { implicit.contains(name) }

  /// The system `name`.
  func system(_ name: Name) -> System? { systems[name] }

  /// The targets of targets that `name` is a part of.
  func groups(of name: Name) -> [Name] { containing[name] ?? [] }

  /// The target that `system` itself is, whose switch lets everything else on it go; nil where it has none.
  func carrier(of system: Name) -> Target? {
    policy.everyTarget.first { $0.isCarrier && $0.selector.system == system }
  }
}
