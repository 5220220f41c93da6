import CivilTime
import Controller
import Host
import JSONTree
import Policies
import Presentation
import Providers
import Planning

/// `reconcile next`: the coming changes, from the policy and the overrides that the state knows.
enum NextCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let hours = try invocation.count(.hours, within: 1...366 * 24) ?? 48
    let loaded = try invocation.policy(environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let now = environment.now()
    let remembered = invocation.shownState(environment).map { StateSnapshot(looking: $0, environment) }
    let operands = invocation.operands + invocation.targets
    let shown = ShownOverrides(
      policy, remembered ?? StateSnapshot(), environment, now: now, about: operands.map { Name($0.lowercased()) },
      openActions: true)
    let targets = try ExplainCommand.targets(operands, shown.policy, environment)
    let next = NextChanges(shown, of: targets, now: now, hours: hours)
    environment.output(output.format == .json ? next.json.line : next.text(output.style(environment)))
    return .success
  }
}
