package import CivilTime
package import Planning
import Policies

extension ActiveOverrides {
  /// The actions that have fallen due, and that a run at `now` would do as far as nothing keeps them from that, by time. What
  /// another policy expected that is followed is nothing of this one.
  package func openActions(at now: Instant) -> [OpenAction] {
    OpenAction.all(policy, overlay, known: remembered.expectingOnly(of: policy).actions, at: now)
  }
}
