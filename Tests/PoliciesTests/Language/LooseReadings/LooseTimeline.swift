/// When something holds, as minutes since 1970 that are counted as if no clock ever changed: stretches in their order that
/// neither meet nor overlap.
struct LooseTimeline: Hashable {
  private(set) var stretches: [Range<Int>]

  /// The days that are looked at, a year and a month, and a week before and behind for what reaches into them.
  static let shown = LooseDate.number(2026, 11, 1)..<LooseDate.number(2027, 12, 1)
  static let days = (shown.lowerBound - 7)..<(shown.upperBound + 7)
  private static let bounds = (days.lowerBound * 1440)..<(days.upperBound * 1440)
  static let always = LooseTimeline([bounds])

  init(_ stretches: [Range<Int>]) {
    var joined: [Range<Int>] = []
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let stretch = stretch.clamped(to: Self.bounds)
      if stretch.isEmpty { continue }
      if let last = joined.last, stretch.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, stretch.upperBound)
      } else {
        joined.append(stretch)
      }
    }
    self.stretches = joined
  }

  /// All the time but for these stretches.
  var others: LooseTimeline { LooseTimeline.always.less(self) }

  func less(_ other: LooseTimeline) -> LooseTimeline {
    var left: [Range<Int>] = []
    for stretch in stretches {
      var start = stretch.lowerBound
      for hole in other.stretches where hole.upperBound > start && hole.lowerBound < stretch.upperBound {
        if hole.lowerBound > start { left.append(start..<hole.lowerBound) }
        start = hole.upperBound
      }
      if start < stretch.upperBound { left.append(start..<stretch.upperBound) }
    }
    return LooseTimeline(left)
  }

  /// As far as it is in the days that are looked at.
  var asShown: LooseTimeline {
    let shown = (Self.shown.lowerBound * 1440)..<(Self.shown.upperBound * 1440)
    return LooseTimeline(stretches.map { $0.clamped(to: shown) })
  }

  func or(_ other: LooseTimeline) -> LooseTimeline { LooseTimeline(stretches + other.stretches) }
}

/// Dates as numbers of days since 1970-01-01, by counting.
enum LooseDate {
  static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let years = (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
    return years + lengths(year).prefix(month - 1).reduce(0, +) + day - 1
  }

  /// The year, the month and the day of a number.
  static func parts(_ number: Int) -> (year: Int, month: Int, day: Int) {
    known.indices.contains(number - LooseTimeline.days.lowerBound)
      ? known[number - LooseTimeline.days.lowerBound] : counted(number)
  }

  /// The month and the day as one number: 1224 for December 24.
  static func dayOfYear(_ number: Int) -> Int { parts(number).month * 100 + parts(number).day }

  private static let known = LooseTimeline.days.map(counted)

  private static func counted(_ number: Int) -> (year: Int, month: Int, day: Int) {
    var (year, rest) = (1970, number)
    while rest >= (isLeap(year) ? 366 : 365) {
      rest -= isLeap(year) ? 366 : 365
      year += 1
    }
    var month = 1
    for length in lengths(year) {
      if rest < length { break }
      rest -= length
      month += 1
    }
    return (year, month, rest + 1)
  }

  /// From 1 for Monday; 1970-01-01 was a Thursday.
  static func weekday(_ number: Int) -> Int { (number + 3) % 7 + 1 }

  /// The week of its year, as ISO 8601 counts: that of the Thursday in the same week.
  static func week(_ number: Int) -> Int {
    let thursday = number - weekday(number) + 4
    return (thursday - self.number(parts(thursday).year, 1, 1)) / 7 + 1
  }

  static func lengthOfMonth(_ number: Int) -> Int {
    let date = parts(number)
    return lengths(date.year)[date.month - 1]
  }

  private static func lengths(_ year: Int) -> [Int] {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }
  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
