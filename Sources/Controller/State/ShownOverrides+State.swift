package import CivilTime
import Documents
package import Host
import Planning
package import Policies
import Presentation
import Providers
import StateStore

extension ShownOverrides {
  /// Reads the state at `places`; nil for the schedule alone. What is wrong with it is told.
  package init(_ policy: Policy, _ places: Places?, _ environment: Environment, now: Instant) {
    self.init(policy, places.map { StateSnapshot(looking: $0, environment) } ?? StateSnapshot(), environment, now: now)
  }

  /// Of what is `remembered`. What is wrong with that is told, and what keeps the targets `names`, where it names some, from being
  /// as they are wanted: if it `isNow`, as of another time nobody knows that. With `openActions` it is told which actions were tried
  /// in vain, and which are still to be done.
  package init(
    _ policy: Policy, _ remembered: StateSnapshot, _ environment: Environment, now: Instant, about names: [Name] = [],
    isNow: Bool = true, openActions: Bool = false
  ) {
    let overriding = ActiveOverrides(policy, remembered, now: now)
    let about = Set(overriding.policy.members(of: names))
    let open =
      openActions
      ? KnownTrouble.notYetDone(
        overriding.policy, overriding.overlay, remembered, Moments(zone: overriding.policy.zone, now: now)) : []
    let kept = ((isNow ? overriding.kept(at: now) : []) + open).filter { finding in
      names.isEmpty || finding.target.map(about.contains) ?? true
    }
    let warnings = remembered.warnings + overriding.warnings + kept
    for warning in warnings { environment.warn(warning.message.text) }
    let isRead = remembered.memory != nil || !remembered.overrides.isEmpty
    self.init(
      policy: overriding.policy, overlay: overriding.overlay,
      known: isRead
        ? Dictionary(overriding.overrides.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }) : nil,
      warnings: warnings, open: isNow ? overriding.openActions(at: now) : [])
  }
}
