import CivilTime
package import Host
import Planning
import Policies
import StateStore

extension StateSnapshot {
  /// The policy that is followed where `policy` is asked for: of what guards hold the version before the edit.
  func followed(_ policy: Policy, now: Instant) -> Policy {
    approved.isEmpty ? policy : ActiveOverrides(policy, self, now: now).held?.policy ?? policy
  }
}

extension LoadedPolicy {
  /// The same as it is followed with the state at `places`: of what guards hold the version before the edit. A state that
  /// cannot be read is for who reads it next to tell of.
  package func asFollowed(at places: Places, _ environment: Environment) -> LoadedPolicy {
    guard let policy else { return self }
    return following(StateSnapshot(looking: places, environment).followed(policy, now: environment.now()))
  }
}
