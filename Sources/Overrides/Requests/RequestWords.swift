package import Approvals
import CivilTime
import Controller
import Policies
package import Presentation
import Text

/// A request as a user reads it. Nothing here is escaped.
package struct RequestWords {
  private let request: ApprovalRequest
  private let moments: Moments

  package init(_ request: ApprovalRequest, _ moments: Moments) {
    (self.request, self.moments) = (request, moments)
  }

  /// `kids on until 21:30`, for each thing that would be done.
  package var deed: String { request.deedText(moments) }

  /// ` (film night)`, or nothing.
  package var because: String { request.because.map { " (\($0))" } ?? "" }

  /// `paul said no to something similar at 20:52`, for each who did.
  package var earlierNos: [String] {
    request.earlierNos.map { "\($0.by) said no to something similar at \(moments.short($0.at))" }
  }

  /// `open until 21:35`, or how it ended.
  package var standing: String {
    if request.isOpen(at: moments.now), request.stays { return "open until somebody decides" }
    if request.isOpen(at: moments.now) { return "open until \(moments.short(request.expires))" }
    let end = request.ending ?? .expired
    // Where several had to agree, the last of them is not the only one who did.
    let people = end == .approved && !request.approvedBy.isEmpty ? request.approvedBy.map(\.text).listed() : nil
    let by = (people ?? request.endedBy).map { " by \($0)" } ?? ""
    let at = request.endedAt.map { " at \(moments.short($0))" } ?? ""
    return end == .expired ? "expired at \(moments.short(request.expires))" : end.rawValue + by + at
  }

  /// What is known of an approver: `was told at 21:05`.
  package func words(_ code: ApproverCode, _ means: ApproverMeans) -> String {
    if request.approvedBy.contains(code.approver) { return "has agreed" }
    let at = code.at.map { moments.short($0.wall) } ?? "?"
    switch code.standing {
    case .wanted where means.withoutAddress.contains(code.approver):
      return "cannot be notified: \(StateMessages.noChannel)"
    case .wanted where request.isBurned: return "will not be notified"
    // Nobody knows whether any of them came.
    case .sending where code.tries >= ApproverCode.eagerTries: return "was perhaps notified at \(at)"
    case .wanted, .sending: return "will be notified at the next run"
    case .sent: return "was notified at \(at)"
    case .unreachable: return "could not be notified: \(code.trouble ?? "?")"
    case .noChannel: return "cannot be notified: \(code.trouble ?? "?")"
    case .used: return "has used a code"
    }
  }
}
