package import CivilTime
package import Host
package import Policies
import Presentation
import Providers
import Reconciliation
import StateStore

extension ShownOverrides {
  /// Reads the state at `places`; nil for the schedule alone. What is wrong with it is told.
  package init(_ policy: Policy, _ places: Places?, _ environment: Environment, now: Instant) {
    let remembered = places.map { StateSnapshot(looking: $0, environment) } ?? StateSnapshot()
    let overriding = ActiveOverrides(policy, remembered, now: now)
    let warnings = remembered.warnings + overriding.warnings
    for warning in warnings { environment.warn(warning.notice.message) }
    let isRead = remembered.memory != nil || !remembered.overrides.isEmpty
    self.init(
      policy: overriding.policy, overlay: overriding.overlay,
      known: isRead
        ? Dictionary(overriding.overrides.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }) : nil,
      warnings: warnings)
  }
}
