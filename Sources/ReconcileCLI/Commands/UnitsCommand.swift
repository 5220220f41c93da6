import Reconciliation

/// `reconcile units`: systemd units that run the policy.
enum UnitsCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    environment.error("reconcile: not there yet\n")
    return .failure
  }
}
