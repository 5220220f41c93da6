public import Policies

extension RecordedState {
  /// Keeps beside everything that was switched off who guards its target by `policy`: once the policy has that target no
  /// more, nothing else says whose agreement it takes to open what the target has left behind.
  public mutating func keepGuards(of policy: Policy) {
    let targets = policy.everyTarget.map { ($0.name, $0.guarding) }
    let guards = Dictionary(targets) { first, _ in first }
    for (key, seen) in objects {
      guard let target = seen.closing?.target, var guarding = guards[target] else { continue }
      guarding?.holdsEdits = false
      if seen.closing?.guarding != guarding { objects[key]?.closing?.guarding = guarding }
    }
  }
}
