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

  /// The days of a month, by their numbers: `first` is the month's first day, `end` the one behind its last.
  func days(ofMonthFrom first: Int, to end: Int) -> some Sequence<Int> {
    let start = first + (weekday.rawValue - CivilDate(dayNumber: first).weekday.rawValue + 7) % 7
    return ordinals.lazy.map { ordinal in
      switch ordinal {
      case .first: start
      case .second: start + 7
      case .third: start + 14
      case .fourth: start + 21
      case .last: start + 28 < end ? start + 28 : start + 21
      }
    }
  }
}
