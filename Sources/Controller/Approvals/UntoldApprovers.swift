import Approvals
package import CivilTime
import Documents
package import Planning
import StateStore
import Text

extension [ApprovalRequest] {
  /// Which approvers of those that are open at `now` could not be told of it, and have yet to answer: without that nobody hears
  /// why there is no answer.
  package func untold(at now: Instant) -> [Finding] {
    filter { $0.isOpen(at: now) && !$0.isBurned }.flatMap { request in
      request.codes.filter { $0.standing == .unreachable && !request.approvedBy.contains($0.approver) }.map { code in
        Finding(StateMessages.untold(code.approver, of: request.id, because: code.trouble))
      }
    }
  }
}

extension StateSession {
  /// The same of the requests in the state, as the runs before this one left them.
  func untoldApprovers(at now: Instant) -> [Finding] {
    // Codes are made later, and then it is told what keeps the state from being read.
    ((try? store?.requests()) ?? []).untold(at: now)
  }
}
