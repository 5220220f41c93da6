import CivilTime

/// Something that holds throughout a range of time.
protocol Stretch {
  /// Half-open, never empty.
  var range: Range<Instant> { get }
}

extension TimelineInterval: Stretch {}

extension Array where Element: Stretch {
  /// What of two timelines holds at the same time, in order. Each of them touches without gaps, and both cover the same
  /// range.
  func overlaps<Other: Stretch>(with others: [Other]) -> [(range: Range<Instant>, left: Element, right: Other)] {
    var result: [(range: Range<Instant>, left: Element, right: Other)] = []
    var (lefts, rights) = (self[...], others[...])
    while let left = lefts.first, let right = rights.first {
      let overlap = left.range.clamped(to: right.range)
      if !overlap.isEmpty { result.append((overlap, left, right)) }
      if left.range.upperBound == overlap.upperBound { lefts.removeFirst() }
      if right.range.upperBound == overlap.upperBound { rights.removeFirst() }
    }
    return result
  }
}
