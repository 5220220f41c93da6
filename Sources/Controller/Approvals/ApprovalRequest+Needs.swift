package import Approvals
package import CivilTime
import Policies

extension ApprovalRequest {
  /// Who has to agree as things are at `now` by `judge`, the policy that is followed: the guards of what would be loosened.
  /// If that is nothing any more, the guards of what it is about; if nobody guards it, whoever manages it; if nobody does,
  /// who was asked: at the machine anybody may do it by then.
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
    // Beside a target that somebody manages, a need that nobody can meet keeps one closed that nobody does.
    let managers = targets.map { ApprovalNeed(approvers: judge.policy.deciders(of: $0), needsAll: false) }
    return managers.contains { !$0.approvers.isEmpty } ? managers : needs
  }
}
