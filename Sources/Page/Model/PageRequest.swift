package import Approvals
package import CivilTime
import Planning
package import Policies

/// A request that somebody may decide about, or has made.
package struct PageRequest: Hashable, Sendable {
  package let id: String
  /// Who asks: a person of the policy, or whoever ran the command.
  package let asker: String
  package let because: String?
  /// What is asked for.
  package let deed: Deed
  /// Who had said no to something similar when it was made.
  package let earlierNos: [EarlierNo]
  /// When it is over; nil where it stays.
  package let expires: Instant?
  /// Whether this person may say yes.
  package let mayDecide: Bool
  /// Whether this person may say no: also after a yes, as long as others have yet to agree.
  package let mayDeny: Bool
  /// Whether nobody can say yes any more: what would get another end has ended, or got one.
  package let isOvertaken: Bool
  /// Whether the policy has none of its targets any more: a yes would change nothing.
  package let isGone: Bool
  /// Whether a yes would change nothing for another reason.
  package let isIdle: Bool
  /// Until when a lock is in the way of a yes; nil where none is.
  package let lockedUntil: Instant?
  /// Whether it is this person's own.
  package let isOwn: Bool
  /// Who has yet to agree.
  package let missing: [Name]
  /// The same as what is not met yet: any one of them, or each.
  package let unmet: [ApprovalNeed]

  /// Whether a yes would change nothing, or cannot be.
  package var isInVain: Bool { isGone || isIdle || isOvertaken || lockedUntil != nil }

  /// What would be done, each sort as itself: whoever says yes must know to what.
  package enum Deed: Hashable, Sendable {
    case make([Wish])
    /// Another end for what holds until `before`.
    case extend(Wish, before: Instant)
    /// The end of these.
    case end([Ended])
    /// An edit of the policy, and what it does to these targets.
    case edit(PolicyEdit)
    /// Another file is followed. Its path is nobody's business here.
    case follow
    /// Objects are opened which were left behind.
    case release([ReleasedObject])
  }

  /// A target, the state, and until when.
  package struct Wish: Hashable, Sendable {
    package let target: Name
    package let state: TargetState
    /// Nil for at once.
    package let from: Instant?
    package let until: Instant
  }

  /// What would end.
  package struct Ended: Hashable, Sendable {
    /// As it was named.
    package let target: Name
    /// What it holds, where that is more than the one that was named.
    package let held: [Name]
    package let kind: Override.Kind
    package let state: TargetState
    package let until: Instant
  }

  /// Nil for one that is none of this person's business.
  init?(_ request: ApprovalRequest, _ rights: PersonRights, _ facts: PageFacts) {
    let approvers = request.needs.approvers
    isOwn = request.asker == rights.person.text
    // Where the guards have changed since, a yes that was said before may be all that is needed.
    mayDecide =
      approvers.contains(rights.person)
      && (!request.approvedBy.contains(rights.person) || request.needs.areMet(by: Set(request.approvedBy)))
    mayDeny = approvers.contains(rights.person)
    guard isOwn || mayDeny else { return nil }
    isOvertaken = request.overtaken(by: facts.overrides, at: facts.now) != nil
    isGone = facts.policy.isMissingTargets(of: request.deed.overrides, holds: facts.holds)
    isIdle = !isGone && facts.idle.contains(request.id)
    lockedUntil = facts.locked[request.id]
    id = request.id
    asker = request.asker
    because = request.because
    earlierNos = request.earlierNos
    expires = request.stays ? nil : request.expires
    let agreed = Set(request.approvedBy)
    missing = request.needs.missing(after: agreed)
    unmet = request.unmet
    switch request.deed {
    case .make(let overrides):
      let wishes = overrides.map { override in
        Wish(
          target: override.target, state: override.state, from: override.from > facts.now ? override.from : nil,
          until: override.until)
      }
      deed = .make(wishes)
    case .extend(let override, let until):
      let wish = Wish(target: override.target, state: override.state, from: nil, until: until)
      deed = .extend(wish, before: override.until)
    case .end(let overrides):
      let ended = overrides.map { override in
        let held = facts.targets(heldBy: override)
        return Ended(
          target: override.target, held: held == [override.target] ? [] : held, kind: override.kind,
          state: override.state, until: override.until)
      }
      deed = .end(ended)
    case .edit(let edit): deed = .edit(edit)
    case .follow: deed = .follow
    case .release(let objects): deed = .release(objects)
    }
  }
}

extension ApprovalRequest {
  /// What is not met yet by those who have agreed: any one of these, or each.
  var unmet: [ApprovalNeed] {
    let agreed = Set(approvedBy)
    return needs.filter { !$0.isMet(by: agreed) }.map { need in
      ApprovalNeed(approvers: need.approvers.filter { !agreed.contains($0) }, needsAll: need.needsAll)
    }
  }
}
