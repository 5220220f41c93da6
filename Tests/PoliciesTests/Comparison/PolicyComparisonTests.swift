import CivilTime
import Policies
import TestSupport
import Testing

/// What an edit means: stretches with different states, grouped where they recur.
@Suite struct PolicyComparisonTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zones = ["Europe/Berlin", "Europe/Berlin"]
    /// A Friday evening unless given.
    var now = "2026-11-20 21:00"
    var days = 14
    var targets =
      "kids: {wifi: [Kids], otherwise: on}\n  tv: {wifi: [TV], otherwise: on}\n  devices: {targets: [kids, tv]}"
    var schedules = "holidays: 2026-12-23..2027-01-06"
    var old: [String]
    var new: [String]
    /// `target before→after start–end (days later) weekdays times first missing`; later ones begin with `later`.
    var outcome: [String]
  }

  static let cases: [Case] = [
    Case(testDescription: "nothing", old: ["kids off 21:00–07:00"], new: ["kids off 21:00–07:00"], outcome: []),
    Case(
      testDescription: "said otherwise", old: ["kids off 21:00–07:00"],
      new: ["kids off 21:00–24:00 and 00:00–07:00"], outcome: []),
    Case(
      testDescription: "what decides is no difference", old: ["kids off 21:00–07:00"],
      new: ["kids off 21:00–07:00", "kids off 22:00–23:00"], outcome: []),
    Case(
      testDescription: "earlier on some nights", old: ["kids off 21:00–07:00"],
      new: ["kids off 21:00–07:00", "kids off mon-thu 20:30–07:00"],
      outcome: ["kids on→off 20:30–21:00 mon-thu x8 2026-11-23"]),
    Case(
      testDescription: "each end is a group of its own", old: ["kids off 21:00–07:00"], new: ["kids off 20:30–06:00"],
      outcome: ["kids off→on 06:00–07:00 daily x14 2026-11-21", "kids on→off 20:30–21:00 daily x14 2026-11-21"]),
    Case(
      testDescription: "a night that has begun is shown whole", now: "2026-11-20 22:00", days: 1,
      old: ["kids off 21:00–07:00"], new: [],
      outcome: ["kids off→on 21:00–07:00 (1 later) fri-sat x2 2026-11-20"]),
    Case(
      testDescription: "a day's worth of exceptions", now: "2026-12-18 12:00",
      old: ["kids off 21:00–07:00"], new: ["kids off 21:00–07:00 except holidays"],
      outcome: ["kids off→on 21:00–07:00 (1 later) daily x9 2026-12-23"]),
    Case(
      testDescription: "days that are left out", now: "2026-12-14 12:00",
      old: ["kids off 21:00–07:00"], new: ["kids off 21:00–07:00", "kids off daily 20:00–21:00 except dec 16"],
      outcome: ["kids on→off 20:00–21:00 daily x13 2026-12-14 not 2026-12-16"]),
    Case(
      testDescription: "over midnight", old: ["kids off fri 22:00–02:00"], new: ["kids off fri 23:00–03:00"],
      outcome: [
        "kids off→on 22:00–23:00 fri x2 2026-11-20", "kids on→off 02:00–03:00 sat x2 2026-11-21",
      ]),
    Case(
      testDescription: "longer than a day", old: ["kids off mon-wed"], new: [],
      outcome: ["kids off→on 00:00–24:00 (2 later, mon) mon x2 2026-11-23"]),
    Case(
      testDescription: "always", old: [], new: ["kids off"], outcome: ["kids on→off open thu x1 2026-11-12"]),
    Case(
      testDescription: "from a day on", old: ["kids off 2026-11-25..2030-01-01"], new: [],
      outcome: ["kids off→on open wed x1 2026-11-25"]),
    Case(
      testDescription: "one part of a group of targets", old: ["devices off 21:00–22:00"],
      new: ["devices off 21:00–22:00", "tv on sat 21:00–22:00"],
      outcome: ["tv off→on 21:00–22:00 sat x2 2026-11-21"]),
    Case(
      testDescription: "every part of a group of targets", days: 1, old: [],
      new: ["devices off mon 21:00–22:00", "tv off"],
      outcome: ["tv on→off open thu x1 2026-11-12", "later kids on→off 2026-11-23T20:00:00Z"]),
    Case(
      testDescription: "overlapping statements", old: ["kids off 20:00–23:00", "kids on fri 21:00–22:00"],
      new: ["kids on fri 21:00–22:00", "kids off 20:00–23:00"],
      outcome: ["kids on→off 21:00–22:00 fri x2 2026-11-20"]),
    Case(
      testDescription: "leave is a state", targets: "kids: {wifi: [Kids], otherwise: leave}",
      old: ["kids off mon 21:00–22:00", "kids on tue 21:00–22:00"],
      new: ["kids off mon 21:00–22:00", "kids on wed 21:00–22:00"],
      outcome: ["kids on→leave 21:00–22:00 tue x2 2026-11-24", "kids leave→on 21:00–22:00 wed x2 2026-11-25"]),
    Case(
      testDescription: "later only", old: ["kids off 21:00–07:00"],
      new: ["kids off 21:00–07:00", "kids on 2027-02-04 22:00–23:00"],
      outcome: ["later kids off→on 2027-02-04T21:00:00Z"]),
    Case(
      testDescription: "later, and not the same again", old: ["kids off 21:00–07:00"],
      new: ["kids off 20:30–07:00", "kids on 2027-02-04 22:00–23:00"],
      outcome: [
        "kids on→off 20:30–21:00 daily x14 2026-11-21", "later kids off→on 2027-02-04T21:00:00Z",
      ]),
    Case(
      testDescription: "an hour that clocks repeat", now: "2026-10-20 12:00", days: 7,
      old: ["kids off 21:00–02:15"], new: ["kids off 21:00–02:45"],
      outcome: [
        "kids on→off 02:15–02:45 mon-sat x6 2026-10-21", "kids on→off 02:15+3600–02:45+3600 sun x1 2026-10-25",
      ]),
    Case(
      testDescription: "an hour that clocks skip", now: "2026-03-25 12:00", days: 7,
      old: ["kids off 21:00–02:15"], new: ["kids off 21:00–02:45"],
      outcome: ["kids on→off 02:15–02:45 mon-sat x6 2026-03-26"]),
    Case(
      testDescription: "a night over a clock change recurs", now: "2026-10-23 12:00", days: 4,
      old: ["kids off 21:00–07:00"], new: [], outcome: ["kids off→on 21:00–07:00 (1 later) fri-mon x4 2026-10-23"]),
    Case(
      testDescription: "another zone", zones: ["Europe/Berlin", "Europe/London"], days: 2,
      old: ["kids off 21:00–22:00"], new: ["kids off 21:00–22:00"],
      outcome: ["kids off→on 20:00–21:00 fri-sat x2 2026-11-20", "kids on→off 21:00–22:00 fri-sat x2 2026-11-20"]),
  ]

  @Test(arguments: cases) func compares(_ example: Case) throws {
    let old = try policy(example, example.zones[0], example.old)
    let new = try policy(example, example.zones[1], example.new)
    let now = try Instant(example.now, in: old.zone)
    let comparison = PolicyComparison(old: old, new: new, now: now, days: example.days)
    let shown = comparison.targets.flatMap { target in
      target.differences.map { "\(target.target) " + outline($0) }
    }
    let later = comparison.later.map {
      "later \($0.target) \(states($0.difference.before, $0.difference.after)) "
        + "\($0.difference.range.lowerBound)"
    }
    #expect(shown + later == example.outcome)
  }

  private func policy(_ example: Case, _ zone: String, _ statements: [String]) throws -> Policy {
    let text = """
      timezone: \(zone)
      systems:
        gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: key}}
      targets:
        \(example.targets)
      schedules:
        \(example.schedules)
      policy:\(statements.isEmpty ? " []" : statements.map { "\n  - " + $0 }.joined())
      """
    let decoded = try DecodedPolicy(text)
    return try #require(decoded.policy, "\(decoded.lines())")
  }

  private func outline(_ difference: RecurringDifference) -> String {
    let missing = difference.missingDays.isEmpty ? "" : " not " + difference.missingDays.map(\.description).joined()
    return "\(states(difference.before, difference.after)) \(difference.clock.map(outline) ?? "open") "
      + SentenceText.text(ofWeekdays: difference.weekdays)
      + " x\(difference.ranges.count) \(difference.days.first?.description ?? "")\(missing)"
  }

  private func states(_ before: StateDifference.Side, _ after: StateDifference.Side) -> String {
    "\(before.state)→\(after.state)"
  }

  private func outline(_ clock: WallClockStretch) -> String {
    let weekday = clock.weekday.map { ", " + SentenceText.text(ofWeekdays: [$0]) } ?? ""
    return outline(clock.start) + "–" + outline(clock.end)
      + (clock.days == 0 ? "" : " (\(clock.days) later\(weekday))")
  }

  private func outline(_ reading: WallClockStretch.Reading) -> String {
    let time = TimeOfDay(minutes: reading.secondOfDay / 60)
    return (time?.description ?? "?") + (reading.offset.map { "+\($0)" } ?? "")
  }
}
