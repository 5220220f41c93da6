import CivilTime
import TestSupport
import Testing

@testable import Policies

/// The hours that may be left to a system's own clock.
@Suite struct ArmedHoursTests {
  // MARK: - A second definition

  /// What is wanted at every instant at which anything may change, and nothing in between.
  private final class Samples {
    let overlay: Overlay
    let scheduled: [TimelineInterval]
    let target: Name
    let zone: Zone

    init(_ overlay: Overlay, of target: Name, in range: Range<Instant>) {
      (self.overlay, self.target) = (overlay, target)
      scheduled = overlay.evaluator.timeline(of: target, in: range)
      zone = overlay.policy.zone
    }

    func wanted(_ instant: Instant) -> TargetState {
      overlay.override(of: target, at: instant)?.state ?? byPolicy(instant)
    }

    func byPolicy(_ instant: Instant) -> TargetState {
      scheduled.first { $0.range.contains(instant) }?.state ?? .leave
    }

    func isOffByBoth(_ instant: Instant) -> Bool { wanted(instant) == .off && byPolicy(instant) == .off }
  }

  /// The hours by walking from minute to minute and from edge to edge, asking the clock on the wall at each.
  private static func hours(_ overlay: Overlay, _ target: Name, at now: Instant, _ overrides: [Override]) -> TimeRange?
  {
    let range = now + -30 * 3600..<now + 60 * 3600
    let samples = Samples(overlay, of: target, in: range)
    let edges =
      samples.scheduled.map(\.range.lowerBound) + overrides.flatMap { [$0.from, $0.until] } + [now]
      + samples.zone.transitions(in: range).map(\.instant)
    let instants = minutes(of: range, and: edges)
    // The end of the next stretch of both, then its beginning.
    guard let inside = instants.first(where: { $0 >= now && samples.isOffByBoth($0) }),
      let end = instants.first(where: { $0 > inside && !samples.isOffByBoth($0) }),
      let before = instants.last(where: { $0 < inside && !samples.isOffByBoth($0) }),
      let start = instants.first(where: { $0 > before })
    else { return nil }
    let isWrong = { (first: Int, last: Int) in
      instants.filter { $0 >= now && $0 < end }.contains { instant in
        let shown = samples.zone.local(instant).secondOfDay
        let isShown = first < last ? shown >= first && shown < last : shown >= first || shown < last
        let isOff = samples.wanted(instant) == .off
        return isOff != isShown || isOff && samples.byPolicy(instant) != .off
      }
    }
    // What the file says, where the clock skips an end: the hours of the stretch behind it.
    let jumps = samples.zone.transitions(in: range).filter { $0.before.secondsEast < $0.after.secondsEast }
    if jumps.contains(where: { $0.instant == start || $0.instant == end }), samples.wanted(end) == .on,
      let behind = instants.first(where: { $0 > end && samples.isOffByBoth($0) }),
      let over = instants.first(where: { $0 > behind && !samples.isOffByBoth($0) }), over - now < 54 * 3600,
      let hours = Self.wallHours(samples.zone.local(behind), samples.zone.local(over)),
      !isWrong(hours.start.minutes * 60, hours.end.minutes * 60)
    {
      return hours
    }
    let (from, to) = (samples.zone.local(start), samples.zone.local(end))
    guard let hours = Self.wallHours(from, to), samples.wanted(end) == .on,
      !isWrong(hours.start.minutes * 60, hours.end.minutes * 60)
    else { return nil }
    return hours
  }

  /// Nil where these are no whole minutes, or a day apart.
  private static func wallHours(_ from: LocalDateTime, _ to: LocalDateTime) -> TimeRange? {
    let length = (to.date.dayNumber - from.date.dayNumber) * 86_400 + to.secondOfDay - from.secondOfDay
    guard from.second == 0, to.second == 0, (60...86_340).contains(length) else { return nil }
    return TimeOfDay(minutes: from.secondOfDay / 60).flatMap { start in
      TimeOfDay(minutes: to.secondOfDay / 60).map { TimeRange(start: start, end: $0) }
    }
  }

  /// The full minutes of `range` and what is in it of `edges`, in order.
  private static func minutes(of range: Range<Instant>, and edges: [Instant]) -> [Instant] {
    var rest = edges.filter(range.contains).sorted()[...]
    var instants: [Instant] = []
    var minute = range.lowerBound + (60 - range.lowerBound.secondsSinceEpoch % 60) % 60
    while minute < range.upperBound {
      while let edge = rest.first, edge <= minute { instants.append(rest.removeFirst()) }
      if instants.last != minute { instants.append(minute) }
      minute = minute + 60
    }
    return instants + rest
  }

  /// Random policies of all kinds around clock changes of random zones, with overrides that begin and end anywhere, and
  /// targets that are otherwise left alone.
  @Test(arguments: 0..<150) func theyAreTheNextStretchOrNothing(_ seed: UInt64) throws {
    var random = RandomPolicy(seed: 9_000 + seed)
    var (policy, around) = try random.policy()
    for place in policy.targets.indices where seed % 5 == 0 { policy.targets[place].otherwise = .leave }
    for place in policy.statements.indices where seed % 3 == 0 {
      policy.statements[place].when = [Self.night(&random.numbers)]
    }
    let overrides = (0..<Int(seed % 3)).map { number in
      let from = around + Int64.random(in: -1_500...3_000, using: &random.numbers) * 60
      let length = [1_800, 5_400, 36_000, 1_801].randomElement(using: &random.numbers) ?? 60
      return Override(
        id: String(number + 1), target: policy.targets[0].name, state: Bool.random(using: &random.numbers) ? .on : .off,
        from: from, until: from + Int64(length), because: nil, by: "me")
    }
    let overlay = Overlay(Evaluator(policy), of: policy, overrides: overrides)
    let target = try #require(overlay.evaluator.targets.first)
    for _ in 0..<6 {
      let now = around + Int64.random(in: -200_000...200_000, using: &random.numbers)
      let found = overlay.armedHours(of: target, at: now)
      let expected = Self.hours(overlay, target, at: now, overrides)
      #expect(found?.hours == expected, "seed \(seed) at \(policy.zone.fullText(now)) in \(policy.zone.name)")
    }
  }

  /// Most random policies have nights that are none of every day.
  @Test func theSecondDefinitionFindsSome() throws {
    let found = try (0..<UInt64(60)).filter { seed in
      var random = RandomPolicy(seed: 9_000 + seed)
      var (policy, around) = try random.policy()
      for place in policy.statements.indices { policy.statements[place].when = [Self.night(&random.numbers)] }
      let overlay = Overlay(Evaluator(policy), of: policy, overrides: [])
      return Self.hours(overlay, policy.targets[0].name, at: around, []) != nil
    }
    #expect(found.count >= 15, "\(found.count)")
  }

  private static func night(_ numbers: inout some RandomNumberGenerator) -> Schedule {
    let nights = [
      "21:00-07:00", "20:30-06:45", "02:00-02:30", "22:00-02:30", "13:00-14:00", "00:00-06:00", "18:00-24:00",
    ]
    return .on(.daily, nights.randomElement(using: &numbers) ?? nights[0])
  }

  // MARK: - Examples

  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [String]
    var at = "2026-11-20 15:00"
    var zone = "Europe/Berlin"
    var clock: String? = "Europe/Berlin"
    var settings = ""
    var override: (state: TargetState, from: String, until: String)?
    var hours: String?
    var isOverridden = false
  }

  static let examples: [Example] = [
    Example(testDescription: "every night", lines: ["emma off 21:00–07:00"], hours: "21:00–07:00"),
    Example(
      testDescription: "in the night", lines: ["emma off 21:00–07:00"], at: "2026-11-21 02:00", hours: "21:00–07:00"),
    Example(
      testDescription: "at its end", lines: ["emma off 21:00–07:00"], at: "2026-11-21 07:00", hours: "21:00–07:00"),
    Example(testDescription: "school nights on Friday", lines: ["emma off sun-thu 21:00–07:00"]),
    Example(
      testDescription: "school nights on Sunday morning", lines: ["emma off sun-thu 21:00–07:00"],
      at: "2026-11-22 07:00", hours: "21:00–07:00"),
    Example(
      testDescription: "school nights a minute before", lines: ["emma off sun-thu 21:00–07:00"], at: "2026-11-22 06:59"),
    Example(
      testDescription: "other hours at weekends, from the morning on",
      lines: ["emma off 21:00–07:00", "emma on fri, sat 21:00–22:30", "emma on sat, sun 07:00–09:00"],
      at: "2026-11-20 07:00", hours: "22:30–07:00"),
    Example(
      testDescription: "two stretches a day: the next", lines: ["emma off 14:00–15:00", "emma off 21:00–07:00"],
      hours: "21:00–07:00"),
    Example(
      testDescription: "two stretches a day: the one that holds",
      lines: ["emma off 14:00–15:00", "emma off 21:00–07:00"], at: "2026-11-20 14:30", hours: "14:00–15:00"),
    Example(testDescription: "always off", lines: ["emma off"]),
    Example(testDescription: "a whole day", lines: ["emma off fri 21:00–24:00 and sat 00:00–21:00"]),
    Example(
      testDescription: "23 hours and 59 minutes", lines: ["emma off 21:00–20:59"], hours: "21:00–20:59"),
    Example(testDescription: "never off", lines: ["emma on"]),
    Example(testDescription: "another zone of the console", lines: ["emma off 21:00–07:00"], clock: "Europe/Vienna"),
    Example(
      testDescription: "a name that no zone has", lines: ["emma off 21:00–07:00"], clock: "Europe/Berlim"),
    Example(
      testDescription: "another name of the zone", lines: ["emma off 21:00–07:00"], zone: "Asia/Kolkata",
      clock: "Asia/Calcutta", hours: "21:00–07:00"),
    Example(testDescription: "no zone of the console", lines: ["emma off 21:00–07:00"], clock: nil),
    Example(testDescription: "only observed", lines: ["emma off 21:00–07:00"], settings: ", enforcement: observe"),
    Example(testDescription: "yields", lines: ["emma off 21:00–07:00"], settings: ", enforcement: yield"),
    Example(
      testDescription: "strict", lines: ["emma off 21:00–07:00"], settings: ", enforcement: strict",
      hours: "21:00–07:00"),
    Example(
      testDescription: "left alone afterwards", lines: ["emma off 21:00–07:00"], settings: ", otherwise: leave"),
    Example(
      testDescription: "left alone before", lines: ["emma off 21:00–07:00", "emma on 07:00–12:00"],
      settings: ", otherwise: leave", hours: "21:00–07:00"),
    Example(
      testDescription: "on until later", lines: ["emma off 21:00–07:00"],
      override: (.on, "2026-11-20 14:00", "2026-11-20 22:30"), hours: "22:30–07:00", isOverridden: true),
    Example(
      testDescription: "on until later, by seconds", lines: ["emma off 21:00–07:00"],
      override: (.on, "2026-11-20 14:00", "2026-11-20 22:30:10")),
    Example(
      testDescription: "on in the middle of the night", lines: ["emma off 21:00–07:00"], at: "2026-11-20 21:30",
      override: (.on, "2026-11-20 23:00", "2026-11-21 00:00"), hours: "21:00–23:00", isOverridden: true),
    Example(
      testDescription: "off for the afternoon", lines: ["emma off 21:00–07:00"],
      override: (.off, "2026-11-20 14:00", "2026-11-20 16:00")),
    Example(
      testDescription: "off for the afternoon, and over", lines: ["emma off 21:00–07:00"], at: "2026-11-20 16:00",
      override: (.off, "2026-11-20 14:00", "2026-11-20 16:00"), hours: "21:00–07:00"),
    Example(
      testDescription: "off from the afternoon into the night", lines: ["emma off 21:00–07:00"],
      override: (.off, "2026-11-20 14:00", "2026-11-20 22:00")),
    Example(
      testDescription: "off from the afternoon into the night, and at night", lines: ["emma off 21:00–07:00"],
      at: "2026-11-20 21:00", override: (.off, "2026-11-20 14:00", "2026-11-20 22:00"), hours: "21:00–07:00"),
    Example(
      testDescription: "a beginning that clocks skip", lines: ["emma off 02:30–06:00"], at: "2026-03-28 12:00",
      hours: "02:30–06:00"),
    Example(
      testDescription: "an end that clocks skip", lines: ["emma off 21:00–02:30"], at: "2026-03-28 12:00",
      hours: "21:00–02:30"),
    Example(
      testDescription: "in a night whose end clocks skip", lines: ["emma off 21:00–02:30"], at: "2026-03-28 23:00",
      hours: "21:00–02:30"),
    Example(
      testDescription: "a beginning that clocks skip, with other hours in the next night",
      lines: ["emma off sun 02:30–06:00", "emma off mon 04:00–05:00"], at: "2026-03-28 12:00", hours: "03:00–06:00"),
    Example(
      testDescription: "an end that comes twice", lines: ["emma off 21:00–02:30"], at: "2026-10-24 22:00"),
    Example(
      testDescription: "clocks go back", lines: ["emma off 21:00–07:00"], at: "2026-10-24 22:00", hours: "21:00–07:00"),
  ]

  @Test(arguments: examples) func whatIsArmed(_ example: Example) throws {
    let clock = example.clock.map { ", console-timezone: \($0)" } ?? ""
    let text = """
      timezone: \(example.zone)
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: k}\(clock)}}
      devices: {ipad: "00:00:5e:00:53:01"}
      targets: {emma: {devices: [ipad]\(example.settings)}}
      policy: [\(example.lines.map { "\"\($0)\"" }.joined(separator: ", "))]
      """
    let decoded = try DecodedPolicy(text) { name in
      (try? .zone(MadePolicy.zone(name))) ?? DecodedPolicy.machineZone(name)
    }
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    let zone = policy.zone
    let at = { (text: String) in try Instant(text, in: zone) }
    let overrides = try example.override.map { state, from, until in
      [
        Override(
          id: "1", target: Name("emma"), state: state, from: try at(from), until: try at(until), because: nil, by: "me")
      ]
    }
    let overlay = Overlay(Evaluator(policy), of: policy, overrides: overrides ?? [])
    let armed = overlay.armedHours(at: try at(example.at))[Name("emma")]
    #expect(armed?.hours.description == example.hours)
    #expect(armed?.isOverridden ?? false == example.isOverridden)
  }
}
