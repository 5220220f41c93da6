import CivilTime
import JSONTree
import Policies
import Reconciliation

/// `reconcile next`: the coming changes, from the policy and the overrides that the state knows.
enum NextCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let now = environment.now()
    let shown = ShownOverrides(policy, invocation, environment, now: now)
    let targets = try ExplainCommand.targets(
      invocation.operands + settings.targets, shown.policy, environment)
    let next = NextChanges(shown, of: targets, now: now, hours: settings.hours)
    environment.output(settings.format == .json ? next.json.line : next.text(settings.style(environment)))
    return .success
  }
}
