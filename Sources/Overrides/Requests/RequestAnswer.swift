package import Approvals

/// A request that was made, as it is told.
package struct RequestAnswer {
  package let request: ApprovalRequest
  /// What its asker had asked for about the same targets, and is asked no more.
  package let replaced: [ApprovalRequest]
  package let context: OverrideContext
  /// Whether it was there, and fresh codes are to be sent.
  package var isFresh = false
  /// Whether its approvers are told by the same command.
  package var tellsNow = false

  package init(
    request: ApprovalRequest, replaced: [ApprovalRequest], context: OverrideContext, isFresh: Bool = false,
    tellsNow: Bool = false
  ) {
    (self.request, self.replaced, self.context) = (request, replaced, context)
    (self.isFresh, self.tellsNow) = (isFresh, tellsNow)
  }
}
