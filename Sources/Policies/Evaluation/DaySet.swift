import CivilTime

/// A set of days whose schedules are resolved to their index. It is asked for 64 days at once.
indirect enum DaySet: Sendable {
  case daily
  /// For each day of the week on which 64 days may begin, Monday first, which of them belong.
  case weekly([UInt64])
  /// Day numbers; both ends belong.
  case dates(ClosedRange<Int>)
  case yearly(from: MonthDay, through: MonthDay)
  case eves(of: DaySet)
  case schedule(Int)
  case union([DaySet])

  init(_ days: Days, indexOfSchedule: [Name: Int]) {
    switch days {
    case .daily: self = .daily
    case .weekdays(let weekdays): self = .weekly(DaySet.patterns(weekdays))
    case .dates(let range): self = .dates(range.lowerBound.dayNumber...range.upperBound.dayNumber)
    case .yearly(let from, let through): self = .yearly(from: from, through: through)
    case .eves(let days): self = .eves(of: DaySet(days, indexOfSchedule: indexOfSchedule))
    case .schedule(let name): self = indexOfSchedule[name].map { .schedule($0) } ?? .union([])
    case .union(let parts): self = .union(parts.map { DaySet($0, indexOfSchedule: indexOfSchedule) })
    }
  }

  private static func patterns(_ weekdays: WeekdaySet) -> [UInt64] {
    let numbers = weekdays.days.map { $0.rawValue - 1 }
    return (0..<7).map { first in
      (0..<64).reduce(0) { mask, bit in
        numbers.contains((first + bit) % 7) ? mask | 1 << UInt64(bit) : mask
      }
    }
  }
}

/// 64 days as bits, the first the lowest.
enum DayMask {
  /// The bits of those of the 64 days from `first` on that lie in `days`.
  static func bits(of days: ClosedRange<Int>, from first: Int) -> UInt64 {
    let lower = max(days.lowerBound - first, 0)
    let upper = min(days.upperBound - first, 63)
    guard lower <= upper else { return 0 }
    return (UInt64.max >> UInt64(63 - (upper - lower))) << UInt64(lower)
  }

  /// The bits of the days of every year from `from` through `through`.
  static func bits(yearlyFrom from: MonthDay, through: MonthDay, from first: Int) -> UInt64 {
    let wraps = from > through
    let firstYear = CivilDate(dayNumber: first).year - (wraps ? 1 : 0)
    let lastYear = CivilDate(dayNumber: first + 63).year
    return (firstYear...lastYear).reduce(0) { mask, year in
      let lower = from.firstDay(notBeforeIn: year).dayNumber
      let upper = through.lastDay(notAfterIn: wraps ? year + 1 : year).dayNumber
      // Empty for February 29 in a common year.
      return lower <= upper ? mask | bits(of: lower...upper, from: first) : mask
    }
  }
}
