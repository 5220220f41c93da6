extension Zone {
  /// The instants at which calendar and clock show `local`, in order: none where clocks skip it, two where they repeat
  /// it.
  public func instants(local: LocalDateTime) -> [Instant] {
    let (seconds, shift) = folded(local.seconds)
    return segments(near: seconds..<seconds + 1).compactMap { index in
      let candidate = seconds - offsets[index]
      guard candidate >= starts[index], candidate < starts[index + 1] else { return nil }
      return Instant(secondsSinceEpoch: candidate + shift)
    }
  }

  /// The instant that people mean by `local`: the first of two where clocks repeat it, the jump where they skip it.
  public func instant(local: LocalDateTime) -> Instant {
    let (seconds, shift) = folded(local.seconds)
    let near = segments(near: seconds..<seconds + 1)
    // The clock of the last of them reaches any local time that the others do not.
    let index = near.first { seconds - offsets[$0] < starts[$0 + 1] } ?? near.upperBound - 1
    return Instant(secondsSinceEpoch: max(starts[index], seconds - offsets[index]) + shift)
  }

  /// The segments in which any local time of `local`, whose start is before `foldsFrom`, may lie.
  func segments(near local: Range<Int64>) -> Range<Int> {
    segment(at: local.lowerBound - Zone.reach)..<segment(at: local.upperBound + Zone.reach) + 1
  }

  /// More than any local time is ahead of UTC or behind it.
  static let reach: Int64 = 93_600
}
