import CivilTime
import Policies
import TestSupport

/// Policies about one target around a clock change of a random zone.
struct RandomPolicy {
  var numbers: SplitMix64
  private var today = CivilDate(dayNumber: 0)

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  static let zones = [
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
      MadePolicy.named("events", Schedule(clauses: [.times(events(around: around))], exceptions: [])),
    ]
    let statements = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
      MadePolicy.statement(
        chance(3) ? .on : .off,
        (0..<(chance(4) ? 2 : 1)).map { _ in
          schedule(clauses: ["times-a", "times-b", "events"], days: ["days-a", "days-b"])
        })
    }
    return (MadePolicy.policy(zone: zone, schedules: schedules, statements), around)
  }

  /// Days of which most years have none or few.
  private mutating func rareDays(names: [String] = ["rare"]) -> Days {
    let first = CivilDate(dayNumber: Int.random(in: 0..<47_000, using: &numbers))
    let last = first.adding(days: pick([0, 0, 1, 40, 2_000]))
    let ends = [first, last].compactMap { MonthDay(month: $0.month, day: $0.day) }
    let leapDay = MonthDay(month: 2, day: 29)
    switch Int.random(in: 0..<9, using: &numbers) {
    case 8: return .calendar(CalendarDays([first...last, first.adding(days: 3)...last.adding(days: 500)]))
    case 5: return .cycle(WeekCycle([pick(Weekday.allCases)], every: 8, from: first))
    case 6: return .ordinal(OrdinalWeekday([.last], pick(Weekday.allCases)))
    case 7: return .parity(WeekParity(isOdd: true, [pick(Weekday.allCases)]))
    case 0: return .dates(first...last)
    case 1: return .eves(of: .dates(first...last))
    case 2: return leapDay.map { .yearly(from: $0, through: $0) } ?? .daily
    case 3 where !names.isEmpty: return .eves(of: .named(pick(names)))
    default: return .yearly(from: ends[0], through: chance(2) ? ends[0] : ends[1])
    }
  }

  /// A policy that says `off` all the time but on some days, and a time of a few decades that is to be searched.
  mutating func rarelyChanging() throws -> (policy: Policy, range: Range<Instant>) {
    let zone = try MadePolicy.zone(pick(Self.zones))
    today = CivilDate(dayNumber: Int.random(in: 5_000..<40_000, using: &numbers))
    let schedules = [
      MadePolicy.named("rare", ofDays: true, .on(rareDays(names: []))),
      MadePolicy.named("rare-times", schedule(clauses: [], days: ["rare"])),
    ]
    var beneath = (0..<2).map { _ in
      MadePolicy.statement(chance(4) ? .off : .on, schedule(clauses: ["rare-times"], days: ["rare"]))
    }
    let noon = ["00:00-12:00", "12:00-24:00"]
    var cover = Schedule(
      clauses: [.on(.daily, chance(2) ? noon : [])],
      exceptions: chance(5) ? [] : [.windowsStarting(on: rareDays())])
    if chance(2) {
      // Side by side on every day but one on which clocks go back within the first: then it reaches into the second.
      let quarter = Int.random(in: 0..<14, using: &numbers)
      let times = [quarter, quarter + 1, quarter + 2].compactMap { TimeOfDay(minutes: $0 * 15) }
      let (first, second) = (TimeRange(start: times[0], end: times[1]), TimeRange(start: times[1], end: times[2]))
      let clause = { (time: TimeRange) in Schedule.Clause.windows(on: .daily, at: [time]) }
      beneath.append(MadePolicy.statement(.on, Schedule(clauses: [clause(first)], exceptions: [])))
      cover.exceptions.append(.instants(of: [clause(second)]))
    }
    if chance(4) {
      let first = Instant(secondsSinceEpoch: Int64.random(in: 0..<4_000_000_000, using: &numbers))
      let events = CalendarTimes([first..<first + 7_200, first + 400_000..<first + 700_000])
      beneath.append(MadePolicy.statement(.on, Schedule(clauses: [.times(events)], exceptions: [])))
    }
    let over = chance(2) ? [MadePolicy.statement(.on, .on(rareDays(), "02:15-02:45"))] : []
    let statements = beneath + [MadePolicy.statement(.off, cover)] + over
    let start = Instant(secondsSinceEpoch: Int64.random(in: 0..<2_900_000_000, using: &numbers))
    let targets = [MadePolicy.target("kids", otherwise: .off)]
    return (
      MadePolicy.policy(zone: zone, targets: targets, schedules: schedules, statements),
      start..<start + Int64.random(in: 1..<1_100_000_000, using: &numbers)
    )
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
    switch Int.random(in: 0..<13, using: &numbers) {
    case 12: return .calendar(CalendarDays((0..<3).map { _ in nearby(-5...5) }))
    case 9: return cycle()
    case 10:
      return .ordinal(
        OrdinalWeekday(
          [pick(OrdinalWeekday.Ordinal.allCases), pick(OrdinalWeekday.Ordinal.allCases)], pick(Weekday.allCases)))
    case 11: return .parity(WeekParity(isOdd: chance(2), weekdays()))
    case 0, 1: return .daily
    case 2: return .weekdays(WeekdaySet(Weekday.allCases.filter { _ in chance(2) }))
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

  /// Days of every so many weeks, the first of them some weeks ago or some days ahead.
  private mutating func cycle() -> Days {
    let days = weekdays()
    let start = today.adding(days: Int.random(in: -60...3, using: &numbers))
    return .cycle(WeekCycle(days, every: Int.random(in: 2...8, using: &numbers), from: start))
  }

  /// Times of a calendar, some of them for days.
  private mutating func events(around instant: Instant) -> CalendarTimes {
    let quarter = { (seconds: Int64) in Instant(secondsSinceEpoch: seconds / 900 * 900) }
    return CalendarTimes(
      (0..<4).map { _ in
        let start = instant.secondsSinceEpoch + Int64.random(in: -400_000..<200_000, using: &numbers)
        let length = pick([900, 7_200, 86_400, 260_000])
        return quarter(start)..<quarter(start + Int64(length))
      })
  }

  private mutating func weekdays() -> WeekdaySet {
    let days = WeekdaySet(Weekday.allCases.filter { _ in chance(2) })
    return days.isEmpty ? [pick(Weekday.allCases)] : days
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
}
