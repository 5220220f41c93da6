/// Some days of the week: seven bits, so that thousands of them cost no memory of their own.
public struct WeekdaySet: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// A bit for each day, Monday the lowest.
  public private(set) var bits: UInt8 = 0

  /// Those of `days`, in any order.
  public init(_ days: some Sequence<Weekday>) {
    for day in days { bits |= WeekdaySet.bit(of: day) }
  }

  /// Those listed.
  public init(arrayLiteral days: Weekday...) { self.init(days) }

  private static func bit(of day: Weekday) -> UInt8 { 1 << UInt8(day.rawValue - 1) }

  /// How many days there are, 0 to 7.
  public var count: Int { bits.nonzeroBitCount }

  /// Whether there is none.
  public var isEmpty: Bool { bits == 0 }

  /// The days, Monday first.
  public var days: [Weekday] { Weekday.allCases.filter(contains) }

  /// Whether `day` is one of them.
  public func contains(_ day: Weekday) -> Bool { bits & WeekdaySet.bit(of: day) != 0 }

  /// The days of either set.
  public func union(_ other: WeekdaySet) -> WeekdaySet {
    var both = self
    both.bits |= other.bits
    return both
  }
}

/// A day of the week, Monday first as in ISO 8601.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Three letters, such as `Mon`.
  public var shortName: String {
    switch self {
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    case .sunday: "Sun"
    }
  }

  /// The day so many days later, or earlier where `days` is negative.
  public func adding(days: Int) -> Weekday { Self.allCases[(((rawValue - 1 + days) % 7) + 7) % 7] }
}
