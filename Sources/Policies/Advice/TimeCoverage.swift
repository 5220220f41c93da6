import CivilTime

/// A stretch of time that layers are painted on from the top one down: each shows where none before it does.
struct TimeCoverage {
  /// What shows of a layer.
  struct Stroke {
    var range: Range<Instant>
    var layer: Int
  }

  /// In the order of painting; none overlap.
  private(set) var strokes: [Stroke] = []
  /// Where nothing is painted yet, in order.
  private var open: [Range<Instant>]

  init(_ range: Range<Instant>) { open = [range] }

  /// Whether every further layer would be hidden.
  var isFull: Bool { open.isEmpty }

  /// Paints a layer; returns the first instant at which it shows.
  @discardableResult mutating func paint(_ activity: InstantSet, as layer: Int) -> Instant? {
    var first: Instant?
    for range in activity.ranges {
      let start = paint(range, as: layer)
      first = first ?? start
    }
    return first
  }

  private mutating func paint(_ range: Range<Instant>, as layer: Int) -> Instant? {
    let lower = open.partitionPoint { $0.upperBound > range.lowerBound }
    var upper = lower
    var left: [Range<Instant>] = []
    while upper < open.count, open[upper].lowerBound < range.upperBound {
      let gap = open[upper]
      let taken = gap.clamped(to: range)
      strokes.append(Stroke(range: taken, layer: layer))
      if gap.lowerBound < taken.lowerBound { left.append(gap.lowerBound..<taken.lowerBound) }
      if taken.upperBound < gap.upperBound { left.append(taken.upperBound..<gap.upperBound) }
      upper += 1
    }
    guard lower < upper else { return nil }
    let first = max(open[lower].lowerBound, range.lowerBound)
    open.replaceSubrange(lower..<upper, with: left)
    return first
  }
}

extension [TimeCoverage.Stroke] {
  /// The layers that show within `range` once or more; the strokes are in the order of time.
  func forEachLayer(in range: Range<Instant>, _ body: (Int) -> Void) {
    var index = partitionPoint { $0.range.upperBound > range.lowerBound }
    while index < count, self[index].range.lowerBound < range.upperBound {
      body(self[index].layer)
      index += 1
    }
  }
}
