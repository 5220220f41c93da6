import CivilTime
import Policies
import TestSupport
import Testing

@testable import Controller
@testable import Presentation
@testable import ReconcileCLI

/// The words beside the strips and the picture.
@Suite struct TimelineWordsTests {
  struct ExactCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: ToldDays
    var changes: [String]
  }

  static let exactCases: [ExactCase] = [
    ExactCase(
      testDescription: "half hours need no words",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-22 00:00", stretches: ["off 2026-11-20 20:30 … 2026-11-21 07:00"]),
      changes: []),
    ExactCase(
      testDescription: "minutes and seconds, by the clock, days joined",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-22 00:00",
        stretches: [
          "off 2026-11-20 20:45 … 2026-11-20 23:59:30", "off 2026-11-21 07:10 … 2026-11-21 20:45",
          "leave 2026-11-21 20:45 … 2026-11-22 00:00",
        ]),
      changes: [
        "off 07:10 2026-11-21", "off 20:45 2026-11-20", "leave 20:45 2026-11-21", "on 23:59:30 2026-11-20",
      ]),
    ExactCase(
      testDescription: "the beginning of what is shown is no change",
      told: ToldDays(
        from: "2026-11-20 06:10", to: "2026-11-20 20:10", stretches: ["off 2026-11-20 06:10 … 2026-11-20 20:10"]),
      changes: []),
    ExactCase(
      testDescription: "the same time on several days",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-23 00:00",
        stretches: ["off 2026-11-20 20:45 … 2026-11-21 07:00", "off 2026-11-21 20:45 … 2026-11-22 07:00"]),
      changes: ["off 20:45 2026-11-20 2026-11-21"]),
    ExactCase(
      testDescription: "a repeated time says which",
      told: ToldDays(
        from: "2026-10-25 00:00", to: "2026-10-26 00:00",
        stretches: ["off 2026-10-25 02:30 … 2026-10-25T02:30:00+01:00"]),
      changes: ["off 02:30 +02:00 2026-10-25", "on 02:30 +01:00 2026-10-25"]),
  ]

  @Test("exact changes", arguments: exactCases) func exact(_ given: ExactCase) throws {
    let drawn = try given.told.drawn()
    let changes = ExactChanges(drawn.intervals, in: drawn.zone, .halfHour).groups.map { group in
      ([group.state.rawValue, group.time] + group.dates.map(\.description)).joined(separator: " ")
    }
    #expect(changes == given.changes)
  }

  static let runs: [([Int], String)] = [
    ([20], "Fri 11-20"),
    ([20, 21], "Fri 11-20, Sat 11-21"),
    ([20, 21, 22], "Fri 11-20 to Sun 11-22"),
    ([16, 17, 18, 20, 22, 23], "Mon 11-16 to Wed 11-18, Fri 11-20, Sun 11-22, Mon 11-23"),
  ]

  @Test("runs of days", arguments: runs) func dateRuns(_ days: [Int], _ text: String) {
    let dates = days.compactMap { CivilDate(year: 2026, month: 11, day: $0) }
    #expect(DateRuns.labels(dates, .english).joined(separator: ", ") == text)
  }

  struct RangeCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zone = "Europe/Berlin"
    var format = OutputFormat.text
    var now = "2026-11-20 21:00:04"
    var from: String?
    var to: String?
    /// In UTC and in words; or the error.
    var range: String
    var words: String?
  }

  static let rangeCases: [RangeCase] = [
    RangeCase(
      testDescription: "a person sees seven whole days", range: "2026-11-19T23:00:00Z 2026-11-26T23:00:00Z",
      words: "Fri 2026-11-20 to Thu 2026-11-26"),
    RangeCase(
      testDescription: "a program a week from now", format: .json, range: "2026-11-20T20:00:04Z 2026-11-27T20:00:04Z",
      words: "Fri 2026-11-20 21:00:04 +01:00 to Fri 2026-11-27 21:00:04 +01:00"),
    RangeCase(
      testDescription: "seven days by the calendar, one of them longer", format: .svg, now: "2026-10-20 12:00",
      range: "2026-10-19T22:00:00Z 2026-10-26T23:00:00Z", words: "Tue 2026-10-20 to Mon 2026-10-26"),
    RangeCase(
      testDescription: "a program counts seconds", format: .json, from: "2026-10-20 00:00",
      range: "2026-10-19T22:00:00Z 2026-10-26T22:00:00Z",
      words: "Tue 2026-10-20 00:00 +02:00 to Mon 2026-10-26 23:00 +01:00"),
    RangeCase(
      testDescription: "from a time of day to the same time", from: "2026-10-20 09:30",
      range: "2026-10-20T07:30:00Z 2026-10-27T08:30:00Z",
      words: "Tue 2026-10-20 09:30 +02:00 to Tue 2026-10-27 09:30 +01:00"),
    RangeCase(
      testDescription: "today up to a time", to: "2026-11-20 21:30", range: "2026-11-19T23:00:00Z 2026-11-20T20:30:00Z",
      words: "Fri 2026-11-20 00:00 +01:00 to Fri 2026-11-20 21:30 +01:00"),
    RangeCase(
      testDescription: "one day", from: "2026-11-20 00:00", to: "2026-11-21 00:00",
      range: "2026-11-19T23:00:00Z 2026-11-20T23:00:00Z", words: "Fri 2026-11-20"),
    RangeCase(
      testDescription: "a day without a midnight", zone: "America/Havana", now: "2026-03-08 12:00",
      range: "2026-03-08T05:00:00Z 2026-03-15T04:00:00Z", words: "Sun 2026-03-08 to Sat 2026-03-14"),
    RangeCase(
      testDescription: "up to a day without a midnight", zone: "America/Havana", now: "2026-03-01 12:00",
      range: "2026-03-01T05:00:00Z 2026-03-08T05:00:00Z", words: "Sun 2026-03-01 to Sat 2026-03-07"),
    RangeCase(
      testDescription: "nothing", from: "2026-11-20 00:00", to: "2026-11-20 00:00",
      range: "! '--to' must be later than '--from'"),
    RangeCase(
      testDescription: "the wrong way round", to: "2026-11-19 00:00", range: "! '--to' must be later than '--from'"),
  ]

  @Test("ranges", arguments: rangeCases) func range(_ given: RangeCase) throws {
    let zone = try TimelineStage.zone(given.zone)
    let asked = TimelineRange(zone: zone, now: try TimelineStage.instant(given.now, zone), format: given.format)
    let from = try given.from.map { try TimelineStage.instant($0, zone) }
    let to = try given.to.map { try TimelineStage.instant($0, zone) }
    do throws(UsageError) {
      let range = try asked.range(from: from ?? asked.beginning, to: to)
      #expect("\(range.lowerBound) \(range.upperBound)" == given.range)
      #expect(RangeText(zone: zone, range: range).text == given.words)
    } catch {
      #expect("! " + error.message == given.range)
    }
  }
}
