package import Approvals
package import CivilTime
import Planning
package import Policies

extension ApprovalRequest {
  /// Who has to agree as things are at `now` by `judge`, the policy that is followed: the guards of what would be loosened.
  /// If that is nothing any more, the guards of what it is about; if nobody guards it, whoever manages it; if nobody does,
  /// who was asked: at the machine anybody may do it by then.
  ///
  /// Whoever shows a request and whoever decides about it ask here, so that nobody sees a yes that is refused. A request
  /// about an edit is made anew where its guards change, and keeps the approvers that it was made with.
  package func needs(by judge: GuardingPolicy, at now: Instant) -> [ApprovalNeed] {
    switch deed {
    case .make, .end, .extend: return needsOfOverrides(by: judge, at: now)
    case .edit: return needs
    case .follow: return judge.needsOfAnother.ifEmpty(needs.among(judge.policy.people.map(\.name)))
    case .release(let objects):
      return judge.needs(ofReleasing: objects).ifEmpty(needs.among(judge.policy.people.map(\.name)))
    }
  }

  private func needsOfOverrides(by judge: GuardingPolicy, at now: Instant) -> [ApprovalNeed] {
    let loosening = GuardedChange(deed, judge, now: now).needs
    if !loosening.isEmpty { return loosening }
    let targets = judge.policy.members(of: targets)
    let guards = GuardedChange.needs(of: targets, in: judge.policy)
    if !guards.isEmpty { return guards }
    // Beside a target that somebody manages, a need that nobody can meet keeps one closed that nobody does.
    let managers = targets.map { ApprovalNeed(approvers: judge.policy.deciders(of: $0), needsAll: false) }
    return managers.contains { !$0.approvers.isEmpty } ? managers : needs
  }

  /// The same as it is at `now` by `judge`: with who has to agree, and the codes of those alone. Whoever may agree by now
  /// and could not when it was made has one that is yet to be made.
  package func asNeeded(by judge: GuardingPolicy, at now: Instant) -> ApprovalRequest {
    var request = self
    request.needs = needs(by: judge, at: now)
    let approvers = request.needs.approvers
    request.addCodes(for: approvers)
    request.codes.removeAll { !approvers.contains($0.approver) }
    return request
  }

  /// Adds a code that is yet to be made for each of `approvers` who has none. The codes of others stay: who has one and
  /// may no longer agree is told so, and has not tried a wrong one.
  package mutating func addCodes(for approvers: [Name]) {
    codes += approvers.filter { approver in !codes.contains { $0.approver == approver } }.map {
      ApproverCode(approver: $0)
    }
  }
}

extension GuardingPolicy {
  /// Who has to agree that another policy takes the place of this one.
  package var needsOfAnother: [ApprovalNeed] {
    GuardedChange.needs(of: policy.editGuardedTargets.map(\.name), in: policy)
  }

  /// Who has to agree that `objects` are opened, as far as they are remembered as switched off.
  fileprivate func needs(ofReleasing objects: [ReleasedObject]) -> [ApprovalNeed] {
    let memory = remembered.memory ?? RecordedState()
    let places = Set(objects.compactMap { $0.place(in: memory, policy) })
    return GuardedChange.needs(of: memory.closings.filter { places.contains($0.key) }.map(\.closing), in: policy)
  }
}

extension [ApprovalNeed] {
  /// These, or `others` where there are none.
  fileprivate func ifEmpty(_ others: [ApprovalNeed]) -> [ApprovalNeed] { isEmpty ? others : self }

  /// The same of those approvers who are among `people`; all of them where none is.
  fileprivate func among(_ people: [Name]) -> [ApprovalNeed] {
    let left = map { need in
      ApprovalNeed(approvers: need.approvers.filter(people.contains), needsAll: need.needsAll)
    }.filter { !$0.approvers.isEmpty }
    return left.ifEmpty(self)
  }
}
