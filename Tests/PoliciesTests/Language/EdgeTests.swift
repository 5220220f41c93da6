import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// What is done at a time: `gate at 06:45 on weekdays`.
@Suite struct EdgeTests {
  static func decoded(
    _ statements: [String], zone: String = "Europe/Berlin", tests: String = "", now: Instant? = nil
  ) throws -> DecodedPolicy {
    try DecodedPolicy(
      """
      timezone: \(zone)
      systems: {house: {kind: pretend-house, url: http://192.168.1.9}}
      targets:
        gate: {action: gate.open, may-open: true}
        bell: {action: bell.ring}
        lamps: {lamps: [Desk]}
        both: {targets: [gate, bell]}
      schedules:
        school: mon-fri except 2026-11-24
        evenings: 20:00–22:00
      policy:
        - bell at 12:00
        - lamps off evenings
      \(statements.map { "  - \($0)" }.joined(separator: "\n"))
      \(tests)
      """, now: now, kinds: .withPretendHouse)
  }

  /// Sun 2026-11-22 00:00 to Sun 2026-11-29 00:00 in Berlin.
  static let week = Instant(secondsSinceEpoch: 1_795_302_000)..<Instant(secondsSinceEpoch: 1_795_906_800)

  /// Of two lines that want it at one time that is told of which lets it be done for longest, of two such the first.
  @Test func ofTwoLinesTheMorePatientOneCounts() throws {
    let lines = [
      "{do: gate at 06:45, grace: 5m}", "{do: 'gate at 06:45, 07:00', grace: 30m}", "{do: gate at 06:45, grace: 30m}",
    ]
    let policy = try #require(try Self.decoded(lines).policy)
    let calendar = Evaluator(policy).edges
    let next = try #require(calendar.next(of: [Name("gate")], after: Self.week.lowerBound).first)
    let first = try #require(calendar.occurrences(of: [Name("gate")], in: Self.week).first)
    for found in [next, first] { #expect(policy.edges[found.edge].graceSeconds == 1800 && found.edge == 2) }
  }

  // MARK: - Sentences

  /// Who writes times of several days is shown lines that can be written, and never a range.
  @Test(
    arguments: [
      ("gate at 06:45 weekdays, 09:00 sat", ["gate at 06:45 weekdays", "gate at 09:00 sat"]),
      ("gate at 06:45 weekdays and 09:00 sat", ["gate at 06:45 weekdays", "gate at 09:00 sat"]),
      (
        "gate at 06:45 on weekdays and at 09:00, 10:00 on sat",
        ["gate at 06:45 on weekdays", "gate at 09:00, 10:00 on sat"]
      ),
      ("gate at 06:45 mon, 07:00 tue, noon", ["gate at 06:45 mon", "gate at 07:00 tue", "gate at noon"]),
      ("gate 06:45", ["gate at 06:45"]), ("gate 06:45 on weekdays", ["gate at 06:45 on weekdays"]),
    ] as [(String, [String])])
  func isToldInLines(_ sentence: String, _ lines: [String]) throws {
    let error = try #require(Self.decoded(["'\(sentence)'"]).diagnostics.first { $0.severity == .error })
    #expect(error.code == "edge.time")
    let quoted = (error.hint ?? "").split(separator: "'", omittingEmptySubsequences: false).enumerated()
    #expect(quoted.filter { $0.offset % 2 == 1 }.map { String($0.element) } == lines, "\(error.hint ?? "")")
    #expect(try Self.decoded(lines.map { "'\($0)'" }).policy?.edges.count == lines.count + 1)
  }

  /// `on daily` is no English.
  @Test(arguments: [
    ("gate daily at 06:45", "gate at 06:45 daily"), ("gate every fri at 06:45", "gate at 06:45 every fri"),
    ("gate weekdays at 06:45", "gate at 06:45 on weekdays"),
  ])
  func hasItsDaysBehindTheTime(_ sentence: String, _ written: String) throws {
    let error = try #require(Self.decoded(["'\(sentence)'"]).diagnostics.first { $0.severity == .error })
    #expect(error.hint == "write '\(written)'")
    #expect(try Self.decoded(["'\(written)'"]).policy != nil)
  }

  @Test(arguments: ["gate", "gate at", "gate weekdays 06:45", "gate, bell"]) func lacksItsTime(_ sentence: String)
    throws
  {
    let error = try #require(Self.decoded(["'\(sentence)'"]).diagnostics.first { $0.severity == .error })
    #expect(error.hint == "add at and a time, as in 'gate at 06:45 on weekdays'")
  }

  @Test(
    arguments: [
      ("gate at 06:45", ["06:45"], 7), ("gate at 06:45 on weekdays", ["06:45"], 5),
      ("gate at 06:45 weekdays", ["06:45"], 5), ("gate at 6:45am on mon, tue", ["06:45"], 2),
      ("gate at 16:30, 06:45 on sat and sun", ["06:45", "16:30"], 4), ("GATE at noon on 2026-11-24", ["12:00"], 1),
      ("gate at 06:45 on school", ["06:45"], 4), ("gate at 06:45 except weekends", ["06:45"], 5),
      ("gate at 06:45 on weekdays except mon and except 2026-11-25", ["06:45"], 3),
      ("gate at 16.30, 0:30 on mon", ["00:30", "16:30"], 2), ("gate at 06:45, 06:45", ["06:45"], 7),
      ("gate at 00:00 on eves of school", ["00:00"], 4),
      ("{do: gate at 06:45 on mon, grace: 5m, id: morning, because: bin}", ["06:45"], 1),
    ] as [(String, [String], Int)])
  func isUnderstood(_ sentence: String, _ times: [String], _ count: Int) throws {
    let decoded = try Self.decoded([sentence])
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    #expect(policy.edges.count == 2 && policy.statements.count == 1)
    let edge = policy.edges[1]
    #expect(edge.times.map(\.description) == times)
    let due = Evaluator(policy).edges.occurrences(of: [Name("gate")], in: Self.week)
    #expect(due.count == count && due.allSatisfy { $0.edge == 1 }, "\(due)")
    #expect(edge.id == (sentence.hasPrefix("{") ? "morning" : "policy-3"))
    #expect(edge.graceSeconds == (sentence.hasPrefix("{") ? 300 : 600))
    #expect(edge.because == (sentence.hasPrefix("{") ? "bin" : nil))
  }

  /// What is proposed is accepted in its place.
  @Test(
    arguments: [
      ("gate at 06:45–07:00 on weekdays", "edge.time", "gate at 06:45 on weekdays"),
      ("gate at 06:45 and 16:30", "edge.time", "gate at 06:45, 16:30"),
      ("gate at 06:45 on mon 07:00–08:00", "edge.time", "gate at 06:45 on mon"),
      ("gate at 06:45 on evenings", "edge.time", nil),
      ("gate at 06:45 on mon all day", "edge.time", "gate at 06:45 on mon"), ("gate at midnight", "edge.time", nil),
      ("gate at 24:00", "edge.time", nil), ("gate at 24.00", "edge.time", nil),
      ("gate at 6:45 on mon", "time.form", "gate at 06:45 on mon"),
      ("gate at 6:45 on mon", "time.form", "gate at 18:45 on mon"),
      ("gate at 10.12", "time.form", "gate at 10:12"), ("gate at 0:30–7:00", "edge.time", "gate at 0:30"),
      ("gate at 06:45 except sat 06:00–08:00", "edge.time", nil),
      ("gate at 9", "time.bare-number", nil), ("gate at 25:00", "time.form", nil),
      ("gate at", "edge.time", nil), ("gate at mon", "edge.time", nil), ("gate 06:45", "edge.time", "gate at 06:45"),
      ("at 06:45 gate", "sentence.target", nil), ("gate at 06:45,", "sentence.unexpected", nil),
      ("gates at 06:45", "target.unknown", "gate"), ("lamps at 21:00", "edge.target", "lamps off 21:00–07:00"),
      ("gate on 06:45–07:00", "edge.target", "gate at 06:45 on weekdays"), ("block gate", "edge.target", nil),
      ("gate on only 06:45–07:00", "edge.target", nil), ("gate, lamps at 06:45", "edge.target", nil),
      ("{target: gate, state: on}", "edge.target", nil), ("{do: gate at 06:45, grace: 13h}", "duration.form", nil),
      ("{do: gate at 06:45, grace: 0s}", "duration.form", nil), ("{do: lamps off, grace: 5m}", "edge.grace", nil),
    ] as [(String, String, String?)])
  func isRefused(_ sentence: String, _ code: String, _ proposal: String?) throws {
    let decoded = try Self.decoded([sentence])
    #expect(decoded.policy == nil)
    let found = try #require(decoded.diagnostics.first { $0.code == code }, "\(decoded.lines())")
    guard let proposal else { return }
    #expect(found.hint?.contains("'\(proposal)'") == true, "\(decoded.lines())")
    let whole = proposal.contains(" ") ? proposal : sentence.replacing("gates", with: proposal)
    let mended = try Self.decoded([whole])
    #expect(mended.policy != nil, "\(mended.lines())")
  }

  @Test func anActionThatNothingNamesIsTold() throws {
    let decoded = try Self.decoded([])
    #expect(decoded.lines().filter { $0.contains("target.unnamed") && $0.contains("'gate'") }.count == 1)
    #expect(!decoded.lines().contains { $0.contains("target.unnamed") && $0.contains("'bell'") })
    // A word for several is a name of each.
    #expect(try !Self.decoded(["both at 07:00"]).lines().contains { $0.contains("target.unnamed") })
  }

  /// A schedule that only an edge uses is used; one of its dates may be past.
  @Test func itsDaysAreLookedAfter() throws {
    let now = Instant(secondsSinceEpoch: 1_795_302_000)
    #expect(try !Self.decoded(["gate at 06:45 on school"]).lines().contains { $0.contains("'school'") })
    #expect(try Self.decoded([]).lines().contains { $0.contains("schedule.unused") && $0.contains("'school'") })
    let past = try Self.decoded(["gate at 06:45 on 2026-11-20"], now: now).lines()
    #expect(past.contains { $0.contains("date.past") }, "\(past)")
    let empty = try Self.decoded(["gate at 06:45 on sat except weekends"], now: now).lines()
    #expect(empty.contains { $0.contains("statement.never-decides") }, "\(empty)")
    #expect(try !Self.decoded(["gate at 06:45 on feb 29"], now: now).lines().contains { $0.contains("never-decides") })
  }

  // MARK: - When

  /// Edges against a clock that is looked at minute by minute: the first time that it shows an edge's time on one of its
  /// days, or the first that is later where it never does.
  @Test(
    arguments: [
      ("Europe/Berlin", 1_792_800_000), ("Europe/Berlin", 1_806_000_000), ("America/St_Johns", 1_793_300_000),
      ("Australia/Lord_Howe", 1_790_900_000), ("America/Havana", 1_804_900_000), ("Africa/Cairo", 1_777_000_000),
      ("Pacific/Apia", 1_325_000_000), ("America/Godthab", 1_774_600_000),
    ] as [(String, Int64)], 0..<6)
  func asTheClockShowsIt(_ place: (zone: String, around: Int64), _ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let times = (0..<6).map { _ in Int.random(in: 0..<1440, using: &random) } + [0, 30, 60, 90, 120, 150, 1410]
    let texts = times.map { TimeOfDay(minutes: $0)?.description ?? "" }
    let days = ["", " on weekdays", " on sat and sun except sat", " except mon"][Int(seed) % 4]
    let decoded = try Self.decoded(["gate at \(texts.joined(separator: ", "))\(days)"], zone: place.zone)
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    let start = Instant(secondsSinceEpoch: place.around / 60 * 60)
    let range = start..<start + 5 * 86_400
    let calendar = Evaluator(policy).edges
    let expected = Self.byTheClock(policy.zone, times, range) { day in
      switch seed % 4 {
      case 0: true
      case 1: day.weekday.rawValue < 6
      case 2: day.weekday == .sunday
      default: day.weekday != .monday
      }
    }
    let found = calendar.occurrences(of: [Name("gate")], in: range).map(\.at)
    #expect(found == expected)
    // What comes next is the first of them, from wherever it is asked.
    for _ in 0..<20 {
      let from = start + Int64.random(in: 0..<5 * 86_400, using: &random)
      guard let first = expected.first(where: { $0 > from }) else { continue }
      #expect(calendar.next(of: [Name("gate")], after: from).map(\.at) == [first])
    }
  }

  private static func byTheClock(
    _ zone: Zone, _ times: [Int], _ range: Range<Instant>, isMeant: (CivilDate) -> Bool
  ) -> [Instant] {
    // The local times that are wanted, a day more at both ends, and the minutes of those days in order.
    let first = zone.local(range.lowerBound).date.dayNumber - 2
    let last = zone.local(range.upperBound).date.dayNumber + 2
    let minutes = stride(
      from: range.lowerBound.secondsSinceEpoch - 4 * 86_400, to: range.upperBound.secondsSinceEpoch + 4 * 86_400, by: 60
    ).map { Instant(secondsSinceEpoch: $0) }
    let shown = minutes.map { zone.local($0) }
    var found: Set<Instant> = []
    for day in first...last where isMeant(CivilDate(dayNumber: day)) {
      for time in Set(times) {
        let wanted = LocalDateTime(date: CivilDate(dayNumber: day), secondOfDay: time * 60)
        let place = shown.firstIndex(of: wanted) ?? shown.indices.first { shown[$0] > wanted }
        if let place, range.contains(minutes[place]) { found.insert(minutes[place]) }
      }
    }
    return found.sorted()
  }

  /// Two edges of one target at one instant are one; of two targets they are two.
  @Test func whatFallsTogetherIsDoneOnce() throws {
    let decoded = try Self.decoded(["gate at 06:45", "gate at 06:45 on mon", "both at 06:45 on tue"])
    let calendar = Evaluator(try #require(decoded.policy)).edges
    let due = calendar.occurrences(of: [Name("gate"), Name("bell")], in: Self.week)
    #expect(due.count { $0.target == Name("gate") } == 7)
    #expect(due.allSatisfy { $0.target == Name("bell") || $0.edge == 1 })
    #expect(due.count { $0.target == Name("bell") } == 8)
    #expect(calendar.next(of: [], after: Self.week.lowerBound).isEmpty)
  }

  /// What never comes is not looked for beyond the horizon.
  @Test func whatNeverComesHasNoNext() throws {
    let decoded = try Self.decoded(["gate at 06:45 on 2026-11-20", "both at 07:00 on 2026-11-19"])
    let calendar = Evaluator(try #require(decoded.policy)).edges
    #expect(calendar.next(of: [Name("gate")], after: Self.week.lowerBound).isEmpty)
    #expect(calendar.next(of: [Name("gate")], after: Evaluator.horizon).isEmpty)
  }

  // MARK: - Tests in the file, and edits

  @Test(
    arguments: [
      ("{at: 2026-11-23 06:45, expect: {gate: runs}}", true),
      ("{at: 2026-11-23 06:44, expect: {gate: runs}}", false),
      ("{at: 2026-11-22 06:45, expect: {gate: runs}}", false),
      ("{at: 2026-11-22 06:45, expect: {gate: leave}}", true),
      ("{at: 2026-11-23 06:45, expect: {gate: leave}}", false),
      ("{from: 2026-11-23 06:00, to: 2026-11-23 06:45, expect: {gate: runs}}", false),
      ("{from: 2026-11-23 06:00, to: 2026-11-23 06:46, expect: {gate: runs}}", true),
      ("{at: 2026-11-23 12:00, expect: {both: runs}}", false), ("{at: 2026-11-23 12:00, expect: {bell: runs}}", true),
    ]) func isExpected(_ test: String, _ isPassed: Bool) throws
  {
    let decoded = try Self.decoded(["gate at 06:45 on weekdays"], tests: "tests: [\(test)]")
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    #expect(TestRun(policy).results().map(\.isPassed) == [isPassed])
  }

  @Test(arguments: ["{gate: on}", "{gate: run}", "{lamps: runs}"]) func anExpectationSuitsIt(_ expect: String) throws {
    let tests = "tests: [{at: 2026-11-23 06:45, expect: \(expect)}]"
    let decoded = try Self.decoded(["gate at 06:45"], tests: tests)
    #expect(decoded.policy == nil, "\(expect)")
  }

  /// An edit of times, days or zone is seen; one of nothing is not.
  @Test func anEditIsSeen() throws {
    func policy(_ sentence: String, _ zone: String = "Europe/Berlin") throws -> Policy {
      try #require(try Self.decoded([sentence], zone: zone).policy)
    }
    let old = try policy("gate at 06:45 on weekdays")
    func compared(_ new: Policy) -> [RecurringDifference] {
      PolicyComparison(old: old, new: new, now: Self.week.lowerBound, days: 7).targets
        .filter { $0.target == Name("gate") }.flatMap(\.differences)
    }
    #expect(compared(try policy("gate at 06:45 on mon-fri")).isEmpty)
    let later = compared(try policy("gate at 07:00 on weekdays"))
    #expect(later.map(\.before.state) == [.runs, .leave] && later.map(\.after.state) == [.leave, .runs])
    #expect(later.map(\.ranges.count) == [5, 5])
    let fewer = compared(try policy("gate at 06:45 on mon-thu"))
    #expect(fewer.map(\.ranges.count) == [1] && fewer.map(\.after.state) == [.leave])
    #expect(compared(try policy("gate at 06:45 on weekdays", "Europe/London")).map(\.ranges.count) == [5, 5])
  }

  /// How late it may be done is seen day by day: of two at the same time of day, or of two that fall together.
  @Test(
    arguments: [
      (["5m on weekdays", "12h on weekends"], ["12h on weekdays", "5m on weekends"], [(43_200, 300), (300, 43_200)]),
      (["5m on weekdays"], ["12h on weekdays"], [(300, 43_200)]),
      (["5m", "12h"], ["12h", "5m"], []), (["5m", "12h"], ["5m"], [(43_200, 300)]),
      (["5m on weekdays"], ["5m on weekdays", "12h on sat"], [(nil, 43_200)]),
    ] as [([String], [String], [(Int?, Int?)])])
  func anotherGraceIsSeen(_ old: [String], _ new: [String], _ graces: [(Int?, Int?)]) throws {
    let policies = try [old, new].map { lines in
      let edges = lines.map { line in
        let words = line.split(separator: " ", maxSplits: 1)
        return "{do: gate at 07:00 \(words.count > 1 ? String(words[1]) : ""), grace: \(words[0])}"
      }
      return try #require(try Self.decoded(edges).policy)
    }
    let found = PolicyComparison(old: policies[0], new: policies[1], now: Self.week.lowerBound, days: 7)
    let differences = found.targets.flatMap(\.differences)
    #expect(differences.map(\.before.graceSeconds) == graces.map(\.0))
    #expect(differences.map(\.after.graceSeconds) == graces.map(\.1))
    #expect(found.isEmpty == graces.isEmpty && found.definitions.isEmpty)
  }
}
