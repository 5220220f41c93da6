public import Policies

extension Policy {
  /// Whether it has no target of `overrides`, and no lock among them keeps anything shut that is in `holds`: to make or to
  /// end them would do nothing.
  public func isMissingTargets(of overrides: [Override], holds: [LockHold]) -> Bool {
    !overrides.isEmpty
      && overrides.allSatisfy { override in
        OverrideReach(of: override, in: self).isEmpty && !holds.contains { $0.lock.id == override.id }
      }
  }
}
