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

  /// The days of one month.
  func days(ofMonth month: Int, in year: Int) -> [CivilDate] {
    guard let first = CivilDate(year: year, month: month, day: 1) else { return [] }
    let start = first.dayNumber + (weekday.rawValue - first.weekday.rawValue + 7) % 7
    let next =
      month == 12 ? CivilDate(year: year + 1, month: 1, day: 1) : CivilDate(year: year, month: month + 1, day: 1)
    let all = stride(from: start, to: next?.dayNumber ?? start + 28, by: 7).map { CivilDate(dayNumber: $0) }
    return ordinals.map { ordinal in
      switch ordinal {
      case .first: all[0]
      case .second: all[1]
      case .third: all[2]
      case .fourth: all[3]
      case .last: all[all.count - 1]
      }
    }
  }
}
