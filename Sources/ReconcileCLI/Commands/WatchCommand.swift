import Reconciliation

/// `reconcile watch`: stays, and applies whenever something is due.
enum WatchCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    environment.error("reconcile: not there yet\n")
    return .failure
  }
}
