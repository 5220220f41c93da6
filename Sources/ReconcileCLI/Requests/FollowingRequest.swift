import Approvals
import Controller
import Host
import Planning
import Policies
import StateStore
import Overrides

/// Asks the approvers of the policy that is followed whether another one may take its place.
enum FollowingRequest {
  /// Makes the request, says so, tells its approvers, and what to end with. `loaded` is the policy that is not followed.
  ///
  /// Whoever runs it again and again, as a timer does, asks once.
  static func make(
    _ loaded: LoadedPolicy, _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let context = OverrideContext(policy: loaded.policy, invocation.places(environment), environment)
    let writing = try OverrideWriting(invocation, environment)
    let status = try writing.change(context) { (context, store) throws(StateError) in
      let remembered = try context.remembered(store)
      guard let following = remembered.following, let followed = following.followed,
        let file = context.policyFile(remembered), let judge = try context.judge(.follow(file), store)
      else { return .failure(.refused(RequestMessages.policyUnknown)) }
      environment.refuse(RequestMessages.isHeldTo(followed.path, following.place), hint: nil)
      let needs = judge.needsOfAnother
      if let last = try asked(file, needs, context, store) {
        if last.ending == .denied { return .failure(.refused(RequestMessages.mayNotFollow(last, context.moments))) }
        let open = last.asNeeded(by: judge, at: context.now)
        return .success(
          .asked(RequestAnswer(request: open, replaced: [], context: context, applyLine: nil, tellsNow: true)))
      }
      let making = RequestMaking(context: context, because: nil, lastingSeconds: RequestMaking.longestSeconds)
      return try making.make(.follow(file), needs, followed, in: store).map { answer -> OverrideDone in
        var answer = answer
        answer.tellsNow = true
        return .asked(answer)
      }.mapError(OverrideFailure.refused)
    }
    tell(context, environment)
    return status
  }

  /// What the same person asked last about `file`, where there is no need to ask again: it is open, or was denied within a
  /// day by somebody who has to agree now.
  private static func asked(
    _ file: PolicyFile, _ needs: [ApprovalNeed], _ context: OverrideContext, _ store: StateStore
  ) throws(StateError) -> ApprovalRequest? {
    let last = try store.requests().first { request in
      request.asker == context.person && request.deed == .follow(file)
    }
    guard let last else { return nil }
    let isOfNow = needs.approvers.contains { $0.text == last.endedBy }
    let isDenied = last.ending == .denied && isOfNow && !context.clocks.isAtLeast(RequestLimits.day, after: last.made)
    return last.isOpen(at: context.now) || isDenied ? last : nil
  }

  /// No run of this policy comes to where codes are delivered, and perhaps none of the one before is made any more.
  private static func tell(_ context: OverrideContext, _ environment: Environment) {
    guard let session = try? StateSession.opened(context.places, environment) else { return }
    let codes = CodeDelivery(session, context.zone, context.places, environment)
    session.release()
    guard !codes.isEmpty else { return }
    environment.withNetwork(nil) { network, stop in await codes.deliver(network, stop) }
  }
}
