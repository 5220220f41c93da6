package import CivilTime
package import Policies
import Planning
import StateStore

extension StateSnapshot {
  /// Those of `made` that count for `policy`: they were made for it. What was made while another one was followed asked only
  /// the guards of its own file. Where that file is followed by now, under that name or another, the guards of what is
  /// followed say what counts of it: nothing that they would have to be asked for.
  package func counting(_ made: [Override], for policy: Policy, at now: Instant) -> [Override] {
    let own = made.filter { following?.counts($0, owner: policy.owner) ?? true }
    guard following?.isFollowed(owner: policy.owner) ?? false, own.contains(where: \.isUnasked) else { return own }
    let asked = own.filter { !$0.isUnasked }
    let policy = heldEdits(of: policy, asked, now: now)?.policy ?? policy
    return own.filter { !$0.isUnasked || !isToBeAskedFor($0, beside: asked, policy) }
  }

  /// Whether `override` would loosen what `policy` guards, from its beginning on: it is the same answer at any time.
  private func isToBeAskedFor(_ override: Override, beside asked: [Override], _ policy: Policy) -> Bool {
    var (then, wanted) = (self, override)
    wanted.isUnasked = false
    then.overrides = asked
    // What is held is in the policy already, and all of them were made by then.
    (then.approved, then.readAt) = (ApprovedVersions(), override.from)
    return !GuardedChange(policy, then, becoming: asked + [wanted], now: override.from).needs.isEmpty
  }
}
