import CivilTime
import Policies
import Reconciliation

/// `reconcile timeline`: what holds when, from the policy and the overrides that the state knows.
enum TimelineCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let zone = policy.zone
    let now = environment.now()
    let asked = TimelineRange(zone: zone, now: now, format: settings.format)
    let first = try settings.instant(.from, as: .start, in: zone, now: now) ?? asked.beginning
    if invocation.has(.to), invocation.has(.days) { throw UsageError.daysAndTo }
    let last =
      try settings.instant(.to, as: .end(after: first), in: zone, now: now)
      ?? (invocation.has(.days) ? asked.later(first, days: settings.days) : nil)
    let range = try asked.range(from: first, to: last)
    let shown = ShownOverrides(policy, invocation, environment, now: now)
    let targets = try ExplainCommand.targets(
      invocation.operands + settings.targets, shown.policy, environment)
    let view = TimelineView(shown: shown, targets: targets, range: range, now: now)
    try asked.check(rows: view.rowCount)
    environment.output(view.text(in: settings.format, settings.style(environment)))
    return .success
  }
}
