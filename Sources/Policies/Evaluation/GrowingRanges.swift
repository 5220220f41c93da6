import CivilTime

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
