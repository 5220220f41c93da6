/// Where a run finds its policy and its state.
package struct Places: Sendable {
  /// The policy, as it was named.
  package var policy: String
  /// The state.
  package var state: StateDirectory
  /// What named both on the command line, to be typed again: `" --policy home.yaml"`, or nothing.
  package var again: String

  package init(policy: String, state: StateDirectory, again: String) {
    self.policy = policy
    self.state = state
    self.again = again
  }
}
