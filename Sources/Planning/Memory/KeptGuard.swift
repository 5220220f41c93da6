public import Policies

extension RecordedState {
  /// Keeps beside everything that was switched off who guards its target by `policy`: once the policy has that target no
  /// more, nothing else says whose agreement it takes to open what the target has left behind.
  public mutating func keepGuards(of policy: Policy) {
    for target in policy.targets + policy.implicitTargets {
      for (key, seen) in objects where seen.closing?.target == target.name {
        var guarding = target.guarding
        guarding?.holdsEdits = false
        objects[key]?.closing?.guarding = guarding
      }
    }
  }
}
