package import Policies

extension Policy {
  /// What becomes of `target` where an override ends and the target is left alone again. A door that the override found open
  /// is not opened.
  package func putBackWords(_ target: Name) -> String {
    guard let states = targets.first(where: { $0.name == target })?.states, states.permission != nil else {
      return "put back as it was"
    }
    return "put back if it was \(states.off)"
  }
}
