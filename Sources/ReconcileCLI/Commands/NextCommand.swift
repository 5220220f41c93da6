import JSONTree
import Policies
import Reconciliation

/// `reconcile next`: the coming changes, from the policy alone.
enum NextCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let next = NextChanges(policy, now: environment.now(), hours: settings.hours)
    environment.output(settings.format == .json ? next.json.text + "\n" : next.text(settings.style(environment)))
    return .success
  }
}
