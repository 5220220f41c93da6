import CivilTime

/// Schedules in which `weekdays` and `weekends` are the nights before such days.
enum NightsBefore {
  static let weekdays: WeekdaySet = [.monday, .tuesday, .wednesday, .thursday, .friday]
  static let weekend: WeekdaySet = [.saturday, .sunday]
  private static let schoolNights: WeekdaySet = [.sunday, .monday, .tuesday, .wednesday, .thursday]
  private static let weekendNights: WeekdaySet = [.friday, .saturday]
  private static let week = WeekdaySet(Weekday.allCases)

  /// `schedule` with the nights of Monday to Friday on Sunday to Thursday, and those of Saturday and Sunday on Friday and
  /// Saturday. What ends on its own day stays. Nil where that cannot be written.
  static func moved(_ schedule: Schedule) -> Schedule? {
    let excepted = exceptedWeekdays(schedule)
    // `except weekends and holidays`: the others stay.
    if schedule.exceptions.contains(where: { isOfMore($0) && exceptedWeekdays($0).count > 0 }) { return nil }
    var moved = schedule
    moved.exceptions.removeAll { isOfWeekdays($0) }
    moved.clauses = []
    for clause in schedule.clauses {
      guard case .windows(let days, let times) = clause, let started = weekdays(of: days)?.without(excepted) else {
        if excepted.count > 0 { return nil }
        moved.clauses.append(clause)
        continue
      }
      let nights = times.filter(\.isNight)
      guard !nights.isEmpty, let meant = night(before: started) else {
        if started.count > 0 {
          moved.clauses.append(.windows(on: excepted.count > 0 ? .week(started) : days, at: times))
        }
        continue
      }
      moved.clauses.append(.windows(on: .weekdays(meant), at: nights))
      let others = times.filter { !$0.isNight }
      if !others.isEmpty { moved.clauses.append(.windows(on: .weekdays(started), at: others)) }
    }
    return moved.clauses.isEmpty ? nil : moved
  }

  /// The days on which the nights before `days` start; nil for days that are not a whole side of the week.
  private static func night(before days: WeekdaySet) -> WeekdaySet? {
    days == weekdays ? schoolNights : days == weekend ? weekendNights : nil
  }

  /// Whether other words for the days of `schedule` would move anything besides nights.
  static func hasOthers(_ schedule: Schedule, _ parts: [Name: [Schedule]]) -> Bool {
    // An exception is about all clauses.
    let isExcepted = exceptedWeekdays(schedule).count > 0
    return schedule.clauses.contains { clause in
      switch clause {
      case .windows(let days, let times):
        (isExcepted || weekdays(of: days).flatMap(night(before:)) != nil) && !times.allSatisfy(\.isNight)
      case .schedule(let name): isExcepted && !(parts[name] ?? []).flatMap(\.clauses).allSatisfy(isOfNights)
      case .times: isExcepted
      }
    }
  }

  private static func isOfNights(_ clause: Schedule.Clause) -> Bool {
    if case .windows(_, let times) = clause { times.allSatisfy(\.isNight) } else { false }
  }

  /// The days of the week on which nights of `schedules` start, as a set for each clause. Nights of dates and the like
  /// are not among them.
  static func starts(_ schedules: [Schedule], ofNamed named: (Name) -> Set<WeekdaySet>) -> Set<WeekdaySet> {
    var result: Set<WeekdaySet> = []
    for schedule in schedules {
      let excepted = exceptedWeekdays(schedule)
      for clause in schedule.clauses {
        switch clause {
        case .windows(let days, let times) where times.contains(where: \.isNight):
          if let days = weekdays(of: days) { result.insert(days.without(excepted)) }
        case .schedule(let name): result.formUnion(named(name).map { $0.without(excepted) })
        case .windows, .times: break
        }
      }
    }
    return result
  }

  private static func weekdays(of days: Days) -> WeekdaySet? {
    switch days {
    case .daily: week
    case .weekdays(let set): set
    case .dates, .yearly, .cycle, .ordinal, .parity, .calendar, .eves, .schedule, .union: nil
    }
  }

  private static func isOfWeekdays(_ exception: Schedule.Exception) -> Bool {
    if case .windowsStarting(.weekdays) = exception { true } else { false }
  }

  private static func isOfMore(_ exception: Schedule.Exception) -> Bool {
    if case .windowsStarting(.union) = exception { true } else { false }
  }

  private static func exceptedWeekdays(_ schedule: Schedule) -> WeekdaySet {
    schedule.exceptions.reduce([]) { $0.union(exceptedWeekdays($1)) }
  }

  private static func exceptedWeekdays(_ exception: Schedule.Exception) -> WeekdaySet {
    switch exception {
    case .windowsStarting(.weekdays(let days)): days
    case .windowsStarting(.union(let members)):
      members.reduce([]) { all, member in
        if case .weekdays(let days) = member { all.union(days) } else { all }
      }
    case .windowsStarting, .instants: []
    }
  }
}

extension WeekdaySet {
  fileprivate func without(_ others: WeekdaySet) -> WeekdaySet {
    WeekdaySet(Weekday.allCases.filter { contains($0) && !others.contains($0) })
  }
}

extension Days {
  /// `daily` for the whole week.
  fileprivate static func week(_ days: WeekdaySet) -> Days { days.count == 7 ? .daily : .weekdays(days) }
}

/// The nights that statements give the weekends of targets; looked through once for all statements.
struct WeekendNights {
  /// What statements want of one target, in one state, in nights that start on Saturday or Sunday, but not on every day.
  struct Said {
    /// The days of the week that a clause names, each set once.
    var days: Set<WeekdaySet> = []
    /// The statements that name them, in the order of the file; of many the first few.
    var statements: [Int] = []

    fileprivate mutating func add(_ days: Set<WeekdaySet>, of statement: Int) {
      self.days.formUnion(days)
      if statements.last != statement, statements.count < WeekendNights.most { statements.append(statement) }
    }
  }

  private struct Key: Hashable {
    var target: Name
    var state: TargetState
  }

  /// More statements than that are not told apart.
  static let most = 3

  private let policy: Policy
  private let groups: TargetGroups
  private let parts: [Name: [Schedule]]
  private var said: [Key: Said] = [:]
  private var known: [Name: Set<WeekdaySet>] = [:]

  init(_ policy: Policy, _ parts: [Name: [Schedule]]) {
    self.policy = policy
    self.parts = parts
    groups = TargetGroups(policy.targets)
    for index in policy.statements.indices {
      let statement = policy.statements[index]
      let days = starts(statement.when).filter { days in
        days.count < 7 && (days.contains(.saturday) || days.contains(.sunday))
      }
      if days.isEmpty { continue }
      for target in groups.members(of: statement.subjects) {
        said[Key(target: target, state: statement.state), default: Said()].add(days, of: index)
      }
    }
  }

  /// The days of the week on which nights of the statement at `index` start, as a set for each clause.
  mutating func starts(ofStatement index: Int) -> Set<WeekdaySet> { starts(policy.statements[index].when) }

  /// What is said about any target of the statement at `index`, by itself, too.
  func said(about index: Int) -> Said {
    let statement = policy.statements[index]
    let parts = groups.members(of: statement.subjects).compactMap {
      said[Key(target: $0, state: statement.state)]
    }
    var all = Said()
    for part in parts { all.days.formUnion(part.days) }
    all.statements = Set(parts.flatMap(\.statements)).sorted()
    return all
  }

  /// Whether the statement at `other` is about nothing but targets of the one at `index`.
  func isWithin(_ other: Int, _ index: Int) -> Bool {
    Set(groups.members(of: policy.statements[other].subjects))
      .isSubset(of: groups.members(of: policy.statements[index].subjects))
  }

  private mutating func starts(_ schedules: [Schedule]) -> Set<WeekdaySet> {
    // What a schedule holds is known before it is asked for, so that none is walked twice.
    for name in schedules.flatMap(\.namedClauses) where known[name] == nil {
      known[name] = []
      known[name] = starts(parts[name] ?? [])
    }
    return NightsBefore.starts(schedules) { known[$0] ?? [] }
  }
}

extension Schedule {
  /// The schedules with times that its clauses name.
  fileprivate var namedClauses: [Name] {
    clauses.compactMap { clause in
      if case .schedule(let name) = clause { name } else { nil }
    }
  }
}
