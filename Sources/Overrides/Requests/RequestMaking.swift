package import Approvals
import CivilTime
import Controller
package import Policies
package import StateStore
import Planning

/// Asks for what a guard does not allow without an approval. It changes nothing else.
package struct RequestMaking {
  package let context: OverrideContext
  package let because: String?
  /// For how long it stays open, in seconds.
  package let lastingSeconds: Int64

  /// What a request stays open for unless it says otherwise: half an hour.
  package static let usualSeconds: Int64 = 1_800
  /// What it stays open for at most: a week.
  package static let longestSeconds: Int64 = 7 * 86_400

  package init(context: OverrideContext, because: String?, lastingSeconds: Int64 = usualSeconds) {
    (self.context, self.because, self.lastingSeconds) = (context, because, lastingSeconds)
  }

  /// Makes a request for `deed`, or says why there can be none. `left` is what else was wanted, and why it is not asked for.
  package func make(
    _ deed: ApprovalRequest.Deed, _ needs: [ApprovalNeed], _ policy: PolicyFile?, leaving left: [OverrideRefusal] = [],
    in store: StateStore
  ) throws(StateError) -> Result<RequestAnswer, OverrideRefusal> {
    let now = context.clocks
    var wanted = ApprovalRequest(
      id: "", asker: context.person, deed: deed, because: because, made: now, expires: now.wall + lastingSeconds,
      policy: policy, needs: needs)
    wanted.expires = min(wanted.expires, wanted.isInVainFrom ?? wanted.expires)
    let all = try store.requests()
    let groups = TargetGroups(context.policy?.targets ?? [])
    // Whoever is asked next knows what was said before.
    wanted.earlierNos = EarlierNo.all(
      to: wanted.asker, about: wanted.targets, among: all, at: now.wall, parts: groups.members)
    let excess = RequestLimits.excess(
      of: wanted.asker, about: wanted.targets, among: all, at: now, parts: groups.members)
    if let excess { return .failure(RequestMessages.tooMany(excess, context)) }
    let replaced = RequestLimits.replaced(
      by: wanted.asker, about: wanted.targets, among: all, at: now.wall, parts: groups.members
    ).map { old in
      var old = old
      old.end(.replaced, at: now.wall, by: wanted.asker)
      return old
    }
    let made = try store.make(wanted, ending: replaced) { request in
      replaced.map { $0.event(.requestReplaced, at: now.wall, by: wanted.asker) } + [
        request.event(
          .requestMade, at: now.wall, by: wanted.asker, name: RequestMessages.who(needs), message: because)
      ]
    }
    var answer = RequestAnswer(
      request: made, replaced: replaced, context: context, applyLine: try context.applyLine(store))
    answer.left = left
    return .success(answer)
  }
}
