import CivilTime
import Policies
import Testing

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
    }
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
    case .eves(let days): contains(days, day.adding(days: 1))
    case .union(let parts): parts.contains { contains($0, day) }
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

  private func contains(_ from: MonthDay, _ through: MonthDay, _ day: CivilDate) -> Bool {
    guard let today = MonthDay(month: day.month, day: day.day) else { return false }
    return from <= through ? from <= today && today <= through : from <= today || today <= through
  }
}

/// Policies about one target around a clock change of a random zone.
private struct RandomPolicy {
  var numbers: Numbers
  private var today = CivilDate(dayNumber: 0)

  init(seed: UInt64) { numbers = Numbers(state: seed) }

  private static let zones = [
    "UTC", "Europe/Berlin", "Europe/Dublin", "Australia/Lord_Howe", "Asia/Gaza", "Asia/Beirut", "Pacific/Apia",
    "Pacific/Kwajalein", "America/Asuncion", "America/Havana", "America/Santiago", "Africa/Casablanca",
    "Antarctica/Troll", "Asia/Tehran",
  ]

  mutating func policy() throws -> (policy: Policy, around: Instant) {
    let zone = try MadePolicy.zone(pick(Self.zones))
    let years = Instant(secondsSinceEpoch: 100_000_000)..<Instant(secondsSinceEpoch: 3_000_000_000)
    let changes = zone.transitions(in: years).map(\.instant)
    let around = changes.randomElement(using: &numbers) ?? Instant(secondsSinceEpoch: 1_798_761_600)
    today = zone.local(around).date
    let schedules = [
      MadePolicy.named("days-a", ofDays: true, .on(days(names: []))),
      MadePolicy.named(
        "days-b", ofDays: true,
        .on(days(names: ["days-a"]), except: [.windowsStarting(on: days(names: ["days-a"]))])),
      MadePolicy.named("times-a", schedule(clauses: [], days: ["days-a"])),
      MadePolicy.named(
        "times-b", schedule(clauses: ["times-a"], days: ["days-b"]), schedule(clauses: [], days: ["days-b"])),
    ]
    let statements = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
      MadePolicy.statement(
        chance(3) ? .on : .off,
        (0..<(chance(4) ? 2 : 1)).map { _ in schedule(clauses: ["times-a", "times-b"], days: ["days-a", "days-b"]) })
    }
    return (MadePolicy.policy(zone: zone, schedules: schedules, statements), around)
  }

  private mutating func schedule(clauses: [String], days: [String]) -> Schedule {
    let exceptions = (0..<pick([0, 0, 1, 2])).map { _ -> Schedule.Exception in
      chance(2)
        ? .windowsStarting(on: self.days(names: days))
        : .instants(of: self.clauses(names: clauses, days: days))
    }
    return Schedule(clauses: self.clauses(names: clauses, days: days), exceptions: exceptions)
  }

  private mutating func clauses(names: [String], days: [String]) -> [Schedule.Clause] {
    (0..<pick([1, 1, 2])).map { _ in
      if !names.isEmpty, chance(3) { return .named(pick(names)) }
      return .windows(on: self.days(names: days), at: (0..<pick([1, 1, 2])).map { _ in time() })
    }
  }

  private mutating func days(names: [String]) -> Days {
    switch Int.random(in: 0..<9, using: &numbers) {
    case 0, 1: return .daily
    case 2: return .weekdays(Set(Weekday.allCases.filter { _ in chance(2) }))
    case 3: return .dates(nearby(0...0))
    case 4:
      let range = nearby(-3...3)
      let ends = [range.upperBound, range.lowerBound].compactMap { MonthDay(month: $0.month, day: $0.day) }
      return chance(3) ? .yearly(from: ends[0], through: ends[1]) : .yearly(from: ends[1], through: ends[0])
    case 5: return .union([days(names: names), days(names: names)])
    case 6: return names.isEmpty ? .daily : .eves(of: .named(pick(names)))
    case 7: return names.isEmpty ? .workdays : .named(pick(names))
    default: return .dates(nearby(-400...2))
    }
  }

  private mutating func nearby(_ start: ClosedRange<Int>) -> ClosedRange<CivilDate> {
    let first = today.adding(days: Int.random(in: start, using: &numbers))
    return first...first.adding(days: Int.random(in: 0...4, using: &numbers))
  }

  private mutating func time() -> TimeRange {
    if chance(6) { return .allDay }
    let start = Int.random(in: 0..<96, using: &numbers) * 15
    let end = Int.random(in: 1...96, using: &numbers) * 15
    let times = [start, end == start ? end + 15 : end].compactMap { TimeOfDay(minutes: $0) }
    return TimeRange(start: times[0], end: times[1])
  }

  private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &numbers) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &numbers)]
  }

  struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
