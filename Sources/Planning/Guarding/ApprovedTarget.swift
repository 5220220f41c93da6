public import CivilTime
public import Policies

/// A target whose guard holds edits of the policy, and the version of the policy in which its approvers have it.
public struct ApprovedTarget: Sendable {
  /// Which target.
  public let name: Name
  /// The version that its approvers agreed to last.
  public let policy: Policy
  /// What tells that version from others.
  public var version: String
  /// When its guard began: of two targets that select one object the older one has it.
  public var since: Instant

  /// Whether it is guarded in that version, and the guard holds edits.
  public let holdsEdits: Bool

  /// An approved target from its parts.
  public init(_ name: Name, in policy: Policy, version: String, since: Instant) {
    self.name = name
    self.policy = policy
    self.version = version
    self.since = since
    holdsEdits = policy.target(name)?.guarding?.holdsEdits ?? false
  }
}
