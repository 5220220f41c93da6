import CivilTime
import Policies

/// What a state that is wanted for a while would change.
struct Effect {
  let overlay: Overlay

  /// The first instant of `range` at which something other than `state` holds for `target`; nil where `state` holds
  /// throughout anyway. A target that is not managed has no state.
  func firstChange(_ target: Name, _ state: TargetState, in range: Range<Instant>) -> Instant? {
    guard let verdict = overlay.verdict(on: target, at: range.lowerBound), verdict.state == state else {
      return range.lowerBound
    }
    return verdict.until.flatMap { $0 < range.upperBound ? $0 : nil }
  }
}
