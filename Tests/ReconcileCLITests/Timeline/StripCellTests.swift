import CivilTime
import Policies
import TestSupport
import Testing

@testable import Presentation

/// The 48 half hours of a row by the wall clock: `#` off, `.` on, `-` left alone, `+` changes within, `*` differs the
/// second time, blank where no clock shows it.
@Suite struct StripCellTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: ToldDays
    /// Each row's label, cells and unusual length.
    var rows: [String]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a night on half hours",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-22 00:00", stretches: ["off 2026-11-20 20:30 … 2026-11-21 07:00"]),
      rows: [
        "Fri 11-20 |.........................................#######|",
        "Sat 11-21 |##############..................................|",
      ]),
    Case(
      testDescription: "a change to the second, and a stretch within one cell",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-21 00:00",
        stretches: ["off 2026-11-20 00:00 … 2026-11-20 06:59:59", "off 2026-11-20 12:05 … 2026-11-20 12:10"]),
      rows: ["Fri 11-20 |#############+..........+.......................|"]),
    Case(
      testDescription: "left alone, and only part of a day asked for",
      told: ToldDays(
        from: "2026-11-20 06:10", to: "2026-11-20 18:00", stretches: ["off 2026-11-20 12:00 … 2026-11-20 13:00"],
        otherwise: .leave),
      rows: ["Fri 11-20 |            ------------##----------            |"]),
    Case(
      testDescription: "Pi-hole's words",
      told: ToldDays(
        from: "2026-11-20 00:00", to: "2026-11-21 00:00", stretches: ["paused 2026-11-20 00:00 … 2026-11-20 12:00"],
        otherwise: .active),
      rows: ["Fri 11-20 |########################........................|"]),
    Case(
      testDescription: "Berlin, spring 2026: rows stay aligned behind the gap",
      told: ToldDays(
        from: "2026-03-28 00:00", to: "2026-03-30 00:00",
        stretches: ["off 2026-03-28 21:00 … 2026-03-29 07:00", "off 2026-03-29 21:00 … 2026-03-30 00:00"]),
      rows: [
        "Sat 03-28 |..........................................######|",
        "Sun 03-29 |####  ########............................######|23 h",
      ]),
    Case(
      testDescription: "Berlin, spring 2027",
      told: ToldDays(from: "2027-03-28 00:00", to: "2027-03-29 00:00"),
      rows: ["Sun 03-28 |....  ..........................................|23 h"]),
    Case(
      testDescription: "Berlin, autumn 2026: both passes are the same",
      told: ToldDays(
        from: "2026-10-25 00:00", to: "2026-10-26 00:00", stretches: ["off 2026-10-25 00:00 … 2026-10-25 07:00"]),
      rows: ["Sun 10-25 |##############..................................|25 h"]),
    Case(
      testDescription: "Berlin, autumn 2026: the end lies in the second pass",
      told: ToldDays(
        from: "2026-10-25 00:00", to: "2026-10-26 00:00",
        stretches: ["off 2026-10-25 00:00 … 2026-10-25T02:30:00+01:00"]),
      rows: ["Sun 10-25 |#####*..........................................|25 h"]),
    Case(
      testDescription: "Berlin, autumn 2027: a change within a pass",
      told: ToldDays(
        from: "2027-10-31 00:00", to: "2027-11-01 00:00",
        stretches: ["off 2027-10-31T02:40:00+02:00 … 2027-10-31T02:10:00+01:00"]),
      rows: ["Sun 10-31 |....++..........................................|25 h"]),
    Case(
      testDescription: "Berlin, autumn 2026: only the second pass asked for",
      told: ToldDays(from: "2026-10-25T02:00:00+01:00", to: "2026-10-25 12:00"),
      rows: ["Sun 10-25 |    ....................                        |25 h"]),
    Case(
      testDescription: "Lord Howe, half an hour back",
      told: ToldDays(
        zone: "Australia/Lord_Howe", from: "2026-04-05 00:00", to: "2026-04-06 00:00",
        stretches: ["off 2026-04-05 01:00 … 2026-04-05T01:30:00+10:30"]),
      rows: ["Sun 04-05 |..#*............................................|24.5 h"]),
    Case(
      testDescription: "Lord Howe, half an hour forward",
      told: ToldDays(
        zone: "Australia/Lord_Howe", from: "2026-10-04 00:00", to: "2026-10-05 00:00",
        stretches: ["off 2026-10-04 02:30 … 2026-10-04 03:00"]),
      rows: ["Sun 10-04 |.... #..........................................|23.5 h"]),
    Case(
      testDescription: "Apia 2011: a Friday that did not exist",
      told: ToldDays(
        zone: "Pacific/Apia", from: "2011-12-29 00:00", to: "2012-01-01 00:00",
        stretches: ["off 2011-12-29 23:00 … 2011-12-31 01:00"]),
      rows: [
        "Thu 12-29 |..............................................##|",
        "Fri 12-30 |                                                |no such day",
        "Sat 12-31 |##..............................................|",
      ]),
    Case(
      testDescription: "Gaza 2010: no midnight to one past one",
      told: ToldDays(
        zone: "Asia/Gaza", from: "2010-03-26 12:00", to: "2010-03-28 00:00",
        stretches: ["off 2010-03-26 12:00 … 2010-03-28 00:00"]),
      rows: [
        "Fri 03-26 |                        ########################|",
        "Sat 03-27 |# ##############################################|23 h",
      ]),
  ]

  @Test("rows", arguments: cases) func rows(_ given: Case) throws {
    let drawn = try given.told.drawn()
    let rows = drawn.days.map { day in
      let pieces = DayPiece.pieces(of: drawn.intervals, on: day)
      let signs = StripCell.cells(of: pieces, on: day, .halfHour).map { $0.sign(.ascii) }
      return "\(TimelineWords.english.short(day.date)) |\(String(signs))|\(day.unusualLength ?? "")"
    }
    #expect(rows == given.rows)
  }
}
