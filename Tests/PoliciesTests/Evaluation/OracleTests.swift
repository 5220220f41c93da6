import CivilTime
import Testing

@testable import Policies

/// Random policies against an evaluator that knows no cleverness: it asks every rule about one instant.
@Suite struct OracleTests {
  @Test("random policies", arguments: 0..<48)
  func random(seed: UInt64) throws {
    var random = RandomPolicy(seed: seed)
    let (policy, around) = try random.policy()
    let oracle = Oracle(policy: policy)
    let evaluator = Evaluator(policy)
    let kids = Name("kids")
    let range = around + -2 * 86_400..<around + 2 * 86_400
    let intervals = evaluator.timeline(of: kids, in: range)

    // All times of these policies and all offsets of their zones are whole quarters of an hour.
    for instant in stride(from: range.lowerBound.secondsSinceEpoch, to: range.upperBound.secondsSinceEpoch, by: 900)
      .map(Instant.init(secondsSinceEpoch:))
    {
      let interval = try #require(intervals.first { $0.range.contains(instant) })
      let active = oracle.activeStatements(at: instant)
      guard interval.decidedBy == active.first.map({ .statement($0) }) ?? .otherwise else {
        Issue.record("\(instant): \(interval), but the active statements are \(active)")
        return
      }
    }
    #expect(intervals.first?.range.lowerBound == range.lowerBound)
    #expect(intervals.last?.range.upperBound == range.upperBound)
    for (left, right) in zip(intervals, intervals.dropFirst()) {
      #expect(left.range.upperBound == right.range.lowerBound)
      #expect((left.state, left.decidedBy) != (right.state, right.decidedBy))
    }

    for _ in 0..<6 {
      let instant = range.lowerBound + Int64.random(in: 0..<4 * 86_400, using: &random.numbers)
      #expect(evaluator.activeStatements(kids, at: instant) == oracle.activeStatements(at: instant))
    }
    checkVerdict(evaluator, at: intervals[0].range.upperBound)
    checkVerdict(evaluator, at: intervals[0].range.upperBound + -1)
  }

  /// A verdict says of the timeline what the timeline says itself, where that is not far away.
  private func checkVerdict(_ evaluator: Evaluator, at instant: Instant) {
    let kids = Name("kids")
    let before = evaluator.timeline(of: kids, in: instant + -30 * 86_400..<instant + 1)
    let after = evaluator.timeline(of: kids, in: instant..<instant + 30 * 86_400)
    let state = after[0].state
    guard let since = before.last(where: { $0.state != state })?.range.upperBound,
      let until = after.first(where: { $0.state != state })?.range.lowerBound
    else { return }
    let verdict = Verdict(
      state: state, decidedBy: after[0].decidedBy, since: since, until: until, nextActive: nil)
    #expect(evaluator.verdicts(at: instant)[0].verdict == verdict)
    #expect(evaluator.nextChange(after: instant) == until)
  }
}

/// What the language says, word by word.
private struct Oracle {
  let policy: Policy

  /// The one that decides first.
  func activeStatements(at instant: Instant) -> [Int] {
    policy.statements.indices.reversed().filter { index in
      policy.statements[index].when.contains { schedule in
        startDays(instant).contains { covers(schedule, startingOn: $0, instant) }
      }
    }
  }

  private func startDays(_ instant: Instant) -> [CivilDate] {
    (-3...1).map { policy.zone.local(instant).date.adding(days: $0) }
  }

  private func covers(_ schedule: Schedule, startingOn day: CivilDate, _ instant: Instant) -> Bool {
    guard schedule.clauses.contains(where: { covers($0, startingOn: day, instant) }) else { return false }
    return !schedule.exceptions.contains { exception in
      switch exception {
      case .windowsStarting(let days): contains(days, day)
      case .instants(let clauses):
        clauses.contains { clause in startDays(instant).contains { covers(clause, startingOn: $0, instant) } }
      }
    }
  }

  private func covers(_ clause: Schedule.Clause, startingOn day: CivilDate, _ instant: Instant) -> Bool {
    switch clause {
    case .windows(let days, let times):
      times.contains { policy.zone.window(startingOn: day, $0)?.contains(instant) == true } && contains(days, day)
    case .schedule(let name): parts(name).contains { covers($0, startingOn: day, instant) }
    case .times(let times): times.events.contains { $0.contains(instant) && self.day(of: $0, at: instant) == day }
    }
  }

  /// The day that an event counts for at `instant`: the one it begins on, from the third day on each day for itself.
  private func day(of event: Range<Instant>, at instant: Instant) -> CivilDate {
    let (first, today) = (policy.zone.local(event.lowerBound).date, policy.zone.local(instant).date)
    return today > first.adding(days: 1) ? today : first
  }

  private func parts(_ name: Name) -> [Schedule] {
    policy.schedules.first { $0.name == name }?.parts ?? []
  }

  private func contains(_ days: Days, _ day: CivilDate) -> Bool {
    switch days {
    case .daily: true
    case .weekdays(let weekdays): weekdays.contains(day.weekday)
    case .dates(let range): range.contains(day)
    case .yearly(let from, let through): contains(from, through, day)
    case .cycle(let cycle): contains(cycle, day)
    case .ordinal(let ordinal): contains(ordinal, day)
    case .parity(let parity):
      parity.weekdays.contains(day.weekday) && isInOddWeek(day) == parity.isOdd
    case .eves(let days): contains(days, day.adding(days: 1))
    case .union(let parts): parts.contains { contains($0, day) }
    case .calendar(let days): days.ranges.contains { $0.contains(day.dayNumber) }
    case .schedule(let name):
      parts(name).contains { part in
        part.clauses.contains { clause in
          if case .windows(let days, _) = clause { contains(days, day) } else { false }
        }
          && !part.exceptions.contains { exception in
            if case .windowsStarting(let days) = exception { contains(days, day) } else { false }
          }
      }
    }
  }

  /// Week by week from the first one.
  private func contains(_ cycle: WeekCycle, _ day: CivilDate) -> Bool {
    guard cycle.weekdays.contains(day.weekday), day >= cycle.start else { return false }
    var monday = cycle.start
    while monday.weekday != .monday { monday = monday.adding(days: -1) }
    while monday.adding(days: 6) < day { monday = monday.adding(days: 7 * cycle.interval) }
    return monday <= day
  }

  /// How many days of this name the month has had, and whether it has one more.
  private func contains(_ ordinal: OrdinalWeekday, _ day: CivilDate) -> Bool {
    guard day.weekday == ordinal.weekday else { return false }
    let isLast = day.adding(days: 7).month != day.month
    return ordinal.ordinals.contains { place in
      switch place {
      case .first: day.day <= 7
      case .second: (8...14).contains(day.day)
      case .third: (15...21).contains(day.day)
      case .fourth: (22...28).contains(day.day)
      case .last: isLast
      }
    }
  }

  /// Whether the week's Thursday is in an odd week of its year: of its days 1 to 7, 15 to 21 and so on.
  private func isInOddWeek(_ day: CivilDate) -> Bool {
    var thursday = day
    while thursday.weekday != .thursday {
      thursday = thursday.adding(days: thursday.weekday.rawValue < Weekday.thursday.rawValue ? 1 : -1)
    }
    var dayOfYear = thursday.day
    for month in 1..<thursday.month { dayOfYear += CivilDate.days(inMonth: month, of: thursday.year) }
    return (dayOfYear - 1) / 7 % 2 == 0
  }

  private func contains(_ from: MonthDay, _ through: MonthDay, _ day: CivilDate) -> Bool {
    guard let today = MonthDay(month: day.month, day: day.day) else { return false }
    return from <= through ? from <= today && today <= through : from <= today || today <= through
  }
}
