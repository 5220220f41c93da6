internal import CivilTime

/// Finds the windows of the coming year that are empty because they lie wholly inside an hour that clocks skip.
struct EmptyWindows {
  /// Local times that no clock shows.
  struct Gap {
    var start: LocalDateTime
    /// The first local time after it that a clock shows.
    var end: LocalDateTime
  }

  /// A window without an instant.
  struct Empty {
    var place: Place
    var time: TimeRange
    /// The day on which the window would start.
    var day: CivilDate
    var gap: Gap
  }

  /// Where the times of a window are written.
  enum Place {
    case statement(Int)
    /// A named schedule, and the first statement that uses it.
    case schedule(Int, user: Int)
  }

  private let statements: [ResolvedStatement]
  private let gaps: [Gap]
  private var windows: Windows
  private var found: [Empty] = []

  private init(_ policy: Policy, _ evaluator: Evaluator, now: Instant) {
    statements = evaluator.statements
    windows = evaluator.windows
    gaps = policy.zone.transitions(in: now..<now + 366 * 86_400).compactMap(Gap.init)
  }

  /// The empty windows of the year from `now` on, in the order of time, then of the file.
  static func find(in policy: Policy, _ evaluator: Evaluator, now: Instant) -> [Empty] {
    var search = EmptyWindows(policy, evaluator, now: now)
    for gap in search.gaps {
      for day in gap.start.date.dayNumber...gap.end.date.dayNumber { search.look(at: day, gap) }
    }
    return search.found
  }

  /// Looks at the windows that would start on `day`, each schedule's once.
  private mutating func look(at day: Int, _ gap: Gap) {
    var seen: Set<Int> = []
    for (user, statement) in statements.enumerated() {
      var rest: [(place: Place, parts: [ResolvedSchedule])] = [(.statement(user), statement.when)]
      while let (place, parts) = rest.popLast() {
        for part in parts where !windows.isExcluded(day, from: part) {
          found += windows.emptyTimes(of: part, startingOn: day)
            .map { Empty(place: place, time: $0, day: CivilDate(dayNumber: day), gap: gap) }
          for index in part.usedSchedules where seen.insert(index).inserted {
            rest.append((.schedule(index, user: user), windows.schedules[index]))
          }
        }
      }
    }
  }
}

extension EmptyWindows.Gap {
  /// What clocks skip at `transition`; nil where they skip nothing.
  init?(_ transition: Transition) {
    let (before, after) = (transition.before.secondsEast, transition.after.secondsEast)
    guard after > before else { return nil }
    let utc = LocalDateTime(date: CivilDate(dayNumber: 0), secondOfDay: Int(transition.instant.secondsSinceEpoch))
    start = LocalDateTime(date: utc.date, secondOfDay: utc.secondOfDay + before)
    end = LocalDateTime(date: utc.date, secondOfDay: utc.secondOfDay + after)
  }
}

extension ResolvedSchedule {
  /// The named schedules whose windows it has; not those whose days it uses.
  fileprivate var usedSchedules: [Int] {
    clauses.compactMap { clause in
      switch clause {
      case .windows: nil
      case .schedule(let index): index
      }
    }
  }
}

extension Windows {
  /// Whether `schedule` takes away the windows that start on `day`.
  fileprivate mutating func isExcluded(_ day: Int, from schedule: ResolvedSchedule) -> Bool {
    schedule.excludedDays.contains { mask(of: $0, from: day) & 1 == 1 }
  }

  /// The times of `schedule` that would give a window on `day` if clocks did not skip it; not those of the schedules
  /// that it uses.
  fileprivate mutating func emptyTimes(of schedule: ResolvedSchedule, startingOn day: Int) -> [TimeRange] {
    schedule.clauses.flatMap { clause -> [TimeRange] in
      switch clause {
      case .schedule: []
      case .windows(let days, let times):
        mask(of: days, from: day) & 1 == 0
          ? [] : times.filter { zone.window(startingOn: CivilDate(dayNumber: day), $0) == nil }
      }
    }
  }
}
