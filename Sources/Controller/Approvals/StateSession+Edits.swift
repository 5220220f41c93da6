import Approvals
import CivilTime
import Host
import Planning
package import Policies
import StateStore

extension StateSnapshot {
  /// Whether `policy` is another one than the one that is followed, and a guard of that one holds edits: then nobody may
  /// let the other one be followed but its approvers.
  package func isHeldTo(anotherThan policy: Policy) -> Bool {
    guard !approved.isEmpty, let following else { return false }
    return !following.isFollowed(owner: policy.owner)
  }
}

extension StateSession {
  /// Notes which version of the policy each guarded target follows from now on, and asks the approvers of those whose edit
  /// is held. What has been undone is not asked for any more. Hands back what is remembered, with the requests of now.
  func settleEdits(_ followed: FollowedPolicy, _ environment: Environment) -> ApprovedVersions {
    let known = remembered.approved
    guard let store, !known.isEmpty || !followed.policy.editGuardedTargets.isEmpty else { return known }
    let now = environment.now()
    let settling = EditSettling(followed, remembered, at: ClockReading(wall: now, boot: environment.bootMoment()))
    do throws(StateError) {
      guard let change = try settling.change(in: store) else { return known }
      try store.keep(
        change.approved, [followed.version], ending: change.ended, asking: change.asked,
        telling: change.events
      ) { request in
        request.event(.requestMade, at: now, by: request.asker, name: request.needs.words)
      }
      return try known.asked(by: store)
    } catch {
      tellNotKept(error) { environment.warn($0) }
      return known
    }
  }
}
