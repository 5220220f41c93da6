import Reconciliation

/// `reconcile history`: what was observed and done.
enum HistoryCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    environment.error("reconcile: not there yet\n")
    return .failure
  }
}
