import CivilTime
import Policies

/// When a difference holds, in words. Nothing here needs escaping.
struct DifferenceWords {
  private let difference: RecurringDifference
  private let seen: Range<Instant>
  private let zone: Zone

  /// `seen` is the time that was looked at, by the clocks of `zone`.
  init(_ difference: RecurringDifference, seen: Range<Instant>, zone: Zone) {
    self.difference = difference
    self.seen = seen
    self.zone = zone
  }

  /// Days that are missing are named up to so many; so are days that follow no pattern.
  private static let fewDays = 4

  /// `mon-thu 20:30–21:00`, `Fri 2026-11-27 20:30–21:00`, `from Mon 2026-11-23 07:00 on`, `all the time`
  var when: String {
    guard let range = difference.ranges.first else { return "" }
    guard let clock = difference.clock else { return openStretch(range) }
    guard let weekday = clock.weekday else { return "\(days) \(times(clock, range))" }
    if difference.ranges.count == 1 || clock.days >= 7 {
      return "\(zone.dated(range.lowerBound)) – \(zone.dated(range.upperBound))"
    }
    let last = Weekday.allCases[(weekday.rawValue - 1 + clock.days) % 7]
    return
      "\(name(weekday)) \(text(clock.start, range.lowerBound)) – \(name(last)) \(text(clock.end, range.upperBound))"
  }

  /// `8 times, Mon 2026-11-23 to Thu 2026-12-03, not Wed 2026-11-25`; nil for what holds once, or
  /// is named day by day.
  var note: String? {
    guard difference.ranges.count > 1, let first = difference.days.first, let last = difference.days.last else {
      return nil
    }
    if isListed { return nil }
    let missing = difference.missingDays
    let span = "\(difference.ranges.count) times, \(day(first)) to \(day(last))"
    if missing.isEmpty || (difference.clock?.days ?? 0) >= 7 { return span }
    return missing.count <= Self.fewDays
      ? span + ", not " + missing.map(day).joined(separator: ", ") : span + ", but not on \(missing.count) such days"
  }

  private func openStretch(_ range: Range<Instant>) -> String {
    switch (range.lowerBound == seen.lowerBound, range.upperBound == seen.upperBound) {
    case (true, true): "all the time"
    case (true, false): "until \(zone.dated(range.upperBound))"
    case (false, _): "from \(zone.dated(range.lowerBound)) on"
    }
  }

  // MARK: Days

  /// Whether its days are so few, and follow a pattern so badly, that they are named one by one.
  private var isListed: Bool {
    let isShort = difference.clock.map { $0.weekday == nil } ?? false
    return isShort && difference.days.count <= Self.fewDays && difference.missingDays.count >= difference.days.count
  }

  private var days: String {
    if difference.days.count == 1 || isListed { return difference.days.map(day).joined(separator: ", ") }
    return SentenceText.text(ofWeekdays: difference.weekdays)
  }

  private func day(_ date: CivilDate) -> String { "\(date.weekday.shortName) \(date)" }

  private func name(_ weekday: Weekday) -> String { SentenceText.text(ofWeekdays: [weekday]) }

  // MARK: Times

  private func times(_ clock: WallClockStretch, _ range: Range<Instant>) -> String {
    if difference.isOfRuns { return text(clock.start, range.lowerBound) }
    let isWholeDay = clock.days == 0 && clock.start.secondOfDay == 0 && clock.end.secondOfDay == 86_400
    return isWholeDay ? "all day" : "\(text(clock.start, range.lowerBound))–\(text(clock.end, range.upperBound))"
  }

  /// `20:30`, or `24:00`
  private func text(_ reading: WallClockStretch.Reading, _ instant: Instant) -> String {
    let time =
      reading.secondOfDay == 86_400
      ? TimeOfDay.endOfDay.description
      : LocalDateTime(date: CivilDate(dayNumber: 0), secondOfDay: reading.secondOfDay).clockText
    return time + zone.offsetNote(instant)
  }
}

extension Zone {
  /// `Fri 2026-11-27 20:30`
  func dated(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.date.weekday.shortName) \(local.date) \(local.clockText)" + offsetNote(instant)
  }
}
