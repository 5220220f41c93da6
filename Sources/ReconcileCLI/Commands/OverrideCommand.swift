import CivilTime
import Controller
import Documents
import Host
import JSONTree
import Planning
import Policies
import Presentation
import Providers
import StateStore
import Overrides

/// `reconcile override`: lets something other than the schedule hold for a while. It writes to the state and nowhere
/// else, unless it is to apply at once; the next run brings it about.
enum OverrideCommand {
  static func run(_ invocation: Invocation, _ environment: Environment) throws(UsageError) -> ExitStatus {
    let writing = try OverrideWriting(invocation, environment)
    let request = try OverrideRequest(invocation, environment.kinds.systems) {
      try? invocation.policy(environment).policy
    }
    let loaded = try invocation.followedPolicy(environment)
    if request.needsPolicy, loaded.policy == nil { return loaded.refuse(environment) }
    let context = OverrideContext(
      policy: loaded.policy, invocation.places(environment), environment,
      approver: request == .list ? nil : try ApproverProof(invocation, environment))
    switch request {
    case .list: return list(context, writing.output, environment)
    case .end(let ending):
      return try writing.change(context) { (present, store) throws(StateError) in
        try OverrideChange.end(ending, present, store)
      }
    case .extend(let id, let end):
      return try writing.change(context) { (present, store) throws(StateError) in
        try OverrideChange.extend(id, present, store) { found in
          Result { () throws(UsageError) -> Instant in
            // As it was meant when it was typed: a time of day that has passed since is not that of tomorrow.
            let until = try end.instant(
              after: found.until, orFrom: max(context.now, found.from), in: context.zone, now: context.now)
            guard until > present.now else { throw Messages.endInThePast(present.moments.short(until)) }
            return until
          }
        }
      }
    case .make(let targets, let state, let stretch):
      guard let policy = loaded.policy else { return loaded.refuse(environment) }
      var subjects: [OverrideSubject] = []
      for target in targets { subjects.append(try OverrideSubject(target: target, state: state, policy)) }
      let range = try stretch.range(in: context.zone, now: context.now)
      return try writing.make(.state(subjects, range), length: stretch.end.length, context)
    }
  }

  private static func list(
    _ context: OverrideContext, _ output: OutputSettings, _ environment: Environment
  ) -> ExitStatus {
    do throws(StateError) {
      let remembered = try context.places.state.store().map(context.remembered)
      let list = OverrideList(remembered, context)
      for warning in remembered?.warnings ?? [] { environment.warn(warning.message.text) }
      environment.output(output.format == .json ? list.json.line : list.text(output.style(environment)))
      return .success
    } catch {
      return error.report(environment, hint: Messages.nothingWritten(error, reading: true))
    }
  }
}

extension OverrideRequest {
  /// Whether it must be understood in the policy's words: a target, or a time or a day in the policy's zone.
  fileprivate var needsPolicy: Bool {
    switch self {
    case .list, .end: false
    case .extend(_, .lasting(let length)): length.days != 0
    case .extend(_, .until), .make: true
    }
  }
}
