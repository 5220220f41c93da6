import CivilTime

/// Whether what follows `only` is times of day and nothing else: of days nobody can say what holds on the others.
enum OnlyTimes {
  /// What is wrong with `X on only …`, in which `when` was read and means `schedules`; nil where nothing is.
  static func problem(
    _ parts: [WhenSyntax], meaning schedules: [Schedule], of subjects: [Name], isInPlace: Bool, names: ScheduleNames
  ) -> PolicyMessage? {
    guard parts.allSatisfy({ isTimesOfDay($0, names) }) else {
      if parts.allSatisfy({ isTimesOfEveryDay($0, names) }) {
        return .onlyTakesNoDays(SentenceText.only(subjects, schedules))
      }
      return .onlyTakesTimes(readings: schedules.map { readings(of: $0, subjects) })
    }
    return isInPlace ? nil : .onlyMisplaced(SentenceText.only(subjects, schedules))
  }

  /// Whether `when` is times of day, or schedules of them.
  static func isTimesOfDay(_ when: WhenSyntax, _ names: ScheduleNames) -> Bool {
    guard when.exceptions.isEmpty, let clauses = when.clauses?.clauses else { return false }
    return clauses.allSatisfy { clause in
      guard clause.days.isEmpty else { return false }
      return clause.named.map { names.timesOfDay[$0.name] != nil } ?? true
    }
  }

  /// The same, but for `daily`, which is said in vain.
  private static func isTimesOfEveryDay(_ when: WhenSyntax, _ names: ScheduleNames) -> Bool {
    guard when.exceptions.isEmpty, var clauses = when.clauses else { return false }
    for index in clauses.clauses.indices where clauses.clauses[index].hasTimes {
      clauses.clauses[index].days.removeAll { $0.kind == .daily }
    }
    return isTimesOfDay(WhenSyntax(clauses: clauses, exceptions: [], range: when.range), names)
  }

  /// The lines that may be meant: off at every other time, and off only on the days that are named.
  private static func readings(of schedule: Schedule, _ subjects: [Name]) -> (all: [String], named: [String]) {
    let names = subjects.map(\.text).joined(separator: ", ")
    let on = schedule == .always ? "\(names) on" : "\(names) on \(SentenceText.text(of: schedule))"
    guard let whole = wholeDays(of: schedule), whole != schedule else { return (["\(names) off", on], [on]) }
    return (["\(names) off", on], ["\(names) off \(SentenceText.text(of: whole))", on])
  }

  /// The same days without the times; nil where a schedule with times stands among them.
  private static func wholeDays(of schedule: Schedule) -> Schedule? {
    var whole = schedule
    for (index, clause) in schedule.clauses.enumerated() {
      guard case .windows(let days, _) = clause else { return nil }
      whole.clauses[index] = .windows(on: days, at: [.allDay])
    }
    return whole
  }
}

extension Schedule {
  /// Whether it is times of every day, also through the schedules that it names, as far as `isNamed` says so.
  func isTimesOfDay(_ isNamed: (Name) -> Bool) -> Bool {
    exceptions.isEmpty
      && clauses.allSatisfy { clause in
        switch clause {
        case .windows(let days, _): return days == .daily
        case .schedule(let name): return isNamed(name)
        case .times: return false
        }
      }
  }
}

extension NamedSchedule {
  /// Its times, each once, if it holds times of every day and nothing else; nil for every other schedule. `known` are those
  /// of the schedules that it uses.
  func timesOfDay(_ known: [Name: [TimeRange]]) -> [TimeRange]? {
    guard !isSetOfDays, parts.allSatisfy({ $0.isTimesOfDay { known[$0] != nil } }) else { return nil }
    var times: [TimeRange] = []
    var seen: Set<TimeRange> = []
    for clause in parts.flatMap(\.clauses) {
      let more: [TimeRange]
      switch clause {
      case .windows(_, let ranges): more = ranges
      case .schedule(let name): more = known[name] ?? []
      case .times: more = []
      }
      for range in more where seen.insert(range).inserted { times.append(range) }
    }
    return times
  }
}

extension [Name: [Schedule]] {
  /// Those of `names` that hold times of day and nothing else, given what each consists of. None may use itself. Each is
  /// looked at once, however often others use it: in 16 levels of three each the last one uses the first 14 million times.
  func namesOfTimesOfDay(among names: some Sequence<Name>) -> Set<Name> {
    var known: [Name: Bool] = [:]
    func isTimesOfDay(_ name: Name) -> Bool {
      if let answer = known[name] { return answer }
      let parts = self[name] ?? []
      let answer = !parts.isEmpty && parts.allSatisfy { $0.isTimesOfDay(isTimesOfDay) }
      known[name] = answer
      return answer
    }
    return Set(names.filter(isTimesOfDay))
  }
}
