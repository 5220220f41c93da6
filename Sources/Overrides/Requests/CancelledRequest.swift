package import Approvals

/// A request that was taken back, as it is told.
package struct CancelledRequest {
  package let request: ApprovalRequest
  package let context: OverrideContext
}
