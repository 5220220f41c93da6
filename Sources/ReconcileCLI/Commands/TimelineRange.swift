import CivilTime
import Controller
import Presentation

/// What part of time a timeline shows, where the command line leaves it open.
struct TimelineRange {
  let zone: Zone
  let now: Instant
  let format: OutputFormat

  /// Where it begins: for a program now, for people with today's first instant, so that a day is not cut.
  var beginning: Instant { isDrawn ? startOfDay(now, daysLater: 0) : now }

  /// From `first` up to, but not including, `last`.
  ///
  /// For a program it ends a week of seconds later. For people it does so at the same time by the clock, so that a day
  /// is not cut where the clocks change.
  func range(from first: Instant, to last: Instant?) throws(UsageError) -> Range<Instant> {
    let last = last ?? (isDrawn ? later(first, days: 7) : first + 7 * Int64(secondsPerDay))
    guard first < last else { throw UsageError.emptyRange }
    return first..<last
  }

  /// Checks that `rows` days can still be taken in at a glance, or at all.
  func check(rows: Int) throws(UsageError) {
    guard let mostRows, rows > mostRows else { return }
    throw UsageError.tooManyDays(rows, most: mostRows, format)
  }

  private var isDrawn: Bool { mostRows != nil }

  /// How many days a drawing shows; nil for what is no drawing.
  private var mostRows: Int? {
    switch format {
    case .text: 366
    case .svg, .html: 35
    case .json, .markdown, .github, .junit: nil
    }
  }

  private func startOfDay(_ instant: Instant, daysLater days: Int) -> Instant {
    zone.midnight(of: zone.local(instant).date.adding(days: days))
  }

  /// The same time by the clock so many days later.
  func later(_ instant: Instant, days: Int) -> Instant {
    // A day may begin after a gap, and the last day without one.
    if instant == startOfDay(instant, daysLater: 0) { return startOfDay(instant, daysLater: days) }
    let local = zone.local(instant)
    return zone.instant(local: LocalDateTime(date: local.date.adding(days: days), secondOfDay: local.secondOfDay))
  }
}
