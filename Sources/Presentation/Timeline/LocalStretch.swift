import CivilTime

/// A stretch of time on one local day while the clock on the wall runs evenly.
struct LocalStretch: Hashable {
  /// The day that the calendar shows throughout.
  var date: CivilDate
  /// Seconds since 00:00 by the wall clock; half-open, up to 86400.
  var clock: Range<Int>
  /// When the wall clock shows the first of them.
  var start: Instant

  /// The same stretch on the world's time line.
  var instants: Range<Instant> { start..<start + Int64(clock.count) }

  /// The part of it that is in `range`; nil if none is.
  func part(in range: Range<Instant>) -> LocalStretch? {
    let common = instants.clamped(to: range)
    guard !common.isEmpty else { return nil }
    let from = clock.lowerBound + Int(common.lowerBound - start)
    let length = Int(common.upperBound - common.lowerBound)
    return LocalStretch(date: date, clock: from..<from + length, start: common.lowerBound)
  }
}

extension Zone {
  /// `range` in order, cut where a local day begins and where the clocks change.
  func stretches(of range: Range<Instant>) -> [LocalStretch] {
    let changes = clockChanges(in: range).map(\.instant).filter { $0 > range.lowerBound }
    var start = range.lowerBound
    var result: [LocalStretch] = []
    for end in changes + [range.upperBound] {
      while start < end {
        let local = local(start)
        let length = min(Int(end - start), secondsPerDay - local.secondOfDay)
        result.append(
          LocalStretch(date: local.date, clock: local.secondOfDay..<local.secondOfDay + length, start: start))
        start = start + Int64(length)
      }
    }
    return result
  }

  /// The changes of the offset in `range`.
  func clockChanges(in range: Range<Instant>) -> [Transition] {
    transitions(in: range).filter { $0.before.secondsEast != $0.after.secondsEast }
  }
}

/// What a wall clock shows in a day without a clock change.
package let secondsPerDay = 86_400
