extension Zone {
  /// The smallest contiguous range of instants that contains every instant whose local date and time are in the window
  /// `range` of the day `day`; nil if there is no such instant.
  ///
  /// So a window never ends before it starts and never pauses in a repeated hour, and one whose start is skipped begins
  /// at the jump. Where clocks go back across midnight the windows of two neighbouring days may overlap.
  public func window(startingOn day: CivilDate, _ range: TimeRange) -> Range<Instant>? {
    let midnight = Int64(day.dayNumber) * 86_400
    let endMidnight = range.runsIntoNextDay ? midnight + 86_400 : midnight
    return hull(ofLocal: midnight + Int64(range.start.minutes) * 60..<endMidnight + Int64(range.end.minutes) * 60)
  }

  /// The same, for who knows the `offset` that `steadyOffset` gave for days around `day`.
  public func window(startingOn day: CivilDate, _ range: TimeRange, steadyOffset offset: Int64?) -> Range<Instant>? {
    guard let offset else { return window(startingOn: day, range) }
    let midnight = Int64(day.dayNumber) * 86_400 - offset
    let endMidnight = range.runsIntoNextDay ? midnight + 86_400 : midnight
    let start = Instant(secondsSinceEpoch: midnight + Int64(range.start.minutes) * 60)
    return start..<Instant(secondsSinceEpoch: endMidnight + Int64(range.end.minutes) * 60)
  }

  /// The seconds that local time is ahead of UTC in every window that starts on one of `days`; nil where clocks change
  /// during these days or near them.
  public func steadyOffset(ofWindowsStartingOn days: Range<CivilDate>) -> Int64? {
    let (lower, shift) = folded(Int64(days.lowerBound.dayNumber) * 86_400)
    let upper = Int64(days.upperBound.dayNumber + 1) * 86_400 - shift
    let first = segment(at: lower - Zone.reach)
    return starts[first + 1] > upper + Zone.reach ? offsets[first] : nil
  }

  /// The days on which a window may start that holds an instant of `range`: none that does is left out.
  public func startDays(ofWindowsIn range: Range<Instant>) -> Range<CivilDate> {
    let lower = range.lowerBound.secondsSinceEpoch
    let upper = max(lower + 1, range.upperBound.secondsSinceEpoch)
    // A window is up to two days long, and a day or so of clock changes may lie inside it.
    let near = offsets(between: lower - 4 * 86_400, and: upper + 4 * 86_400)
    let first = floorQuotient(lower + near.lowerBound, 86_400) - 1
    let last = floorQuotient(upper - 1 + near.upperBound, 86_400)
    return CivilDate(dayNumber: Int(first))..<CivilDate(dayNumber: Int(last) + 1)
  }

  /// Any instants' hull whose local time, in seconds, is in `local`.
  private func hull(ofLocal local: Range<Int64>) -> Range<Instant>? {
    let (lower, shift) = folded(local.lowerBound)
    let upper = local.upperBound - shift
    let first = segment(at: lower - Zone.reach)
    if starts[first + 1] > upper + Zone.reach {
      return instants(lower - offsets[first], upper - offsets[first], later: shift)
    }
    return hullAcrossChanges(lower..<upper, from: first, later: shift)
  }

  private func hullAcrossChanges(_ local: Range<Int64>, from first: Int, later shift: Int64) -> Range<Instant>? {
    var hull: (lower: Int64, upper: Int64)?
    var index = first
    while index < offsets.count, starts[index] <= local.upperBound + Zone.reach {
      let lower = max(starts[index], local.lowerBound - offsets[index])
      let upper = min(starts[index + 1], local.upperBound - offsets[index])
      if lower < upper { hull = (min(hull?.lower ?? lower, lower), max(hull?.upper ?? upper, upper)) }
      index += 1
    }
    return hull.map { instants($0.lower, $0.upper, later: shift) }
  }

  private func instants(_ lower: Int64, _ upper: Int64, later shift: Int64) -> Range<Instant> {
    Instant(secondsSinceEpoch: lower + shift)..<Instant(secondsSinceEpoch: upper + shift)
  }

  /// The smallest and the largest offset in force between two seconds.
  private func offsets(between lower: Int64, and upper: Int64) -> ClosedRange<Int64> {
    // A long range needs no exactness: its ends are a small part of it.
    if upper - lower > 64 * 86_400 { return -Zone.reach...Zone.reach }
    let (folded, shift) = folded(lower)
    let found = offsets[segment(at: folded)...segment(at: upper - shift)]
    return found.reduce(found[found.startIndex]...found[found.startIndex]) {
      min($0.lowerBound, $1)...max($0.upperBound, $1)
    }
  }
}
