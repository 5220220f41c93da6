import Reconciliation

/// `reconcile override`: lets something else than the schedule hold for a while.
enum OverrideCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    environment.error("reconcile: not there yet\n")
    return .failure
  }
}
