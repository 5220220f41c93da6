public import CivilTime

/// Differences that are the same but for the day: one line for the user, however often it recurs.
public struct RecurringDifference: Hashable, Sendable {
  /// What the old policy says.
  public var before: StateDifference.Side
  /// What the new policy says.
  public var after: StateDifference.Side
  /// When, by the wall clock; nil for a stretch that was there before the time looked at, or is still there after it.
  public var clock: WallClockStretch?
  /// Each time it holds, in order; never empty.
  public var ranges: [Range<Instant>]
  /// The days on which these start.
  public var days: [CivilDate]

  /// Whether it is about what is done at a time, and not about what holds.
  public var isOfRuns: Bool { before.state == .runs || after.state == .runs }

  /// The days of the week on which it starts.
  public var weekdays: WeekdaySet { WeekdaySet(days.map(\.weekday)) }

  /// Between its first and its last day the days of those weekdays on which it does not start.
  public var missingDays: [CivilDate] {
    guard let first = days.first, let last = days.last else { return [] }
    let weekdays = weekdays
    let there = Set(days)
    return (first.dayNumber...last.dayNumber).map { CivilDate(dayNumber: $0) }
      .filter { weekdays.contains($0.weekday) && !there.contains($0) }
  }
}

extension RecurringDifference {
  /// Only what overlaps `range`, each stretch whole; nil where nothing does.
  func within(_ range: Range<Instant>) -> RecurringDifference? {
    let kept = ranges.indices.filter { ranges[$0].overlaps(range) }
    if kept.isEmpty { return nil }
    var result = self
    result.ranges = kept.map { ranges[$0] }
    result.days = kept.map { days[$0] }
    return result
  }

  /// The first stretch that begins at `instant` or later.
  func first(from instant: Instant) -> StateDifference? {
    ranges.first { $0.lowerBound >= instant }.map { StateDifference(range: $0, before: before, after: after) }
  }
}

extension RecurringDifference {
  /// What makes two differences the same but for the day.
  struct Kind: Hashable {
    var before: StateDifference.Side
    var after: StateDifference.Side
    var clock: WallClockStretch
  }

  /// Its kind, whichever of two equal readings of the clock is meant; nil for a stretch that stands alone.
  var kind: Kind? {
    guard var clock else { return nil }
    clock.start.offset = nil
    clock.end.offset = nil
    return Kind(before: before, after: after, clock: clock)
  }

  /// `differences`, which are in order, with equal ones as one; in the order in which each first holds.
  ///
  /// - Parameter seen: the range looked at. What touches an end of it may go on beyond it, and stands alone.
  static func grouped(
    _ differences: [StateDifference], seen: Range<Instant>, in zone: Zone
  ) -> [RecurringDifference] {
    var result: [RecurringDifference] = []
    var places: [Kind: Int] = [:]
    for difference in differences {
      let range = difference.range
      let isOpen = range.lowerBound == seen.lowerBound || range.upperBound == seen.upperBound
      let clock = isOpen ? nil : WallClockStretch(range, in: zone)
      let kind = clock.map { Kind(before: difference.before, after: difference.after, clock: $0) }
      let day = zone.local(range.lowerBound).date
      if let kind, let place = places[kind] {
        result[place].ranges.append(range)
        result[place].days.append(day)
        continue
      }
      if let kind { places[kind] = result.count }
      result.append(
        RecurringDifference(
          before: difference.before, after: difference.after, clock: clock, ranges: [range], days: [day]))
    }
    return result
  }
}
