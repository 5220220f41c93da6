public import CivilTime
public import Policies

/// A target whose guard holds edits of the policy, and the version of the policy in which its approvers have it.
public struct ApprovedTarget: Sendable {
  /// Which target.
  public var name: Name
  /// The version that its approvers agreed to last.
  public var policy: Policy
  /// When its guard began: of two targets that select one object the older one has it.
  public var since: Instant

  /// An approved target from its parts.
  public init(_ name: Name, in policy: Policy, since: Instant) {
    self.name = name
    self.policy = policy
    self.since = since
  }

  /// Its system; nil for a target that is gone, which no version holds.
  var system: Name? { policy.target(name)?.selector.system }
}
