package import Documents
import Policies
package import Providers

/// Which changes of one system come first, and whether those that are left may follow.
///
/// What was made for one target may block for another by now, as where a target was renamed or a network is in another
/// zone. So what is made is removed last, and not at all while something that is to block in its place could not be made
/// or brought up to date.
package struct ChangeTurns {
  /// All but the removals, in the order of the plan.
  package private(set) var first: [Change] = []
  /// The removals of what is made.
  package private(set) var removals: [Change] = []

  /// The turns of `changes`, which are all on one system.
  package init(_ changes: [Change]) {
    for change in changes {
      if change.made != nil, change.to.position == .absent { removals.append(change) } else { first.append(change) }
    }
  }

  /// Why nothing is to be removed, where the first came to `outcomes`; nil where all may be.
  package func obstacle(after outcomes: [ObjectKey: Outcome]) -> Message? {
    // What somebody else made takes the place only of what was made for the same target.
    let removed = Set(removals.map(\.target))
    let isMissing = first.contains { change in
      guard change.made != nil ? change.to.position == .enabled : removed.contains(change.target) else { return false }
      if case .applied? = outcomes[change.key] { return false }
      return true
    }
    return isMissing ? Messages.putOff : nil
  }
}
