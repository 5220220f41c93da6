package import Approvals

/// A request that was made, as it is told.
package struct RequestAnswer {
  package let request: ApprovalRequest
  /// What its asker had asked for about the same targets, and is asked no more.
  package let replaced: [ApprovalRequest]
  package let context: OverrideContext
  /// The command line of the run that tells its approvers; nil for whoever may not.
  package let applyLine: String?
  /// Whether it was there, and fresh codes are to be sent.
  package var isFresh = false
  /// What else was wanted and is not asked for, and why.
  package var left: [OverrideRefusal] = []
  /// Whether its approvers are told by the same command.
  package var tellsNow = false

  package init(
    request: ApprovalRequest, replaced: [ApprovalRequest], context: OverrideContext, applyLine: String?,
    isFresh: Bool = false, tellsNow: Bool = false
  ) {
    (self.request, self.replaced, self.context) = (request, replaced, context)
    (self.applyLine, self.isFresh, self.tellsNow) = (applyLine, isFresh, tellsNow)
  }
}
