import CivilTime

/// Tells whether other lines go on where the ranges of a statement end at midnight.
struct ContinuedNights {
  private let statements: [Statement]
  private let targets: TargetTable
  private let parts: [Name: [Schedule]]

  init(_ statements: [Statement], _ targets: TargetTable, _ schedules: [NamedSchedule]) {
    self.statements = statements
    self.targets = targets
    parts = Dictionary(schedules.map { ($0.name, $0.parts) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether other statements of the same state do so for each target of the one at `index`, on the day after each of its
  /// days. What only the evaluation of schedules could tell is taken for a yes.
  func isContinued(_ index: Int) -> Bool {
    let own = statements[index]
    return targets.leaves(of: own.subjects).allSatisfy { target in
      var mornings = Mornings()
      for (place, other) in statements.enumerated() where place != index && other.state == own.state {
        if targets.leaves(of: other.subjects).contains(target) { mornings.add(other.when, parts) }
      }
      return own.when.flatMap(\.clauses).allSatisfy(mornings.follow)
    }
  }

  /// The days on which something begins at 00:00.
  private struct Mornings {
    private var weekdays: WeekdaySet = []
    private var dates: [ClosedRange<CivilDate>] = []
    private var areOthers = false

    mutating func add(_ schedules: [Schedule], _ parts: [Name: [Schedule]]) {
      for clause in schedules.flatMap(\.clauses) {
        switch clause {
        case .windows(let days, let times):
          if times.contains(where: { $0.start == .midnight }) { add(days) }
        case .schedule(let name): add(parts[name] ?? [], parts)
        case .times: break
        }
      }
    }

    private mutating func add(_ days: Days) {
      switch days {
      case .daily: weekdays = WeekdaySet(Weekday.allCases)
      case .weekdays(let set): weekdays = weekdays.union(set)
      case .dates(let range): dates.append(range)
      case .union(let members): for member in members { add(member) }
      case .yearly, .cycle, .ordinal, .parity, .calendar, .eves, .schedule: areOthers = true
      }
    }

    /// Whether they follow the days on which a range of `clause` ends at midnight.
    func follow(_ clause: Schedule.Clause) -> Bool {
      guard case .windows(let days, let times) = clause, times.contains(where: { $0.end == .endOfDay }) else {
        return true
      }
      return areOthers || weekdays.count == 7 || follow(days)
    }

    private func follow(_ days: Days) -> Bool {
      switch days {
      case .weekdays(let set):
        set.days.allSatisfy { day in Weekday(rawValue: day.rawValue % 7 + 1).map(weekdays.contains) ?? false }
      case .dates(let range): follow(range)
      case .union(let members): members.allSatisfy { follow($0) }
      case .daily, .yearly, .cycle, .ordinal, .parity, .calendar, .eves, .schedule: false
      }
    }

    private func follow(_ range: ClosedRange<CivilDate>) -> Bool {
      let last = min(range.upperBound.dayNumber, range.lowerBound.dayNumber + 366)
      return (range.lowerBound.dayNumber...last).allSatisfy { number in
        let next = CivilDate(dayNumber: number + 1)
        return weekdays.contains(next.weekday) || dates.contains { $0.contains(next) }
      }
    }
  }
}
