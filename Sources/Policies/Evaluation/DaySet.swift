import CivilTime

/// A set of days whose schedules are resolved to their index. It is asked for 64 days at once.
indirect enum DaySet: Sendable {
  case daily
  /// For each day of the week on which 64 days may begin, Monday first, which of them belong.
  case weekly([UInt64])
  /// Day numbers; both ends belong.
  case dates(ClosedRange<Int>)
  case yearly(from: MonthDay, through: MonthDay)
  case cycle(WeekCycle)
  case ordinal(OrdinalWeekday)
  case parity(WeekParity)
  case calendar(CalendarDays)
  case eves(of: DaySet)
  case schedule(Int)
  case union([DaySet])

  init(_ days: Days, indexOfSchedule: [Name: Int]) {
    switch days {
    case .daily: self = .daily
    case .weekdays(let weekdays): self = .weekly(DaySet.patterns(weekdays))
    case .dates(let range): self = .dates(range.lowerBound.dayNumber...range.upperBound.dayNumber)
    case .yearly(let from, let through): self = .yearly(from: from, through: through)
    case .cycle(let cycle): self = .cycle(cycle)
    case .ordinal(let ordinal): self = .ordinal(ordinal)
    case .parity(let parity): self = .parity(parity)
    case .calendar(let days): self = .calendar(days)
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
  /// The bits of those of the 64 days from `first` on that are in `days`.
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

  /// The bits of the days of `ordinal`.
  static func bits(of ordinal: OrdinalWeekday, from first: Int) -> UInt64 {
    var mask: UInt64 = 0
    var (year, month, day) = CivilDate(dayNumber: first).parts
    var start = first - day + 1
    while start < first + 64 {
      let length = CivilDate.days(inMonth: month, of: year)
      for place in ordinal.ordinals {
        let bit = ordinal.day(place, ofMonthFrom: start, length: length) - first
        if 0 <= bit, bit < 64 { mask |= 1 << UInt64(bit) }
      }
      start += length
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return mask
  }

  /// The bits of the days of `cycle`.
  static func bits(of cycle: WeekCycle, from first: Int) -> UInt64 {
    guard first + 63 >= cycle.start.dayNumber else { return 0 }
    return weeks(from: first) { monday in
      let weeks = (monday - WeekCycle.monday(of: cycle.start.dayNumber)) / 7
      return monday + 6 >= cycle.start.dayNumber && weeks % cycle.interval == 0 ? cycle.weekdays : nil
    } & bits(of: cycle.start.dayNumber...max(cycle.start.dayNumber, first + 63), from: first)
  }

  /// The bits of the days of `parity`.
  static func bits(of parity: WeekParity, from first: Int) -> UInt64 {
    weeks(from: first) { WeekParity.week(of: $0) % 2 == (parity.isOdd ? 1 : 0) ? parity.weekdays : nil }
  }

  /// The bits of the days that `days` says of each week, by the day number of its Monday.
  private static func weeks(from first: Int, days: (Int) -> WeekdaySet?) -> UInt64 {
    var mask: UInt64 = 0
    for monday in stride(from: WeekCycle.monday(of: first), to: first + 64, by: 7) {
      guard let days = days(monday) else { continue }
      let bits = UInt64(days.bits)
      mask |= monday < first ? bits >> UInt64(first - monday) : bits << UInt64(monday - first)
    }
    return mask
  }
}
