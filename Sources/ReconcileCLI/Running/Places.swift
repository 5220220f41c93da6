/// Where a run finds its policy and its state.
struct Places: Sendable {
  /// The policy, as it was named.
  var policy: String
  /// The state.
  var state: StateDirectory
  /// What named both on the command line, to be typed again: `" --policy home.yaml"`, or nothing.
  var again: String
}
