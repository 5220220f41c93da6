import CivilTime

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

  private let evaluator: Evaluator
  private let gaps: [Gap]
  private var windows: Windows
  private var found: [Empty] = []

  private init(_ policy: Policy, _ evaluator: Evaluator, now: Instant) {
    self.evaluator = evaluator
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
    // The own times of those of `whens` that were looked at.
    var own = [[TimeRange]?](repeating: nil, count: evaluator.whens.count)
    for (user, when) in evaluator.whenOf.enumerated() {
      if own[when] == nil {
        let parts = evaluator.whens[when].when.filter { !windows.isExcluded(day, from: $0) }
        own[when] = emptyTimes(of: parts, startingOn: day)
        look(at: day, gap, schedulesOf: parts, user: user, &seen)
      }
      found += (own[when] ?? []).map {
        Empty(place: .statement(user), time: $0, day: CivilDate(dayNumber: day), gap: gap)
      }
    }
  }

  /// Looks at the schedules that `parts` of the statement `user` use, but for those that were `seen`.
  private mutating func look(
    at day: Int, _ gap: Gap, schedulesOf parts: [ResolvedSchedule], user: Int, _ seen: inout Set<Int>
  ) {
    var rest = parts.flatMap(\.usedSchedules)
    while let index = rest.popLast() {
      guard seen.insert(index).inserted else { continue }
      let parts = windows.schedules[index].filter { !windows.isExcluded(day, from: $0) }
      found += emptyTimes(of: parts, startingOn: day).map {
        Empty(place: .schedule(index, user: user), time: $0, day: CivilDate(dayNumber: day), gap: gap)
      }
      rest += parts.flatMap(\.usedSchedules)
    }
  }

  private mutating func emptyTimes(of parts: [ResolvedSchedule], startingOn day: Int) -> [TimeRange] {
    var result: [TimeRange] = []
    for part in parts { result += windows.emptyTimes(of: part, startingOn: day) }
    return result
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
      case .windows, .times: nil
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
      case .schedule, .times: []
      case .windows(let days, let times):
        mask(of: days, from: day) & 1 == 0
          ? [] : times.filter { zone.window(startingOn: CivilDate(dayNumber: day), $0) == nil }
      }
    }
  }
}
