import CivilTime

/// A set of instants as ranges: in order, neither overlapping nor touching, none empty.
struct InstantSet: Equatable, Sendable {
  private(set) var ranges: [Range<Instant>]

  /// Nothing.
  static let empty = InstantSet([])

  /// The union of ranges in any order, none of which is empty.
  init(_ ranges: [Range<Instant>]) {
    // Windows come in the order of their days, so that most often nothing is to be done.
    if zip(ranges, ranges.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }) {
      self.ranges = ranges
      return
    }
    self.ranges = []
    self.ranges.reserveCapacity(ranges.count)
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        if range.upperBound > last.upperBound {
          self.ranges[self.ranges.count - 1] = last.lowerBound..<range.upperBound
        }
      } else {
        self.ranges.append(range)
      }
    }
  }

  var isEmpty: Bool { ranges.isEmpty }

  /// Takes the instants of `other` away and returns those that were there.
  mutating func cut(_ other: InstantSet) -> [Range<Instant>] {
    var kept: [Range<Instant>] = []
    var taken: [Range<Instant>] = []
    var cuts = other.ranges[...]
    for range in ranges {
      var lower = range.lowerBound
      while let cut = cuts.first, cut.lowerBound < range.upperBound {
        if cut.upperBound > lower {
          if cut.lowerBound > lower { kept.append(lower..<cut.lowerBound) }
          let upper = min(cut.upperBound, range.upperBound)
          taken.append(max(lower, cut.lowerBound)..<upper)
          lower = upper
        }
        // What reaches beyond this range may cut the next one too.
        if cut.upperBound > range.upperBound { break }
        cuts = cuts.dropFirst()
      }
      if lower < range.upperBound { kept.append(lower..<range.upperBound) }
    }
    ranges = kept
    return taken
  }
}

extension InstantSet {
  /// What is left of `range` without the instants of this set.
  func remainder(of range: Range<Instant>) -> [Range<Instant>] {
    var result: [Range<Instant>] = []
    var lower = range.lowerBound
    for taken in ranges[firstIndex(endingAfter: lower)...] {
      guard taken.lowerBound < range.upperBound else { break }
      if lower < taken.lowerBound { result.append(lower..<taken.lowerBound) }
      lower = taken.upperBound
    }
    if lower < range.upperBound { result.append(lower..<range.upperBound) }
    return result
  }

  /// Whether `instant` belongs to the set.
  func contains(_ instant: Instant) -> Bool {
    let index = firstIndex(endingAfter: instant)
    return index < ranges.count && ranges[index].contains(instant)
  }

  /// Whether all of `range` belongs to the set.
  func covers(_ range: Range<Instant>) -> Bool {
    let index = firstIndex(endingAfter: range.lowerBound)
    return index < ranges.count && ranges[index].lowerBound <= range.lowerBound
      && range.upperBound <= ranges[index].upperBound
  }

  private func firstIndex(endingAfter instant: Instant) -> Int {
    ranges.partitionPoint { $0.upperBound > instant }
  }
}

/// Ranges of time from a start on, forwards or backwards, each twice as long as the one before up to 256 days.
///
/// What is near is found fast, what is far with few steps.
struct GrowingRanges: Sequence, IteratorProtocol {
  private var edge: Instant
  private let bound: Instant
  private var days: Int64

  /// - Parameters:
  ///   - edge: where the first range begins or, towards an earlier `bound`, where it ends.
  ///   - bound: where the last one ends or begins.
  ///   - days: the length of the first one.
  init(from edge: Instant, to bound: Instant, days: Int64 = 1) {
    self.edge = edge
    self.bound = bound
    self.days = days
  }

  mutating func next() -> Range<Instant>? {
    guard edge != bound else { return nil }
    let length = days * 86_400
    days = Swift.min(days * 2, 256)
    let start = edge
    if edge < bound {
      edge = Swift.min(edge + length, bound)
      return start..<edge
    }
    edge = Swift.max(edge + -length, bound)
    return edge..<start
  }
}
