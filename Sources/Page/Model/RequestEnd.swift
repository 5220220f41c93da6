package import Approvals
package import CivilTime
package import Policies

/// How a request ended, for whoever has just tried to decide about it.
package struct RequestEnd: Hashable, Sendable {
  package let ending: ApprovalRequest.Ending
  /// Who ended it; of an approval all who have agreed.
  package let people: [String]
  package let at: Instant

  /// Nil for one that is open at `now`, and for one that is none of the business of `person`.
  package init?(_ request: ApprovalRequest, for person: Name, at now: Instant) {
    guard !request.isOpen(at: now), request.asker == person.text || request.needs.approvers.contains(person) else {
      return nil
    }
    ending = request.ending ?? .expired
    let agreed = ending == .approved ? request.approvedBy.map(\.text) : []
    people = agreed.isEmpty ? [request.endedBy].compactMap { $0 } : agreed
    at = ending == .expired ? request.expires : request.endedAt ?? request.expires
  }
}
