public import CivilTime

/// A weekday by its places in the month: the second and the fourth Saturday.
public struct OrdinalWeekday: Hashable, Sendable {
  /// Which of the month's, in the order of the month, each once; never empty.
  public var ordinals: [Ordinal]
  /// Which day of the week.
  public var weekday: Weekday

  /// A place in the month that every month has.
  public enum Ordinal: String, CaseIterable, Sendable {
    case first
    case second
    case third
    case fourth
    case last
  }

  /// The weekday at these places of every month.
  public init(_ ordinals: [Ordinal], _ weekday: Weekday) {
    self.ordinals = Ordinal.allCases.filter(ordinals.contains)
    self.weekday = weekday
  }

  /// The day at one of the places of a month: `first` is the month's first day, `length` how many days it has.
  func day(_ ordinal: Ordinal, ofMonthFrom first: Int, length: Int) -> Int {
    // 1970-01-01 was a Thursday.
    let start = first + ((weekday.rawValue - 4 - first) % 7 + 7) % 7
    return switch ordinal {
    case .first: start
    case .second: start + 7
    case .third: start + 14
    case .fourth: start + 21
    case .last: start + 28 < first + length ? start + 28 : start + 21
    }
  }
}
