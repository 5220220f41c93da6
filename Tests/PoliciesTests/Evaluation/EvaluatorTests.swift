import CivilTime
import Policies
import Testing

@Suite struct EvaluatorTests {
  private typealias Made = MadePolicy

  struct Stretch: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var otherwise = TargetState.on
    var statements: [Statement]
    var at = "2026-11-20T20:00:00Z"
    var state: TargetState
    var decidedBy: Verdict.Decider
    var since, until, nextActive: String?
  }

  static let stretches: [Stretch] = [
    Stretch(testDescription: "nothing said", statements: [], state: .on, decidedBy: .otherwise),
    Stretch(
      testDescription: "always", statements: [Made.statement(.off, .always)], state: .off, decidedBy: .statement(0)),
    Stretch(
      testDescription: "a night", statements: [Made.statement(.off, .on(.daily, "19:00-07:00"))], state: .off,
      decidedBy: .statement(0), since: "2026-11-20T19:00:00Z", until: "2026-11-21T07:00:00Z"),
    Stretch(
      testDescription: "the instant it begins", statements: [Made.statement(.off, .on(.daily, "20:00-20:01"))],
      state: .off, decidedBy: .statement(0), since: "2026-11-20T20:00:00Z", until: "2026-11-20T20:01:00Z"),
    Stretch(
      testDescription: "the instant it ends", statements: [Made.statement(.off, .on(.daily, "19:00-20:00"))],
      state: .on, decidedBy: .otherwise, since: "2026-11-20T20:00:00Z", until: "2026-11-21T19:00:00Z"),
    Stretch(
      testDescription: "the same state from statement to statement",
      statements: [Made.statement(.off, .on(.workdays)), Made.statement(.off, .on(.daily, "19:00-07:00"))],
      state: .off, decidedBy: .statement(1), since: "2026-11-15T19:00:00Z", until: "2026-11-21T07:00:00Z"),
    Stretch(
      testDescription: "always, though it is decided by turns",
      statements: [Made.statement(.off, .always), Made.statement(.off, .on(.daily, "19:00-07:00"))],
      state: .off, decidedBy: .statement(1)),
    Stretch(
      testDescription: "always, though the hours are put together",
      statements: [
        Made.statement(.off, .on(.daily, "00:00-12:00")), Made.statement(.off, .on(.daily, "12:00-24:00")),
      ], state: .off, decidedBy: .statement(1)),
    Stretch(
      testDescription: "decades away", statements: [Made.statement(.off, .on(.dates("2089-01-01")))], state: .on,
      decidedBy: .otherwise, until: "2089-01-01T00:00:00Z"),
    Stretch(
      testDescription: "a leap day", statements: [Made.statement(.off, .on(.yearly("02-29")))], state: .on,
      decidedBy: .otherwise, since: "2024-03-01T00:00:00Z", until: "2028-02-29T00:00:00Z"),
    Stretch(
      testDescription: "beyond 2100", statements: [Made.statement(.off, .on(.dates("2100-01-01")))], state: .on,
      decidedBy: .otherwise),
    Stretch(
      testDescription: "asked beyond 2100", statements: [Made.statement(.off, .on(.dates("2100-01-01")))],
      at: "2100-01-01T12:00:00Z", state: .off, decidedBy: .statement(0), since: "2100-01-01T00:00:00Z"),
    Stretch(
      testDescription: "asked before 1970", statements: [Made.statement(.off, .on(.dates("1950-01-01..1970-01-01")))],
      at: "1960-01-01T12:00:00Z", state: .off, decidedBy: .statement(0), until: "1970-01-02T00:00:00Z"),
    Stretch(
      testDescription: "since before 1970", statements: [Made.statement(.off, .on(.dates("1950-01-01..2030-01-01")))],
      state: .off, decidedBy: .statement(0), until: "2030-01-02T00:00:00Z"),
    Stretch(
      testDescription: "a pause of two days ends once", otherwise: .active,
      statements: [Made.statement(.paused, .on(.dates("2026-11-20..2026-11-21")))], state: .paused,
      decidedBy: .statement(0), since: "2026-11-20T00:00:00Z", until: "2026-11-22T00:00:00Z",
      nextActive: "2026-11-22T00:00:00Z"),
    Stretch(
      testDescription: "after a pause it is left alone until somebody wants it active", otherwise: .leave,
      statements: [
        Made.statement(.paused, .on(.daily, "19:00-21:00")), Made.statement(.active, .on(.dates("2026-11-23"))),
      ], state: .paused, decidedBy: .statement(0), since: "2026-11-20T19:00:00Z", until: "2026-11-20T21:00:00Z",
      nextActive: "2026-11-23T00:00:00Z"),
    Stretch(
      testDescription: "a pause after which nobody wants it active", otherwise: .leave,
      statements: [Made.statement(.paused, .on(.daily, "19:00-21:00"))], state: .paused,
      decidedBy: .statement(0), since: "2026-11-20T19:00:00Z", until: "2026-11-20T21:00:00Z"),
  ]

  @Test("stretches", arguments: stretches)
  func stretch(_ given: Stretch) throws {
    let target = Made.target("kids", otherwise: given.otherwise)
    let evaluator = Evaluator(Made.policy(zone: .utc, targets: [target], given.statements))
    let instant = try Instant(given.at, in: .utc)
    let verdict = evaluator.verdicts(at: instant)[0].verdict
    #expect(verdict.state == given.state)
    #expect(verdict.decidedBy == given.decidedBy)
    #expect(verdict.since?.description == given.since)
    #expect(verdict.until?.description == given.until)
    #expect(verdict.nextActive?.description == given.nextActive)
    #expect(evaluator.nextChange(after: instant) == verdict.until)
  }

  @Test func groupsSpeakForTheirMembersInTheirPlace() throws {
    let targets = [
      Made.group("everyone", of: ["children", "guests"]), Made.target("kids"),
      Made.group("children", of: ["kids", "jo"]),
      Made.target("guests"), Made.target("jo"), Made.target("nobody"),
    ]
    let evaluator = Evaluator(
      Made.policy(
        zone: .utc, targets: targets,
        [
          Made.statement(.off, .always, of: ["jo", "everyone"]), Made.statement(.on, .always, of: ["children"]),
          Made.statement(.off, .on(.workdays), of: ["kids"]), Made.statement(.off, .on(.weekend), of: ["kids"]),
        ]))
    let friday = try Instant("2026-11-20 12:00", in: .utc)
    let verdicts = evaluator.verdicts(at: friday).map { "\($0.target) \($0.verdict.state) \($0.verdict.decidedBy)" }
    #expect(
      verdicts == [
        "kids off statement(2)", "guests off statement(0)", "jo on statement(1)", "nobody on otherwise",
      ])
    #expect(evaluator.activeStatements(Name("kids"), at: friday) == [2, 1, 0])
    #expect(evaluator.activeStatements(Name("jo"), at: friday) == [1, 0])
    #expect(evaluator.activeStatements(Name("everyone"), at: friday) == [])
    #expect(evaluator.timeline(of: Name("everyone"), in: friday..<friday + 1).isEmpty)
    #expect(evaluator.timeline(of: Name("kids"), in: friday..<friday).isEmpty)
  }

  @Test func timelineOfTenYearsIsWhole() throws {
    let evaluator = Evaluator(Made.policy(zone: .utc, [Made.statement(.off, .on(.daily, "00:00-12:00"))]))
    let range = try Instant("2026-01-01 06:00", in: .utc)..<Instant("2036-01-01 06:00", in: .utc)
    let intervals = evaluator.timeline(of: Name("kids"), in: range)
    #expect(intervals.count == 2 * 3_652 + 1)
    #expect(intervals.first?.range.lowerBound == range.lowerBound)
    #expect(intervals.last?.range.upperBound == range.upperBound)
    #expect(zip(intervals, intervals.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
  }

  /// More windows than a span keeps: what the first target's statements do is worked out anew for the second.
  @Test func manyStatementsSayTheSameOfTwoTargets() throws {
    let names = ["kids", "guests"]
    let statements = (0..<40_000).map { number in
      Made.statement(.off, .on(.daily, "\(10 + number % 10):\(10 + number % 50)-22:00"), of: names)
    }
    let evaluator = Evaluator(Made.policy(zone: .utc, targets: names.map { Made.target($0) }, statements))
    let noon = try Instant("2026-11-20 12:00", in: .utc)
    let told = evaluator.verdicts(at: noon).map { "\($0.target) \($0.verdict)" }
    let verdict = Verdict(
      state: .off, decidedBy: .statement(39_991), since: try Instant("2026-11-20 10:10", in: .utc),
      until: try Instant("2026-11-20 22:00", in: .utc), nextActive: nil)
    #expect(told == names.map { "\($0) \(verdict)" })
  }

  /// Each level uses the one below three times: without memory that would be 43 million evaluations.
  @Test func deepNestingStaysSmall() throws {
    var schedules = [
      Made.named("days0", ofDays: true, .on(.weekend)), Made.named("times0", .on(.daily, "10:00-23:00")),
    ]
    for level in 1...16 {
      let below = "days\(level - 1)"
      schedules.append(
        Made.named(
          "days\(level)", ofDays: true,
          .on(
            .union([.named(below), .eves(of: .named(below))]), except: [.windowsStarting(on: .eves(of: .named(below)))])
        ))
      let times = Schedule.Clause.named("times\(level - 1)")
      schedules.append(
        Made.named(
          "times\(level)",
          Schedule(clauses: [times, times], exceptions: [.instants(of: [.on(.named("days\(level)"))])])))
    }
    let evaluator = Evaluator(
      Made.policy(
        zone: .utc, schedules: schedules, [Made.statement(.off, Schedule(clauses: [.named("times16")]))]))
    let monday = try Instant("2026-11-16 00:00", in: .utc)
    let off = evaluator.timeline(of: Name("kids"), in: monday..<monday + 7 * 86_400).filter { $0.state == .off }
    // A weekend less its eves is Sunday, and so is Sunday less its eve.
    #expect(off.map { "\($0.range.lowerBound)" } == (16...21).map { "2026-11-\($0)T10:00:00Z" })
  }
}
