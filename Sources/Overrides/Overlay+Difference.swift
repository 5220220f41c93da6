import CivilTime
import Policies

extension Overlay {
  /// The first instant of `range` at which another state holds for `target` than in `other`; nil where none does.
  func firstDifference(from other: Overlay, of target: Name, in range: Range<Instant>) -> Instant? {
    var cursor = range.lowerBound
    while cursor < range.upperBound {
      let (one, another) = (verdict(on: target, at: cursor), other.verdict(on: target, at: cursor))
      if one?.state != another?.state { return cursor }
      guard let change = [one?.until, another?.until].compactMap(\.self).min() else { return nil }
      cursor = change
    }
    return nil
  }
}
