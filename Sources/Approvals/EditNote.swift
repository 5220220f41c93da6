package import CivilTime
package import Policies

/// A reason why an edit of the policy waits, in parts, so that it can be told in any language.
package struct EditNote: Hashable, Sendable {
  /// Which reason.
  package enum Reason: String, CaseIterable, Sendable {
    case gone
    case freer
    case weaker
    case carried
    case objects
    case entryGroups = "entry-groups"
    case pruning
    case keeping
    case unguarded
    case guarding
    case editing
    case permission
    case group
    case system
    case alias
    case allowing
    case switching
    case acting
    case owner
    case limits
    case linked
  }

  /// The target that waits.
  package var target: Name
  /// Why.
  package var reason: Reason
  /// The other target, or the system, that it is about; nil for none.
  package var other: Name?
  /// The state that it would have; nil where it is not about one.
  package var state: TargetState?
  /// The state that it would no longer have.
  package var before: TargetState?
  /// From when on; nil for at once.
  package var at: Instant?
  /// For how much of the weeks from then; nil where that is not known.
  package var times: LooserTimes?
  /// Who would have to agree from now on; nil where it is not about that.
  package var need: ApprovalNeed?

  /// A reason; what is not given does not apply.
  package init(
    _ target: Name, _ reason: Reason, other: Name? = nil, state: TargetState? = nil, before: TargetState? = nil,
    at: Instant? = nil, times: LooserTimes? = nil, need: ApprovalNeed? = nil
  ) {
    (self.target, self.reason, self.other) = (target, reason, other)
    (self.state, self.before, self.at, self.times, self.need) = (state, before, at, times, need)
  }
}
