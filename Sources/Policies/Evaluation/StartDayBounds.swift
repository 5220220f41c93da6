import CivilTime

/// Between which days the windows of schedules can start at all.
///
/// A policy gathers sentences about days that are long over; this tells them from the others at the price of one
/// comparison.
struct StartDayBounds {
  private let schedules: [[ResolvedSchedule]]
  /// What is known of named schedules; nil inside for one without any day.
  private var known: [Int: ClosedRange<Int>?] = [:]

  /// Wider than any calendar, and not so wide that a sum overflows.
  private static let unbounded = -(1 << 40)...(1 << 40)

  init(schedules: [[ResolvedSchedule]]) { self.schedules = schedules }

  /// The first and the last day on which a window of any of `parts` may start; nil where none ever does.
  mutating func bounds(of parts: [ResolvedSchedule]) -> ClosedRange<Int>? {
    let clauses = parts.flatMap(\.clauses)
    return Self.hull(
      clauses.map { clause in
        switch clause {
        case .windows(let days, _): bounds(of: days)
        case .schedule(let index): bounds(ofNamed: index)
        case .times(let times): times.bounds
        }
      })
  }

  private mutating func bounds(of days: DaySet) -> ClosedRange<Int>? {
    switch days {
    case .daily, .weekly, .yearly, .ordinal, .parity: Self.unbounded
    case .cycle(let cycle): cycle.start.dayNumber...Self.unbounded.upperBound
    case .dates(let range): range
    case .calendar(let days): days.bounds
    case .eves(let days): bounds(of: days).map { $0.lowerBound - 1...$0.upperBound - 1 }
    case .schedule(let index): bounds(ofNamed: index)
    case .union(let sets): Self.hull(sets.map { bounds(of: $0) })
    }
  }

  private mutating func bounds(ofNamed index: Int) -> ClosedRange<Int>? {
    if let bounds = known[index] { return bounds }
    let bounds = bounds(of: schedules[index])
    known[index] = .some(bounds)
    return bounds
  }

  /// Of the type, not of a value: whose argument changes it, a value would be copied with all that it knows.
  private static func hull(_ ranges: [ClosedRange<Int>?]) -> ClosedRange<Int>? {
    ranges.compactMap { $0 }.reduce(nil) { hull, range in
      guard let hull else { return range }
      return min(hull.lowerBound, range.lowerBound)...max(hull.upperBound, range.upperBound)
    }
  }
}
