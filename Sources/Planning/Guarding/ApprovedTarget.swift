public import CivilTime
public import Policies

/// A target whose guard holds edits of the policy, and the version of the policy in which its approvers have it.
public struct ApprovedTarget: Sendable {
  /// Which target.
  public var name: Name
  /// The version that its approvers agreed to last.
  public var policy: Policy
  /// What tells that version from others.
  public var version: String
  /// When its guard began: of two targets that select one object the older one has it.
  public var since: Instant

  /// An approved target from its parts.
  public init(_ name: Name, in policy: Policy, version: String, since: Instant) {
    self.name = name
    self.policy = policy
    self.version = version
    self.since = since
  }
}
