import CivilTime
import Policies
import Reconciliation

/// `reconcile timeline`: what holds when, from the policy alone.
enum TimelineCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let settings = try RunSettings(invocation)
    let loaded = try LoadedPolicy(invocation, environment)
    guard let policy = loaded.policy else { return loaded.refuse(environment) }
    let zone = policy.zone
    let now = environment.now()
    let asked = TimelineRange(zone: zone, now: now, format: settings.format)
    let first = try settings.instant(.from, as: .start, in: zone, now: now) ?? asked.beginning
    let range = try asked.range(
      from: first, to: try settings.instant(.to, as: .end(after: first), in: zone, now: now))
    let view = TimelineView(policy: policy, range: range, now: now)
    try asked.check(rows: view.rowCount)
    environment.output(view.text(in: settings.format, settings.style(environment)))
    return .success
  }
}
