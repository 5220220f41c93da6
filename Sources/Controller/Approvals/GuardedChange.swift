package import Approvals
package import CivilTime
package import Policies
package import Planning

/// What a change of overrides would loosen, and who has to agree to that.
package struct GuardedChange {
  /// The guarded targets that would be freer at some instant.
  let loosened: [Name]
  /// Who has to agree; empty where nobody has to.
  package let needs: [ApprovalNeed]

  /// `policy` with the overrides that `remembered` knows, and with `overrides` in their place, from `now` on.
  package init(_ policy: Policy, _ remembered: StateSnapshot, becoming overrides: [Override], now: Instant) {
    guard !policy.guardedTargets.isEmpty else {
      (loosened, needs) = ([], [])
      return
    }
    var after = remembered
    after.overrides = overrides
    let (before, then) = (ActiveOverrides(policy, remembered, now: now), ActiveOverrides(policy, after, now: now))
    let schedule = Loosening.between(before.overlay, then.overlay, from: now).map(\.target)
    let freed = before.holds.filter { hold in
      let left = overrides.first { $0.id == hold.lock.id }?.until ?? now
      return Self.frees(hold, endingAt: left, before, then, now: now)
    }.map(\.target)
    loosened = schedule + freed.filter { !schedule.contains($0) }
    needs = Self.needs(of: loosened, in: policy)
  }

  /// Whether the target of `hold` is freer at some instant where the lock ends at `end`. No other override opens what a lock
  /// holds, nor keeps it shut, so each lock is laid over all of them by itself.
  private static func frees(
    _ hold: LockHold, endingAt end: Instant, _ before: ActiveOverrides, _ then: ActiveOverrides, now: Instant
  ) -> Bool {
    guard end < hold.lock.until else { return false }
    return Loosening.between(
      before.overlay(with: hold, until: hold.lock.until, now: now), then.overlay(with: hold, until: end, now: now),
      of: hold.target, from: now) != nil
  }

  /// What `deed` would loosen, by the guards of `judge`.
  package init(_ deed: ApprovalRequest.Deed, _ judge: GuardingPolicy, now: Instant) {
    let known = judge.remembered.overrides
    let after =
      switch deed {
      case .make(let wanted): Self.adding(judge.asked(wanted), to: known)
      case .end(let overrides): Self.ending(overrides.map(\.id), at: now, in: known)
      case .extend(let override, let until): Self.ending([override.id], at: until, in: known)
      case .edit, .follow, .release: known
      }
    self.init(judge.policy, judge.remembered, becoming: after, now: now)
  }

  /// Each guard's need once.
  package static func needs(of targets: [Name], in policy: Policy) -> [ApprovalNeed] {
    policy.guardedTargets.filter { targets.contains($0.name) }.compactMap(\.guarding).needs
  }

  /// Who has to agree that what was switched off is opened, each need once: by the guards of `policy`, or, of a target that it
  /// does not have any more, by the last one. Of that guard those count who are still there; if nobody is, nobody has to.
  package static func needs(of closings: [Closing], in policy: Policy) -> [ApprovalNeed] {
    let people = Set(policy.people.map(\.name))
    return closings.compactMap { closing -> Guard? in
      if let target = policy.target(closing.target) { return target.guarding }
      guard var guarding = closing.guarding else { return nil }
      guarding.approvers.removeAll { !people.contains($0) }
      return guarding.approvers.isEmpty ? nil : guarding
    }.needs
  }

  /// `overrides` with those that are to be made, by the numbers that they would get.
  package static func adding(_ wanted: [Override], to overrides: [Override]) -> [Override] {
    var number = overrides.compactMap { Int($0.id) }.max() ?? 0
    return overrides
      + wanted.map { override in
        number += 1
        var override = override
        override.id = String(number)
        return override
      }
  }

  /// `overrides`, of which those with these numbers end at `end`.
  private static func ending(_ ids: [String], at end: Instant, in overrides: [Override]) -> [Override] {
    overrides.map { override in
      guard ids.contains(override.id) else { return override }
      var override = override
      override.until = end
      return override
    }
  }
}

extension ActiveOverrides {
  /// What holds when, with what the lock of `hold` keeps shut, from `now` until `until`, over everything else.
  fileprivate func overlay(with hold: LockHold, until: Instant, now: Instant) -> Overlay {
    let target = policy.targets.first { $0.name == hold.target }
    let lock = Override(
      id: String(Int.max), target: hold.target, state: target?.states?.off ?? hold.lock.state, from: now, until: until,
      because: nil, by: hold.lock.by, kind: .lock)
    return Overlay(Evaluator(policy), of: policy, overrides: overrides + [lock])
  }
}
