import Approvals
import Controller
import Host
import StateStore
import Planning
import Policies
import Overrides

/// `reconcile cancel`: takes a request back.
enum CancelCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let (id, context, writing) = try RequestNumber.read(invocation, environment)
    let mayAlways = environment.isRoot && !environment.isForSomebodyElse
    return try writing.change(context) { (present, store) throws(StateError) in
      try RequestCancelling.cancel(id, always: mayAlways, present, in: store)
    }
  }
}
