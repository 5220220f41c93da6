import Approvals
import Controller
import Host
import StateStore
import Planning
import Policies

/// `reconcile cancel`: takes a request back.
enum CancelCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let (id, context, writing) = try RequestNumber.read(invocation, environment)
    let mayAlways = environment.isRoot && !environment.isForSomebodyElse
    return try writing.change(context) { (store) throws(StateError) in
      guard var request = try store.requests().first(where: { $0.id == id }) else {
        return .failure(.refused(RequestMessages.noSuchRequest(id)))
      }
      guard request.isOpen(at: context.now) else {
        return .failure(.refused(RequestMessages.isOver(request, context.moments)))
      }
      guard mayAlways || request.isBetween(context.person) else {
        return .failure(.refused(RequestMessages.mayNotCancel(request)))
      }
      request.end(.cancelled, at: context.now, by: context.person)
      try store.keep(
        [request], telling: [request.event(.requestCancelled, at: context.now, by: context.person)])
      return .success(.cancelled(CancelledRequest(request: request, context: context)))
    }
  }
}
