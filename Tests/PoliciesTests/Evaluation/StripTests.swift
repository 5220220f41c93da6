import CivilTime
import Policies
import Testing

/// A strip per day, one character per half hour that passes: `#` off, `.` on.
@Suite struct StripTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zone = "Europe/Berlin"
    var schedules: [NamedSchedule] = []
    var statements: [Statement]
    var from: String
    var strips: [String]
  }

  private typealias Made = MadePolicy

  static let cases: [Case] = [
    Case(
      testDescription: "a night belongs to the day it starts on",
      statements: [Made.statement(.off, .on(.weekdays([.friday]), "22:00-02:00"))], from: "2026-11-20",
      strips: [
        "............................................####",
        "####............................................",
      ]),
    Case(
      testDescription: "spring, Berlin 2026",
      statements: [Made.statement(.off, .on(.daily, "21:00-02:30"))], from: "2026-03-28",
      strips: [
        "#####.....................................######",
        "####....................................######",
        "#####.....................................######",
      ]),
    Case(
      testDescription: "autumn, Berlin 2026",
      statements: [Made.statement(.off, .on(.daily, "21:00-02:30"))], from: "2026-10-24",
      strips: [
        "#####.....................................######",
        "#######.....................................######",
        "#####.....................................######",
      ]),
    Case(
      testDescription: "autumn, Berlin 2027: a window inside the repeated hour does not pause",
      statements: [Made.statement(.off, .on(.weekend, "02:00-02:30"))], from: "2027-10-30",
      strips: [
        "....#...........................................",
        "....###...........................................",
        "................................................",
      ]),
    Case(
      testDescription: "half an hour back, Lord Howe 2026", zone: "Australia/Lord_Howe",
      statements: [Made.statement(.off, .on(.daily, "01:00-02:00"))], from: "2026-04-04",
      strips: [
        "..##............................................",
        "..###............................................",
      ]),
    Case(
      testDescription: "half an hour forward, Lord Howe 2026", zone: "Australia/Lord_Howe",
      statements: [Made.statement(.off, .on(.daily, "02:00-03:00"))], from: "2026-10-03",
      strips: [
        "....##..........................................",
        "....#..........................................",
      ]),
    Case(
      testDescription: "a Friday that did not exist, Apia 2011", zone: "Pacific/Apia",
      statements: [Made.statement(.off, .on(.weekdays([.friday]), "00:00-12:00"), .on(.daily, "23:00-01:00"))],
      from: "2011-12-29",
      strips: [
        "##............................................##",
        "##............................................##",
      ]),
    Case(
      testDescription: "no midnight, Gaza 2010", zone: "Asia/Gaza",
      statements: [Made.statement(.off, .on(.weekdays([.saturday])))], from: "2010-03-26",
      strips: [
        "................................................",
        "##############################################",
        "................................................",
      ]),
    Case(
      testDescription: "eves, and exceptions that take whole windows",
      schedules: [
        Made.named("holidays", ofDays: true, .on(.dates("2026-12-23..2027-01-06"))),
        Made.named(
          "school-nights", ofDays: true,
          .on(
            .weekdays([.sunday, .monday, .tuesday, .wednesday, .thursday]),
            except: [.windowsStarting(on: .eves(of: .named("holidays")))])),
      ],
      statements: [Made.statement(.off, .on(.named("school-nights"), "20:30-07:00"))], from: "2026-12-20",
      strips: [
        ".........................................#######",
        "##############...........................#######",
        "##############..................................",
        "................................................",
      ]),
    Case(
      testDescription: "except days leaves what the night before began",
      statements: [
        Made.statement(
          .off, .on(.daily, "21:00-07:00", except: [.windowsStarting(on: .weekdays([.saturday]))]))
      ], from: "2026-11-20",
      strips: [
        "##############............................######",
        "##############..................................",
        "..........................................######",
      ]),
    Case(
      testDescription: "except times takes instants, whatever window they are of",
      statements: [
        Made.statement(
          .off,
          .on(.daily, "21:00-07:00", except: [.instants(of: [.on(.weekdays([.saturday]), ["00:00-24:00"])])]))
      ], from: "2026-11-20",
      strips: [
        "##############............................######",
        "................................................",
        "##############............................######",
      ]),
    Case(
      testDescription: "a schedule with times keeps its start days",
      schedules: [Made.named("nights", .on(.daily, "22:00-02:00"), .on(.weekend, "12:00-13:00"))],
      statements: [
        Made.statement(
          .off,
          Schedule(clauses: [.named("nights")], exceptions: [.windowsStarting(on: .weekdays([.friday]))]))
      ], from: "2026-11-20",
      strips: [
        "####............................................",
        "........................##..................####",
        "####....................##..................####",
      ]),
    Case(
      testDescription: "the last statement wins",
      statements: [
        Made.statement(.off, .always), Made.statement(.on, .on(.daily, "08:00-20:00")),
        Made.statement(.off, .on(.weekend, "12:00-14:00")),
      ], from: "2026-11-20",
      strips: [
        "################........................########",
        "################........####............########",
      ]),
    Case(
      testDescription: "a range that wraps over the new year",
      statements: [Made.statement(.off, .on(.yearly("12-31..01-01"), "12:00-24:00"))], from: "2026-12-31",
      strips: [
        "........................########################",
        "........................########################",
        "................................................",
      ]),
    Case(
      testDescription: "February 29 in a common year",
      statements: [Made.statement(.off, .on(.yearly("02-29"))), Made.statement(.off, .on(.yearly("02-29..03-01")))],
      from: "2027-02-28",
      strips: [
        "................................................",
        "################################################",
      ]),
    Case(
      testDescription: "February 29 in a leap year",
      statements: [Made.statement(.off, .on(.yearly("02-28..02-29"), "00:00-12:00"))], from: "2028-02-28",
      strips: [
        "########################........................",
        "########################........................",
        "................................................",
      ]),
  ]

  @Test("strips", arguments: cases)
  func strip(_ given: Case) throws {
    let zone = try MadePolicy.zone(given.zone)
    let evaluator = Evaluator(MadePolicy.policy(zone: zone, schedules: given.schedules, given.statements))
    var instant = zone.instant(local: LocalDateTime(date: try #require(Days.day(given.from)), time: .midnight))
    var strips: [String] = []
    for _ in given.strips {
      let today = zone.local(instant).date
      var strip = ""
      while zone.local(instant).date == today {
        strip += evaluator.verdicts(at: instant)[0].verdict.state == .off ? "#" : "."
        instant = instant + 1_800
      }
      strips.append(strip)
    }
    #expect(strips == given.strips)
  }
}
