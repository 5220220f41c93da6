package import Approvals
package import CivilTime
import Policies

extension ApprovalRequest {
  /// Who has to agree as things are at `now` by `judge`, the policy that is followed: the guards of what would be loosened.
  /// If that is nothing any more, the guards of what it is about; if nobody guards it, whoever manages it.
  ///
  /// Whoever shows a request and whoever decides about it ask here, so that nobody sees a yes that is refused. A request
  /// that is about no overrides keeps the approvers that it was made with.
  package func needs(by judge: GuardingPolicy, at now: Instant) -> [ApprovalNeed] {
    if deed.overrides.isEmpty { return needs }
    let loosening = GuardedChange(deed, judge, now: now).needs
    if !loosening.isEmpty { return loosening }
    let targets = judge.policy.members(of: targets)
    let guards = GuardedChange.needs(of: targets, in: judge.policy)
    if !guards.isEmpty { return guards }
    // A need that nobody can meet keeps a target closed that nobody manages.
    return targets.map { ApprovalNeed(approvers: judge.policy.deciders(of: $0), needsAll: false) }
  }
}
