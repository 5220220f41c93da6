public import CivilTime

/// The days of a calendar: any number of them, so that thousands are looked up as quickly as a few.
public struct CalendarDays: Hashable, Sendable {
  /// Day numbers, in order; no two ranges touch.
  let ranges: [ClosedRange<Int>]

  /// The days of all of these ranges.
  public init(_ days: [ClosedRange<CivilDate>]) {
    var joined: [ClosedRange<Int>] = []
    let sorted = days.map { $0.lowerBound.dayNumber...$0.upperBound.dayNumber }.sorted { $0.lowerBound < $1.lowerBound }
    for range in sorted {
      if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    ranges = joined
  }

  /// From the first day through the last; nil if there is none.
  var bounds: ClosedRange<Int>? {
    guard let first = ranges.first, let last = ranges.last else { return nil }
    return first.lowerBound...last.upperBound
  }

  /// The bits of those of the 64 days from `first` on that belong.
  func bits(from first: Int) -> UInt64 {
    var mask: UInt64 = 0
    for range in ranges[ranges.partitionPoint { $0.upperBound >= first }...] {
      guard range.lowerBound < first + 64 else { break }
      mask |= DayMask.bits(of: range, from: first)
    }
    return mask
  }
}
