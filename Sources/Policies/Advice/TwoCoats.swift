import CivilTime

/// A stretch of time that is painted on from the top layer down: of each instant it knows what shows, and what would
/// show without that.
struct TwoCoats {
  /// A statement, or `otherwise`, and the state it wants.
  struct Paint: Hashable {
    /// Nil for `otherwise`.
    var statement: Int?
    var state: TargetState
  }

  /// In order, without gaps between what is not covered twice.
  private var thin: [(range: Range<Instant>, top: Paint?)]

  init(_ range: Range<Instant>) { thin = [(range, nil)] }

  /// Whether every further layer would be hidden by two.
  var isFull: Bool { thin.isEmpty }

  /// Paints a layer; `found` takes the layer above it, wherever that is the only one, and where it begins to be so.
  mutating func paint(_ range: Range<Instant>, _ paint: Paint, found: (Paint, Instant) -> Void) {
    let lower = firstIndex(endingAfter: range.lowerBound)
    var upper = lower
    var left: [(range: Range<Instant>, top: Paint?)] = []
    while upper < thin.count, thin[upper].range.lowerBound < range.upperBound {
      let (part, top) = thin[upper]
      let covered = part.clamped(to: range)
      if part.lowerBound < covered.lowerBound { left.append((part.lowerBound..<covered.lowerBound, top)) }
      if let top { found(top, covered.lowerBound) } else { left.append((covered, paint)) }
      if covered.upperBound < part.upperBound { left.append((covered.upperBound..<part.upperBound, top)) }
      upper += 1
    }
    if lower < upper { thin.replaceSubrange(lower..<upper, with: left) }
  }

  private func firstIndex(endingAfter instant: Instant) -> Int {
    thin.partitionPoint { $0.range.upperBound > instant }
  }
}
