import Policies
import Reconciliation

/// `reconcile units`: systemd units that run the policy.
enum UnitsCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let loaded = try loaded(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let request = try UnitRequest(policy, path: loaded.path, invocation, environment)
    loaded.write(to: environment.error)
    let files = invocation.has(.asDaemon) ? [request.daemon] : [request.service, request.timer]
    environment.output(files.map(\.shown).joined(separator: "\n"))
    return .success
  }

  /// The policy, which must name systems: there is nothing to run otherwise.
  private static func loaded(
    _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> LoadedPolicy {
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy, policy.systems.isEmpty else { return loaded }
    return LoadedPolicy(path: loaded.path, environment, takesSketches: false)
  }
}
