package import Approvals
package import CivilTime
package import Controller
import Planning
package import Policies
import Presentation
import StateStore

/// What comes of approving a request, beside what has happened since to overrides, and to what was left behind.
package struct RequestGrant {
  /// Why it would do nothing by what the policy that is followed says of its targets; nil where it would do something.
  package let idleness: Idleness?
  /// Whether everything that it would make is so by now for all of its time, as by another wish.
  package let isGiven: Bool
  /// What is not left behind any more of what it would open.
  let done: [ReleasedObject]
  private let wanted: [Override]
  private let overriding: ActiveOverrides?
  private let overtaken: OvertakenExtension?
  private let targets: [Name]
  /// The edit that it is about, and the policy by which that is judged; nil where it is about none.
  private let edit: (PolicyEdit, GuardingPolicy)?
  private let now: Instant

  /// `request`, approved at `now`; `judge` is the policy that is followed, and nil where none can be read;
  /// `overrides` are all that are remembered.
  package init(_ request: ApprovalRequest, _ judge: GuardingPolicy?, _ overrides: [Override], at now: Instant) {
    overtaken = request.overtaken(by: overrides, at: now)
    targets = request.targets
    self.now = now
    if let judge, case .edit(let edit) = request.deed { self.edit = (edit, judge) } else { edit = nil }
    if let judge, case .release(let objects) = request.deed {
      let left = judge.leftBehind(of: objects, at: now)
      (wanted, overriding, isGiven, done) = ([], nil, false, objects.filter { !left.contains($0) })
      idleness = left.isEmpty ? .notLeftBehind : nil
      return
    }
    done = []
    guard let judge, !request.deed.overrides.isEmpty else {
      (wanted, overriding, isGiven, idleness) = ([], nil, false, nil)
      return
    }
    let following = judge.remembered.following
    // What was asked for another policy beats nothing of this one, and its targets are none of this one's business.
    let counting = request.deed.overrides.filter { following?.counts($0, owner: judge.policy.owner) ?? true }
    let overriding = ActiveOverrides(judge.policy, judge.remembered, now: now)
    let isGone = judge.policy.isMissingTargets(of: counting, holds: overriding.holds)
    guard case .make = request.deed else {
      (wanted, self.overriding, isGiven, idleness) = ([], nil, false, isGone ? .gone : nil)
      return
    }
    let reasons = counting.map(overriding.idleness)
    idleness = isGone ? .gone : reasons.contains(nil) ? nil : reasons.first ?? nil
    let wanted = judge.asked(counting).map { $0.granted(at: now) }
    isGiven = idleness == nil && !wanted.isEmpty && wanted.allSatisfy { overriding.isGiven($0, at: now) }
    self.wanted = wanted
    self.overriding = overriding
  }

  /// Whether the edit that it is about would free more by now than was told when it was asked about.
  package var isOutgrown: Bool { edit.map { $1.freesMoreThanTold(by: $0, at: now) } ?? false }

  /// Why it cannot be: nobody agrees to what was not told, more time does not lift a lock, whoever was first, what has ended
  /// does not come back, and a target that is gone cannot be switched. Nil where it can.
  func refusal(_ moments: Moments) -> OverrideRefusal? {
    if let overtaken { return RequestMessages.isOvertaken(overtaken, moments) }
    if let idleness { return RequestMessages.isIdle(idleness, targets) }
    if isGiven { return RequestMessages.isGiven(targets) }
    if isOutgrown { return RequestMessages.isOutgrown(targets) }
    let locked = inTheWay.map { MoreTime.Refusal.locked($0.made.target, $0.locks) }
    guard !locked.isEmpty else { return nil }
    var refusal = OverrideRefusal(locked.map { OverrideMessages.noMore($0, moments) })
    refusal.hint = refusal.hint.map { "\($0), and then the request can be approved" }
    return refusal
  }

  /// The locks that more time which it would give does not lift.
  private var inTheWay: [(made: Override, locks: [Override])] {
    wanted.filter { $0.kind == .more }.compactMap { made in
      let locks = overriding.map { $0.locks(in: made.range, of: $0.policy.reached(by: made)) } ?? []
      return locks.isEmpty ? nil : (made, locks)
    }
  }

  /// Until when locks are in the way of a yes; nil where none is.
  package var lockedUntil: Instant? { inTheWay.flatMap(\.locks).map(\.until).max() }

  /// Whether a yes would do nothing, for whatever reason.
  package var isIdle: Bool { idleness != nil || isGiven }

  /// The locks that `made`, which came of it, beat.
  func notes(_ made: [Override], _ moments: Moments) -> [String] {
    guard let overriding, !wanted.isEmpty else { return [] }
    return made.flatMap { OverrideMessages.beats($0, overriding, moments) }
  }
}

extension ActiveOverrides {
  /// Whether `made` would change nothing at any instant: every target that it is for has its state anyway, and nobody wishes
  /// for it anew. A lock holds against what may come.
  fileprivate func isGiven(_ made: Override, at now: Instant) -> Bool {
    guard made.kind != .lock, !made.range.isEmpty else { return false }
    let effect = Effect(overlay: overlay)
    let members = policy.reached(by: made)
    let remembered = made.range.contains(now) ? seenByTarget : [:]
    return !members.isEmpty
      && members.allSatisfy { member in
        let seen = remembered[member] ?? []
        let isWish =
          made.range.contains(now) && (mayBeLeftByHand(member, wanting: made.state, seen) || isUnsure(of: member, seen))
        return !isWish && effect.firstChange(member, made.state, in: made.range) == nil
      }
  }
}
