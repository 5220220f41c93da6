import CivilTime
import Policies

/// One row of a timeline: a local day, as far as it is shown.
struct TimelineDay {
  /// The day that the calendar shows.
  var date: CivilDate
  /// The part of the day that is shown, in order of time; empty for a day that the calendar skipped.
  var shown: [LocalStretch]
  /// All of the day, whatever is shown of it.
  var whole: [LocalStretch]
  /// How many seconds that is.
  var length: Int
  /// Wall-clock times that this day does not have.
  var skipped: [Range<Int>]
  /// Wall-clock times that this day has twice.
  var repeated: [Range<Int>]

  /// Whether nothing of the day lies outside the range.
  var isWholeShown: Bool { shown.reduce(0) { $0 + $1.clock.count } == length }

  /// Whether any clock shows this date at all.
  var exists: Bool { length > 0 }

  /// The rows for `range`: every date from its first to its last, those that the calendar skips among them.
  static func days(of range: Range<Instant>, in zone: Zone) -> [TimelineDay] {
    let shown = Dictionary(grouping: zone.stretches(of: range), by: \.date)
    guard let first = shown.keys.min(), let last = shown.keys.max() else { return [] }
    // No local day reaches further than this beyond the instants that have its date.
    let margin = Int64(2 * secondsPerDay)
    let around = range.lowerBound + -margin..<range.upperBound + margin
    let whole = Dictionary(grouping: zone.stretches(of: around), by: \.date)
    return (first.dayNumber...last.dayNumber).map { number in
      let date = CivilDate(dayNumber: number)
      return TimelineDay(date: date, shown: shown[date] ?? [], whole: whole[date] ?? [])
    }
  }

  /// What each of `days` shows of `occurrences`, in order.
  static func marks(_ occurrences: [Occurrence], on days: [TimelineDay], in zone: Zone) -> [[LocalDateTime]] {
    let byDay = Dictionary(grouping: occurrences.map { zone.local($0.at) }, by: \.date)
    return days.map { (byDay[$0.date] ?? []).sorted() }
  }

  private init(date: CivilDate, shown: [LocalStretch], whole: [LocalStretch]) {
    self.date = date
    self.shown = shown
    self.whole = whole
    let coverage = ClockCoverage(whole.map(\.clock))
    length = whole.reduce(0) { $0 + $1.clock.count }
    skipped = coverage.ranges { $0 == 0 }
    repeated = coverage.ranges { $0 > 1 }
  }
}

/// How often the clock shows each second of a day.
private struct ClockCoverage {
  private var parts: [(range: Range<Int>, times: Int)] = []

  init(_ clocks: [Range<Int>]) {
    let edges = Set(clocks.flatMap { [$0.lowerBound, $0.upperBound] } + [0, secondsPerDay]).sorted()
    parts = zip(edges, edges.dropFirst()).map { from, to in
      (from..<to, clocks.filter { $0.overlaps(from..<to) }.count)
    }
  }

  /// The longest ranges throughout which the number of times is as asked.
  func ranges(_ isMeant: (Int) -> Bool) -> [Range<Int>] {
    parts.reduce(into: []) { result, part in
      guard isMeant(part.times) else { return }
      if let last = result.last, last.upperBound == part.range.lowerBound {
        result[result.count - 1] = last.lowerBound..<part.range.upperBound
      } else {
        result.append(part.range)
      }
    }
  }
}
