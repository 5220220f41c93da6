public import CivilTime
public import Policies

/// An override that holds now, beside what it counts for by the policy of now: what it has switched may belong to another
/// target since.
public struct HeldOverride: Hashable, Sendable {
  /// Its number.
  public var id: String
  /// What it is called.
  public var name: String
  /// The state that it wants, as a word.
  public var state: String
  /// What it is about, which the policy may not have any more.
  public var target: Name
  /// Whether it is a lock, which no edit of the policy opens.
  public var isLock: Bool
  /// When it holds.
  public var range: Range<Instant>
  /// The targets that it counts for.
  public var reached: Set<Name>

  /// `override`, which is called `name`, beside `policy`.
  public init(_ override: Override, called name: String, in policy: Policy) {
    (id, self.name, target) = (override.id, name, override.target)
    state = override.state.rawValue
    isLock = override.kind == .lock
    range = override.range
    reached = Set(policy.reached(by: override))
  }

  /// Its number; later ones are greater.
  var number: Int { Int(id) ?? 0 }

  /// What it says of something that it holds for a target of which the policy says `verdict` and that it is not about.
  func verdict(on state: TargetState, instead verdict: Verdict) -> Verdict {
    var own = Verdict(
      state: state, decidedBy: .override(number), since: range.lowerBound, until: range.upperBound, nextActive: nil,
      overridden: verdict.overridden ?? verdict.state)
    own.isLocked = true
    return own
  }
}
