/// How a policy shows in the lists of a console that has taken it.
public enum PolicyListing: Hashable, Sendable {
  /// As any other.
  case whole
  /// Without its id, also in the ordering. That the id of the answer to the POST still names it is a guess: with
  /// `FirewallPolicy.hasID` nothing does.
  case withoutID
  /// In no list, though its id names it.
  case missing
}

/// What a console does with the policies that it is asked to make.
public struct NewPolicies: Hashable, Sendable {
  /// How they show in lists.
  public var listing = PolicyListing.whole
  /// Whether they are answered as if they had been made, and are not.
  public var areForgotten = false

  /// Kept and listed, as one expects.
  public init() {}
}
