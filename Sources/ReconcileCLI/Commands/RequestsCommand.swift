import Approvals
import Controller
import Documents
import Host
import JSONTree
import Planning
import StateStore
import Presentation
import Overrides

/// `reconcile requests`: what is asked for, who was told, and what came of it.
enum RequestsCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let output = try OutputSettings(invocation)
    let authority = try RequestAuthority(invocation, environment)
    let context = OverrideContext(policy: authority.loaded.policy, authority.places, environment)
    do throws(StateError) {
      let store = try context.places.state.store()
      var requests: [ApprovalRequest] = []
      var idle: [String: Idleness] = [:]
      var outgrown: Set<String> = []
      var given: Set<String> = []
      let overrides = try store?.overrides(at: context.now) ?? []
      if let store {
        for request in try store.requests() {
          requests.append(try context.asNeeded(request, store))
          guard request.isOpen(at: context.now) else { continue }
          let grant = RequestGrant(request, try context.judge(request, store), overrides, at: context.now)
          idle[request.id] = grant.idleness
          if grant.isOutgrown { outgrown.insert(request.id) }
          if grant.isGiven { given.insert(request.id) }
        }
      }
      for warning in try store.map(context.remembered)?.warnings ?? [] { environment.warn(warning.message.text) }
      let list = RequestList(requests, beside: overrides, idle: idle, outgrown: outgrown, given: given, context)
      environment.output(output.format == .json ? list.json.line : list.text(output.style(environment)))
      return .success
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: true))
    }
  }
}
