package import Approvals
package import CivilTime
package import Planning
package import Policies
package import Providers

extension GuardingPolicy {
  /// Those of `objects` that are still left behind, and that a release would open.
  package func leftBehind(of objects: [ReleasedObject], at now: Instant) -> [ReleasedObject] {
    let known = remembered.named(by: policy)
    let left = Set(known.leftBehind(by: policy, at: now).map(\.key))
    let memory = known.memory ?? RecordedState()
    return objects.filter { $0.place(in: memory, policy).map(left.contains) ?? false }
  }
}

extension StateSnapshot {
  /// What earlier runs switched off and no target of `policy` names any more, in order.
  package func leftBehind(by policy: Policy, at now: Instant) -> [(key: ObjectKey, closing: Closing)] {
    policy.leavingBehind(past?.closings(owner: policy.owner) ?? [], wanting: wanting(policy, at: now))
  }

  /// The targets of which something is wanted although no line names them: an override decides, or has just ended.
  private func wanting(_ policy: Policy, at now: Instant) -> Set<Name> {
    if policy.unnamedTargets.isEmpty { return [] }
    let verdicts = ActiveOverrides(policy, self, now: now).overlay.verdicts(at: now)
    return Set(verdicts.filter { !$0.verdict.isIdle }.map(\.target))
  }
}
