import CivilTime

/// A part of a set of days that does not repeat week by week.
struct NonWeeklyDays: Hashable {
  var kind: Kind
  /// How many days before these days the days meant lie: one more with each `eves of`.
  var shift: Int

  enum Kind: Hashable {
    /// Day numbers; both ends belong.
    case dates(ClosedRange<Int>)
    case yearly(from: MonthDay, through: MonthDay)
    case cycle(WeekCycle)
    case ordinal(OrdinalWeekday)
    case parity(WeekParity)
    case calendar(CalendarDays)
    /// Days on which times are that no other day has.
    case times(CalendarDays)
  }

  /// Which of the 64 days from `first` on belong.
  func bits(from first: Int) -> UInt64 {
    switch kind {
    case .dates(let days): DayMask.bits(of: days, from: first + shift)
    case .yearly(let from, let through): DayMask.bits(yearlyFrom: from, through: through, from: first + shift)
    case .cycle(let cycle): DayMask.bits(of: cycle, from: first + shift)
    case .ordinal(let ordinal): DayMask.bits(of: ordinal, from: first + shift)
    case .parity(let parity): DayMask.bits(of: parity, from: first + shift)
    case .calendar(let days), .times(let days): days.bits(from: first + shift)
    }
  }

  /// Whether a day that belongs has times of its own, so that no two of them are alike.
  var isUnlikeOthers: Bool {
    if case .times = kind { true } else { false }
  }

  /// Whether no week need be like its neighbour.
  var differsWeekByWeek: Bool {
    switch kind {
    case .cycle, .ordinal, .parity: true
    case .dates, .yearly, .calendar, .times: false
    }
  }

  /// Hands to `body` every day of `days` that belongs while the day before it does not, or the other way round; perhaps
  /// some more. Nothing where `differsWeekByWeek`.
  func forEachEdge(in days: ClosedRange<Int>, _ body: (Int) -> Void) {
    func visit(_ day: Int) { if days.contains(day - shift) { body(day - shift) } }
    switch kind {
    case .dates(let range):
      visit(range.lowerBound)
      visit(range.upperBound + 1)
    case .yearly(let from, let through):
      for year in CivilDate(dayNumber: days.lowerBound).year - 1...CivilDate(dayNumber: days.upperBound).year + 1 {
        visit(from.firstDay(notBeforeIn: year).dayNumber)
        visit(through.lastDay(notAfterIn: year).dayNumber + 1)
      }
    case .calendar(let calendar):
      for range in calendar.ranges {
        visit(range.lowerBound)
        visit(range.upperBound + 1)
      }
    case .times(let calendar): for range in calendar.ranges { for day in range { visit(day) } }
    case .cycle, .ordinal, .parity: break
    }
  }
}

/// Gathers the uneven days of schedules, those of the schedules they name included.
struct UnevenDaysSearch {
  private let schedules: [[ResolvedSchedule]]
  private var visited: Set<Visit> = []
  /// Each once, in the order in which they were found.
  private(set) var found: [NonWeeklyDays] = []
  private var known: Set<NonWeeklyDays> = []

  private struct Visit: Hashable {
    var schedule: Int
    var shift: Int
  }

  init(schedules: [[ResolvedSchedule]]) { self.schedules = schedules }

  mutating func visit(_ schedule: ResolvedSchedule, shift: Int = 0) {
    for days in schedule.excludedDays { visit(days, shift: shift) }
    for clause in schedule.clauses + schedule.excludedWindows {
      switch clause {
      case .windows(let days, _): visit(days, shift: shift)
      case .schedule(let index): visit(named: index, shift: shift)
      case .times(let times): add(NonWeeklyDays(kind: .times(times.days), shift: shift))
      }
    }
  }

  private mutating func visit(_ days: DaySet, shift: Int) {
    switch days {
    case .daily, .weekly: break
    case .dates(let range): add(NonWeeklyDays(kind: .dates(range), shift: shift))
    case .yearly(let from, let through): add(NonWeeklyDays(kind: .yearly(from: from, through: through), shift: shift))
    case .cycle(let cycle): add(NonWeeklyDays(kind: .cycle(cycle), shift: shift))
    case .ordinal(let ordinal): add(NonWeeklyDays(kind: .ordinal(ordinal), shift: shift))
    case .parity(let parity): add(NonWeeklyDays(kind: .parity(parity), shift: shift))
    case .calendar(let calendar): add(NonWeeklyDays(kind: .calendar(calendar), shift: shift))
    case .eves(let days): visit(days, shift: shift + 1)
    case .schedule(let index): visit(named: index, shift: shift)
    case .union(let sets): for set in sets { visit(set, shift: shift) }
    }
  }

  private mutating func visit(named index: Int, shift: Int) {
    guard visited.insert(Visit(schedule: index, shift: shift)).inserted else { return }
    for part in schedules[index] { visit(part, shift: shift) }
  }

  private mutating func add(_ days: NonWeeklyDays) {
    if known.insert(days).inserted { found.append(days) }
  }
}
