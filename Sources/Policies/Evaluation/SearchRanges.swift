import CivilTime

/// The ranges of time in which a search has to look, from the nearest on, forwards or backwards.
///
/// The nearest days come without a gap. Further away a week is left out that equals, instant by instant, one that came
/// before: who found nothing there would find nothing here. That makes a search of a century one of some weeks.
struct SearchRanges: Sequence, IteratorProtocol {
  private var near: GrowingRanges
  private let bound: Instant
  private let calendar: (Range<Instant>) -> WeekCalendar
  private var far: FarWeeks?
  /// How far the near ranges reached.
  private var edge: Instant

  /// The days that are looked at one by one, as what happens in most policies happens every week.
  private static let nearDays: Int64 = 15

  /// - Parameters:
  ///   - edge: where the first range begins or, towards an earlier `bound`, where it ends.
  ///   - bound: where the last one ends or begins.
  ///   - calendar: tells the weeks of a range apart; asked for only where something is far.
  init(from edge: Instant, to bound: Instant, calendar: @escaping (Range<Instant>) -> WeekCalendar) {
    let days = SearchRanges.nearDays * 86_400
    self.edge = edge < bound ? Swift.min(edge + days, bound) : Swift.max(edge + -days, bound)
    self.bound = bound
    self.calendar = calendar
    near = GrowingRanges(from: edge, to: self.edge)
  }

  mutating func next() -> Range<Instant>? {
    if let range = near.next() { return range }
    guard edge != bound else { return nil }
    if far == nil {
      let range = Swift.min(edge, bound)..<Swift.max(edge, bound)
      far = FarWeeks(range, isBackwards: bound < edge, calendar: calendar(range))
    }
    return far?.next()
  }
}

/// The weeks of a range, each kind of week once. The parts of weeks at its ends count as kinds of their own.
private struct FarWeeks {
  private let range: Range<Instant>
  private let calendar: WeekCalendar
  private var weeks: ArraySlice<Int>
  private let isBackwards: Bool
  private var seen: Set<WeekCalendar.Surroundings> = []

  init(_ range: Range<Instant>, isBackwards: Bool, calendar: WeekCalendar) {
    self.range = range
    self.calendar = calendar
    self.isBackwards = isBackwards
    let first = WeekCalendar.week(of: range.lowerBound)
    let last = WeekCalendar.week(of: range.upperBound + -1)
    let inside = calendar.weeksToLookAt.filter { first + 1 < $0 && $0 < last - 1 }
    // Those at the ends in any case, and beside each one that is whole.
    let ends = Set([first, first + 1, last - 1, last]).filter { first <= $0 && $0 <= last }.sorted()
    let split = ends.firstIndex { $0 > first + 1 } ?? ends.endIndex
    weeks = (ends[..<split] + inside + ends[split...])[...]
  }

  mutating func next() -> Range<Instant>? {
    while let week = isBackwards ? weeks.popLast() : weeks.popFirst() {
      let whole = WeekCalendar.range(of: week)
      let part = whole.clamped(to: range)
      if part != whole || seen.insert(calendar.surroundings(of: week)).inserted { return part }
    }
    return nil
  }
}
