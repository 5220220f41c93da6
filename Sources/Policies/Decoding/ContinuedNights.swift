import CivilTime

/// Tells whether other lines go on where the ranges of a line end at midnight.
///
/// What begins at midnight is gathered once for all lines, by the names that they write: there may be thousands. What would take
/// more than a look is taken for a yes.
struct ContinuedNights {
  private struct Key: Hashable {
    var name: Name
    var state: TargetState
  }

  private let targets: TargetTable
  private var mornings: [Key: Mornings] = [:]
  /// For a target the targets of targets among these names that it is a part of.
  private var groups: [Name: [Name]] = [:]

  init(_ statements: [Statement], _ targets: TargetTable, _ schedules: [NamedSchedule]) {
    self.targets = targets
    var early = EarlySchedules(schedules)
    for statement in statements {
      let found = Mornings(statement.when, &early)
      if found.isEmpty { continue }
      for name in statement.subjects {
        mornings[Key(name: name, state: statement.state), default: Mornings()].add(found)
      }
    }
    for name in Set(mornings.keys.map(\.name)) {
      for target in targets.leaves(of: [name]) where target != name { groups[target, default: []].append(name) }
    }
  }

  /// Whether something of the same state begins at 00:00 for each target of `statement`, on the day after each of its days.
  func follow(_ statement: Statement) -> Bool {
    let ending = statement.when.flatMap(\.clauses).compactMap(\.daysThatEndAtMidnight)
    return targets.leaves(of: statement.subjects).allSatisfy { target in
      var all = Mornings()
      let groups = groups[target] ?? []
      if groups.count > Mornings.mostLookedAt { return true }
      for name in [target] + groups {
        if let found = mornings[Key(name: name, state: statement.state)] { all.add(found) }
      }
      return ending.allSatisfy(all.follow)
    }
  }

  /// Whether something of the same state begins at 00:00 on some day for each target of `statement`, which uses a schedule that
  /// ends at midnight.
  func goOn(after statement: Statement) -> Bool {
    targets.leaves(of: statement.subjects).allSatisfy { target in
      let groups = groups[target] ?? []
      return groups.count > Mornings.mostLookedAt
        || ([target] + groups).contains { mornings[Key(name: $0, state: statement.state)] != nil }
    }
  }
}

/// The days on which something begins at 00:00.
private struct Mornings {
  private var weekdays: WeekdaySet = []
  private var dates: [ClosedRange<CivilDate>] = []
  /// Whether there are others, of which only an evaluation could tell.
  private var areOthers = false

  /// So many dates, and names, are looked at one by one.
  static let mostLookedAt = 8

  init() {}

  init(_ when: [Schedule], _ early: inout EarlySchedules) {
    for clause in when.flatMap(\.clauses) {
      switch clause {
      case .windows(let days, let times):
        if times.contains(where: { $0.start == .midnight }) { add(days) }
      case .schedule(let name): areOthers = areOthers || early.contains(name)
      case .times: areOthers = true
      }
    }
  }

  var isEmpty: Bool { weekdays.isEmpty && dates.isEmpty && !areOthers }

  mutating func add(_ others: Mornings) {
    weekdays = weekdays.union(others.weekdays)
    areOthers = areOthers || others.areOthers || dates.count + others.dates.count > Self.mostLookedAt
    if !areOthers { dates += others.dates }
  }

  private mutating func add(_ days: Days) {
    switch days {
    case .daily: weekdays = WeekdaySet(Weekday.allCases)
    case .weekdays(let set): weekdays = weekdays.union(set)
    case .dates(let range): if dates.count < Self.mostLookedAt { dates.append(range) } else { areOthers = true }
    case .union(let members): for member in members { add(member) }
    case .yearly, .cycle, .ordinal, .parity, .calendar, .eves, .schedule: areOthers = true
    }
  }

  /// Whether each of `days` has one of them behind it.
  func follow(_ days: Days) -> Bool {
    if areOthers || weekdays.count == 7 { return true }
    return switch days {
    case .weekdays(let set): set.days.allSatisfy { weekdays.contains($0.adding(days: 1)) }
    case .dates(let range): follow(range)
    case .union(let members): members.allSatisfy(follow)
    case .daily, .yearly, .cycle, .ordinal, .parity, .calendar, .eves, .schedule: false
    }
  }

  /// The same; of a long range its first month counts.
  private func follow(_ range: ClosedRange<CivilDate>) -> Bool {
    let last = min(range.upperBound.dayNumber, range.lowerBound.dayNumber + 30)
    return (range.lowerBound.dayNumber...last).allSatisfy { number in
      let next = CivilDate(dayNumber: number + 1)
      return weekdays.contains(next.weekday) || dates.contains { $0.contains(next) }
    }
  }
}

/// Which named schedules have something that begins at midnight. Each is looked at once, however many use it.
private struct EarlySchedules {
  private let parts: [Name: [Schedule]]
  private var known: [Name: Bool] = [:]

  init(_ schedules: [NamedSchedule]) {
    parts = Dictionary(schedules.map { ($0.name, $0.parts) }, uniquingKeysWith: { first, _ in first })
  }

  /// Schedules use one another in no circle, and not deeply.
  mutating func contains(_ name: Name) -> Bool {
    if let isEarly = known[name] { return isEarly }
    var isEarly = false
    for clause in (parts[name] ?? []).flatMap(\.clauses) where !isEarly {
      isEarly =
        switch clause {
        case .windows(_, let times): times.contains { $0.start == .midnight }
        case .schedule(let name): contains(name)
        case .times: true
        }
    }
    known[name] = isEarly
    return isEarly
  }
}

extension Schedule.Clause {
  /// The days on which a range of it ends at midnight; nil where none does.
  fileprivate var daysThatEndAtMidnight: Days? {
    guard case .windows(let days, let times) = self, times.contains(where: { $0.end == .endOfDay }) else { return nil }
    return days
  }
}
