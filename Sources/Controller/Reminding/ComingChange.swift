package import CivilTime
package import Policies

/// That something will be held back from some instant on, so that people can be told beforehand.
package struct ComingChange: Hashable, Sendable {
  /// What is held back.
  package var target: Name
  /// From when on.
  package var at: Instant
  /// The state until then.
  package var from: TargetState
  /// The state from then on, in which people may do less.
  package var to: TargetState
  /// What is in the way of it now, so that it may not come about; nil where nothing is known to be.
  package var doubt: String?

  package init(target: Name, at: Instant, from: TargetState, to: TargetState) {
    (self.target, self.at, self.from, self.to) = (target, at, from, to)
  }
}

extension ScheduledChange {
  /// The change as one of which people are told beforehand; nil where nothing is held back by it. `states` are those of
  /// its target.
  func holdingBack(_ states: StatePair) -> ComingChange? {
    guard states.has(to), to != states.freer else { return nil }
    return ComingChange(target: target, at: at, from: from, to: to)
  }
}
