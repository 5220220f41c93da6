import CivilTime
import Policies
import TestSupport
import Testing

/// Windows in every zone of the machine against nothing but what a clock on the wall shows at one instant after the
/// other.
@Suite struct EveryZoneTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var zone: String
    var seed: UInt64
    var testDescription: String { "\(zone), seed \(seed)" }
  }

  static let cases: [Case] = DecodedPolicy.catalogue.names.enumerated().map { Case(zone: $1, seed: UInt64($0)) }

  @Test("the machine has zones") func zones() { #expect(Self.cases.count > 300) }

  @Test("windows around clock changes", arguments: cases)
  func windows(_ test: Case) throws {
    guard case .zone(let zone) = DecodedPolicy.machineZone(test.zone) else {
      Issue.record("no such zone")
      return
    }
    var random = SplitMix64(seed: test.seed)
    let years = Instant(secondsSinceEpoch: 0)..<Evaluator.horizon
    let changes = zone.transitions(in: years).map(\.instant)
    for _ in 0..<2 {
      let around =
        changes.isEmpty
        ? Instant(secondsSinceEpoch: Int64(random.int(in: 0..<4_000_000) * 1_000)) : random.pick(changes)
      let rules = (0..<3).map { _ in WallClockRule(&random) }
      let found = WallClock(zone: zone, around: around, rules: rules).firstDifference(from: evaluator(rules, zone))
      #expect(found == nil, "around \(around): \(rules)")
    }
  }

  /// The statement at an even place says `off`, the others `on`.
  private func evaluator(_ rules: [WallClockRule], _ zone: Zone) -> Evaluator {
    let statements = rules.enumerated().map { index, rule in
      let clause = Schedule.Clause.windows(on: .weekdays(rule.weekdays), at: [rule.times])
      return MadePolicy.statement(index % 2 == 0 ? .off : .on, Schedule(clauses: [clause], exceptions: []))
    }
    return Evaluator(MadePolicy.policy(zone: zone, statements))
  }
}

/// One window on some days of the week.
private struct WallClockRule {
  var weekdays: WeekdaySet
  var times: TimeRange

  init(_ random: inout SplitMix64) {
    let isDaily = random.oneIn(2)
    weekdays = WeekdaySet(isDaily ? Weekday.allCases : Weekday.allCases.filter { _ in random.oneIn(2) })
    // Half of them near midnight and the small hours, where clocks are changed.
    let start = random.int(in: 0..<(random.oneIn(2) ? 1_440 : 240))
    let length = random.oneIn(2) ? random.int(in: 1..<120) : random.int(in: 1..<1_440)
    let end = start + length <= 1_440 ? start + length : start + length - 1_440
    times = TimeRange(
      start: TimeOfDay(minutes: start) ?? .midnight, end: TimeOfDay(minutes: end) ?? .endOfDay)
  }

  /// What the wall clock shows, in seconds, while the window of the day with this number lies open.
  func window(startingOn day: Int64) -> Range<Int64>? {
    // Day 0 was a Thursday.
    guard weekdays.contains(Weekday.allCases[Int(((day + 3) % 7 + 7) % 7)]) else { return nil }
    let start = Int64(times.start.minutes) * 60
    let end = Int64(times.end.minutes) * 60
    return day * 86_400 + start..<(end > start ? day : day + 1) * 86_400 + end
  }
}

/// The clock on the wall, looked at so often that nothing is missed: every quarter of an hour, one second either side of
/// every jump, and one second either side of every instant at which it may show a window's start or end.
private struct WallClock {
  private let middle: Int64
  /// In order.
  private var looks: [(instant: Int64, wall: Int64)]
  private let rules: [WallClockRule]

  init(zone: Zone, around: Instant, rules: [WallClockRule]) {
    middle = around.secondsSinceEpoch
    self.rules = rules
    let offset = { (instant: Int64) in Int64(zone.offset(at: Instant(secondsSinceEpoch: instant))) }
    let grid = stride(from: middle - 4 * 86_400, through: middle + 4 * 86_400, by: 900).map { $0 }
    var instants = Set(grid)
    var offsets: Set<Int64> = [offset(grid[0])]
    for (left, right) in zip(grid, grid.dropFirst()) where offset(left) != offset(right) {
      var (before, after) = (left, right)
      while after - before > 1 {
        let half = (before + after) / 2
        if offset(half) == offset(left) { before = half } else { after = half }
      }
      instants.formUnion([before, after])
      offsets.insert(offset(right))
    }
    let days = grid[0] / 86_400 - 2...grid[0] / 86_400 + 12
    for edge in days.flatMap({ day in rules.compactMap { $0.window(startingOn: day) } }) {
      for offset in offsets {
        instants.formUnion([edge.lowerBound - offset, edge.upperBound - offset].flatMap { [$0 - 1, $0] })
      }
    }
    looks = instants.sorted().map { ($0, $0 + offset($0)) }
  }

  /// Which looks fall between the first and the last that show a window of the rule open, for some day.
  private func isActive(_ rule: WallClockRule) -> [Bool] {
    var active = [Bool](repeating: false, count: looks.count)
    let first = looks[0].wall / 86_400 - 3
    for window in (first...first + 16).compactMap({ rule.window(startingOn: $0) }) {
      guard let start = looks.firstIndex(where: { window.contains($0.wall) }),
        let end = looks.lastIndex(where: { window.contains($0.wall) })
      else { continue }
      for index in start...end { active[index] = true }
    }
    return active
  }

  /// The first look, a day and a half around the middle, at which the last active rule is not what decides.
  func firstDifference(from evaluator: Evaluator) -> Int64? {
    let near = middle - 130_000...middle + 130_000
    let range = Instant(secondsSinceEpoch: near.lowerBound)..<Instant(secondsSinceEpoch: near.upperBound + 1)
    var timeline = evaluator.timeline(of: Name("kids"), in: range)[...]
    let active = rules.map { isActive($0) }
    for (index, look) in looks.enumerated() where near.contains(look.instant) {
      let instant = Instant(secondsSinceEpoch: look.instant)
      while let interval = timeline.first, interval.range.upperBound <= instant { timeline = timeline.dropFirst() }
      let decider = active.lastIndex { $0[index] }.map { Verdict.Decider.statement($0) } ?? .otherwise
      if timeline.first?.decidedBy != decider { return look.instant }
    }
    return nil
  }
}
