package import Approvals
import Controller
package import Policies

/// Having a fresh code sent, instead of one that is late or did not come. It brings no new tries.
package enum FreshCode {
  /// So many times at most, for each approver.
  package static let most = 3

  /// `request` with codes to be made for all of `approvers` who have yet to agree; nil where all had as many as there may be.
  /// Of a request that stays they may have as many again a day later.
  package static func wanted(
    for request: ApprovalRequest, among all: [Name], at now: ClockReading
  ) -> (request: ApprovalRequest, approvers: [Name])? {
    var request = request
    request.addCodes(for: all)
    var approvers: [Name] = []
    for place in request.codes.indices where all.contains(request.codes[place].approver) {
      let code = request.codes[place]
      let isLongAgo = request.stays && code.at.map { now.isAtLeast(RequestLimits.day, after: $0) } ?? false
      guard code.asked < most || isLongAgo, !request.approvedBy.contains(code.approver) else { continue }
      var fresh = ApproverCode(approver: code.approver)
      fresh.asked = isLongAgo ? 1 : code.asked + 1
      request.codes[place] = fresh
      approvers.append(code.approver)
    }
    return approvers.isEmpty ? nil : (request, approvers)
  }
}
