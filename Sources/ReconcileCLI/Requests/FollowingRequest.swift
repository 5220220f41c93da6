import Approvals
import Controller
import Host
import Planning
import Policies
import StateStore
import Overrides

/// Asks the approvers of the policy that is followed whether another one may take its place.
enum FollowingRequest {
  /// Makes the request, says so, and what to end with. `loaded` is the policy that is not followed.
  static func make(
    _ loaded: LoadedPolicy, _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let context = OverrideContext(policy: loaded.policy, invocation.places(environment), environment)
    let writing = try OverrideWriting(invocation, environment)
    return try writing.change(context) { (store) throws(StateError) in
      let remembered = try context.remembered(store)
      guard let following = remembered.following, let followed = following.followed,
        let file = context.policyFile(remembered), let judge = try context.judge(.follow(file), store)
      else { return .failure(.refused(RequestMessages.policyUnknown)) }
      environment.refuse(RequestMessages.isHeldTo(followed.path, following.place), hint: nil)
      let needs = GuardedChange.needs(of: judge.policy.editGuardedTargets.map(\.name), in: judge.policy)
      let making = RequestMaking(context: context, because: nil, lastingSeconds: RequestMaking.longestSeconds)
      return try making.make(.follow(file), needs, followed, in: store).map(OverrideDone.asked)
        .mapError(OverrideFailure.refused)
    }
  }
}
