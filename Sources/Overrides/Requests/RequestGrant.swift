import Approvals
import CivilTime
import Controller
import Planning
import Policies
import Presentation
import StateStore

/// What comes of approving a request for overrides, beside what has happened to overrides since.
struct RequestGrant {
  private let wanted: [Override]
  private let overriding: ActiveOverrides?
  private let overtaken: OvertakenExtension?

  /// `request`, approved at `now`; `judge` is the policy that is followed, and nil where none can be read;
  /// `overrides` are all that are remembered.
  init(_ request: ApprovalRequest, _ judge: GuardingPolicy?, _ overrides: [Override], at now: Instant) {
    overtaken = request.overtaken(by: overrides, at: now)
    guard case .make(let wanted) = request.deed, let judge else {
      (self.wanted, overriding) = ([], nil)
      return
    }
    let following = judge.remembered.following
    // What was asked for another policy beats nothing of this one.
    self.wanted = wanted.map { $0.granted(at: now) }.filter {
      following?.counts($0, owner: judge.policy.owner) ?? true
    }
    overriding = ActiveOverrides(judge.policy, judge.remembered, now: now)
  }

  /// Why it cannot be: more time does not lift a lock, whoever was first, and what has ended does not come back. Nil where
  /// it can.
  func refusal(_ moments: Moments) -> OverrideRefusal? {
    if let overtaken { return RequestMessages.isOvertaken(overtaken, moments) }
    let locked = wanted.filter { $0.kind == .more }.compactMap { (made) -> MoreTime.Refusal? in
      let locks = overriding.map { $0.locks(in: made.range, of: $0.policy.reached(by: made)) } ?? []
      return locks.isEmpty ? nil : MoreTime.Refusal.locked(made.target, locks)
    }
    guard !locked.isEmpty else { return nil }
    var refusal = OverrideRefusal(locked.map { OverrideMessages.noMore($0, moments) })
    refusal.hint = refusal.hint.map { "\($0), and then the request can be approved" }
    return refusal
  }

  /// The locks that `made`, which came of it, beat.
  func notes(_ made: [Override], _ moments: Moments) -> [String] {
    guard let overriding, !wanted.isEmpty else { return [] }
    return made.flatMap { OverrideMessages.beats($0, overriding, moments) }
  }
}
