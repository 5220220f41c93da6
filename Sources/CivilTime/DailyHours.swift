extension Zone {
  /// When within `range` a clock on the wall shows a time of `hours`, every day: in order, none touching the next. Hours
  /// that run into the next day are the end of one day and the beginning of the next.
  ///
  /// This is what a system does that keeps hours by its own clock: an hour that comes twice is met twice, and one that is
  /// skipped not at all.
  public func stretches(of hours: TimeRange, in range: Range<Instant>) -> [Range<Instant>] {
    var result: [Range<Instant>] = []
    var start = range.lowerBound
    for end in transitions(in: range).map(\.instant) + [range.upperBound] where start < end {
      let offset = Int64(offset(at: start))
      let local = start.secondsSinceEpoch + offset..<end.secondsSinceEpoch + offset
      for day in floorQuotient(local.lowerBound, 86_400) - 1...floorQuotient(local.upperBound - 1, 86_400) {
        let begins = day * 86_400 + Int64(hours.start.minutes) * 60
        let ends = day * 86_400 + Int64(hours.end.minutes) * 60 + (hours.runsIntoNextDay ? 86_400 : 0)
        let shown = (begins..<ends).clamped(to: local)
        guard !shown.isEmpty else { continue }
        let instants =
          Instant(secondsSinceEpoch: shown.lowerBound - offset)..<Instant(secondsSinceEpoch: shown.upperBound - offset)
        if let last = result.last, last.upperBound >= instants.lowerBound {
          result[result.count - 1] = last.lowerBound..<max(last.upperBound, instants.upperBound)
        } else {
          result.append(instants)
        }
      }
      start = end
    }
    return result
  }

  /// What a clock on the wall shows from one end of `range` to the other; nil where that are no whole minutes, or a day or
  /// more.
  public func wallHours(of range: Range<Instant>) -> TimeRange? {
    let (start, end) = (local(range.lowerBound), local(range.upperBound))
    let length = end.seconds - start.seconds
    guard start.second == 0, end.second == 0, length > 0, length < 86_400 else { return nil }
    return TimeOfDay(minutes: start.secondOfDay / 60).flatMap { from in
      TimeOfDay(minutes: end.secondOfDay / 60).map { TimeRange(start: from, end: $0) }
    }
  }
}

extension TimeRange {
  /// Whether a clock that shows `local` shows a time of the range, whichever day it began on.
  public func contains(_ local: LocalDateTime) -> Bool {
    let (from, to) = (start.minutes * 60, end.minutes * 60)
    return runsIntoNextDay
      ? local.secondOfDay >= from || local.secondOfDay < to : (from..<to).contains(local.secondOfDay)
  }
}

extension TimeRange: CustomStringConvertible {
  /// `21:00–07:00`.
  public var description: String { "\(start)–\(end)" }
}
