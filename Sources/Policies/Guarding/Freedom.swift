/// How free a target leaves people at an instant, from the least to the most.
public enum Freedom: Int, Comparable, Sendable {
  /// It is held, and put right whatever happens to it.
  case held
  /// It is held, but a pause that somebody begins at the system itself is left alone.
  case heldButForPauses
  /// It is held until somebody changes it by hand.
  case yielding
  /// Nothing is written: the policy wants nothing of it, has no such target, or only watches.
  case leftAlone
  /// Nothing holds people back: it is in its freer state, or the switch of its whole system is.
  case free

  /// The one that leaves people less comes first.
  public static func < (left: Freedom, right: Freedom) -> Bool { left.rawValue < right.rawValue }
}
