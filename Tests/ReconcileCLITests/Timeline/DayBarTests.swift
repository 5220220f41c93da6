import CivilTime
import Policies
import TestSupport
import Testing

@testable import Presentation

/// What the picture draws of a row, and what it writes on the bars.
@Suite struct DayBarTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: ToldDays
    /// The bars that are not drawn open: day, times, lane, labels.
    var bars: [String]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a night has its beginning and its end on two rows",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-22 00:00", stretches: ["off 2026-11-20 20:30 … 2026-11-21 07:00"]),
      bars: ["Fri 11-20 20:30–24:00 whole: 20:30, 20:30", "Sat 11-21 00:00–07:00 whole: 07:00, 07"]),
    Case(
      testDescription: "both ends on one row, on the hour and not",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-21 00:00",
        stretches: ["off 2026-11-20 14:45 … 2026-11-20 16:10", "off 2026-11-20 18:00 … 2026-11-20 20:00"]),
      bars: [
        "Fri 11-20 14:45–16:10 whole: 14:45–16:10, 14:45–16:10", "Fri 11-20 18:00–20:00 whole: 18:00–20:00, 18–20",
      ]),
    Case(
      testDescription: "the ends of what is shown are no changes",
      told: ToldDays(
        from: "2026-11-20 06:00", to: "2026-11-20 12:00", stretches: ["off 2026-11-20 06:00 … 2026-11-20 12:00"]),
      bars: ["Fri 11-20 06:00–12:00 whole:"]),
    Case(
      testDescription: "nothing is written on what is left alone",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-21 00:00", stretches: ["leave 2026-11-20 06:00 … 2026-11-20 12:00"]),
      bars: ["Fri 11-20 06:00–12:00 whole:"]),
    Case(
      testDescription: "the repeated hour has two lanes",
      told: ToldDays(
        from: "2026-10-25 00:00", to: "2026-10-26 00:00", stretches: ["off 2026-10-25 00:00 … 2026-10-25 07:00"]),
      bars: [
        "Sun 10-25 00:00–02:00 whole:", "Sun 10-25 02:00–03:00 first:", "Sun 10-25 02:00–03:00 again:",
        "Sun 10-25 03:00–07:00 whole: 07:00, 07",
      ]),
    Case(
      testDescription: "the second lane even where the first pass is not shown",
      told: ToldDays(
        from: "2026-10-25T02:15:00+01:00", to: "2026-10-25 06:00",
        stretches: ["off 2026-10-25T02:15:00+01:00 … 2026-10-25 04:00"]),
      bars: ["Sun 10-25 02:15–03:00 again:", "Sun 10-25 03:00–04:00 whole: 04:00, 04"]),
    Case(
      testDescription: "a window that ends in the gap ends at it",
      told: ToldDays(
        from: "2026-03-29 00:00", to: "2026-03-30 00:00", stretches: ["off 2026-03-29 01:00 … 2026-03-29 02:30"]),
      bars: ["Sun 03-29 01:00–02:00 whole: 01:00–02:00, 01–02"]),
  ]

  @Test("bars", arguments: cases) func bars(_ given: Case) throws {
    let drawn = try given.told.drawn()
    let bars = drawn.days.flatMap { day in
      DayBar.bars(of: DayPiece.pieces(of: drawn.intervals, on: day), on: day, in: drawn.range)
        .filter { $0.state != .on }.map { text($0, on: day) }
    }
    #expect(bars == given.bars)
  }

  private func text(_ bar: DayBar, on day: TimelineDay) -> String {
    let ends = [bar.clock.lowerBound, bar.clock.upperBound].compactMap { TimeOfDay(minutes: $0 / 60)?.description }
    let labels = bar.labels.isEmpty ? "" : " " + bar.labels.joined(separator: ", ")
    return "\(TimelineWords.english.short(day.date)) \(ends.joined(separator: "–")) \(bar.lane):\(labels)"
  }
}
