package import Approvals
import CivilTime
import Planning
import Controller
import Policies
package import StateStore

/// Taking a request back.
package enum RequestCancelling {
  /// Takes back the request `id`. Who has asked may do it and who is to agree, and `always` anybody.
  package static func cancel(
    _ id: String, always mayAlways: Bool, _ context: OverrideContext, in store: StateStore
  ) throws(StateError) -> Result<OverrideDone, OverrideFailure> {
    guard var request = try store.requests().first(where: { $0.id == id }) else {
      return .failure(.refused(RequestMessages.noSuchRequest(id)))
    }
    guard request.isOpen(at: context.now) else {
      return .failure(.refused(RequestMessages.isOver(request, context.moments)))
    }
    let needed = try context.asNeeded(request, store)
    guard mayAlways || needed.isBetween(context.person) else {
      return .failure(.refused(RequestMessages.mayNotCancel(needed)))
    }
    request.end(.cancelled, at: context.now, by: context.person)
    try store.keep(
      [request], telling: [request.event(.requestCancelled, at: context.now, by: context.person)])
    return .success(.cancelled(CancelledRequest(request: request, context: context)))
  }
}

extension ApprovalRequest {
  /// Whether `person` has asked, or is to agree.
  package func isBetween(_ person: String) -> Bool {
    asker == person || needs.approvers.contains { $0.text == person }
  }
}
