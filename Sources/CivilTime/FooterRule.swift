/// The rule at the end of a zone file, in the notation of POSIX's `TZ` as RFC 9636 extends it: how clocks go on after
/// the last change that the file lists.
struct FooterRule: Hashable {
  /// The time of the part of the year without daylight saving.
  var standard: LocalTimeType
  /// Nil where clocks never change.
  var daylight: Daylight?

  /// The other time, and when it begins and ends every year.
  struct Daylight: Hashable {
    var type: LocalTimeType
    /// By the clock of standard time.
    var start: Change
    /// By the clock of daylight saving time.
    var end: Change
  }

  /// When in a year a change happens.
  struct Change: Hashable {
    var day: Day
    /// Seconds after 00:00 of that day by the clock before the change; less than 168 hours either way.
    var secondOfDay: Int
  }

  /// The three notations of a day.
  enum Day: Hashable {
    /// `Mm.w.d`: the `week`th (5: the last) `weekday` (0 is Sunday) of the month.
    case weekday(month: Int, week: Int, weekday: Int)
    /// `Jn`: 1 to 365, February 29 not counted.
    case withoutLeapDay(Int)
    /// `n`: 0 to 365, February 29 counted.
    case withLeapDay(Int)

    /// The day in `year`.
    func dayNumber(in year: Int) -> Int {
      let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
      switch self {
      case .withLeapDay(let day): return newYear + day
      case .withoutLeapDay(let day):
        return newYear + day - 1 + (day >= 60 && CivilDate.isLeap(year: year) ? 1 : 0)
      case .weekday(let month, let week, let weekday):
        let first = CivilDate.dayNumber(year: year, month: month, day: 1)
        // 1970-01-01 was a Thursday, the fourth after Sunday.
        let toWeekday = floorRemainder(weekday - first - 4, 7)
        let day = toWeekday + (week - 1) * 7
        return first + (day < CivilDate.days(inMonth: month, of: year) ? day : day - 7)
      }
    }
  }
}

extension FooterRule {
  /// The ranges of daylight saving time that begin in `years`, as seconds since the epoch: in order, not touching.
  func daylightRanges(beginningIn years: ClosedRange<Int>) -> [Range<Int64>] {
    guard let daylight else { return [] }
    var result: [Range<Int64>] = []
    for year in years {
      let start = instant(daylight.start, year, clock: standard)
      var end = instant(daylight.end, year, clock: daylight.type)
      if end <= start { end = instant(daylight.end, year + 1, clock: daylight.type) }
      // Where one year's range reaches the next one's, daylight saving time never pauses.
      if let last = result.last, start <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else if start < end {
        result.append(start..<end)
      }
    }
    return result
  }

  private func instant(_ change: Change, _ year: Int, clock: LocalTimeType) -> Int64 {
    Int64(change.day.dayNumber(in: year)) * 86_400 + Int64(change.secondOfDay - clock.secondsEast)
  }
}
