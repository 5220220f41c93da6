import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// Warnings that need evaluation: what is said, of which statement, at what time.
@Suite("advice") struct PolicyAdviceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zone = "Europe/Berlin"
    var now = "2026-11-20 12:00"
    var schedules: [String] = []
    var policy: [String]
    /// The number of the statement (`s1` for a schedule), and what the message must hold.
    var found: [String] = []
  }

  static let idle: [Case] = [
    Case(
      testDescription: "a later one that always holds", policy: ["kids off mon", "kids on"],
      found: ["1 'policy-2' covers it"]),
    Case(testDescription: "an earlier one that always holds", policy: ["kids on", "kids off mon"]),
    Case(testDescription: "an earlier one that never shows", policy: ["kids on", "kids off"], found: ["1 'policy-2'"]),
    Case(
      testDescription: "covered but for a minute",
      policy: ["kids off 20:00–22:00", "kids on 00:00–21:59 and 22:00–24:00"]),
    Case(
      testDescription: "covered to the minute", policy: ["kids off 20:00–22:00", "kids on 20:00–21:00, 21:00–22:00"],
      found: ["1 never takes effect within two years: 'policy-2'"]),
    Case(
      testDescription: "the one of two that covers it alone",
      policy: ["kids off 21:00–22:00", "kids on 20:00–23:00", "kids off mon 20:00–22:00"],
      found: ["1 'policy-2' covers"]),
    Case(
      testDescription: "two that cover it together",
      policy: ["kids off 21:00–22:00", "kids on 21:30–22:00", "kids off 21:00–21:30"],
      found: ["1 'policy-2' and 'policy-3' cover"]),
    Case(
      testDescription: "a night that the next day covers only half",
      policy: ["kids off fri 22:00–02:00", "kids on fri"]),
    Case(
      testDescription: "one target of two is left to decide about", policy: ["all-of-us off 12:00–13:00", "kids on"]),
    Case(
      testDescription: "its targets are covered by different ones",
      policy: ["all-of-us off 12:00–13:00", "kids on", "guests on"], found: ["1 'policy-2' and 'policy-3'"]),
    Case(
      testDescription: "through a target of targets of targets",
      policy: ["guests off 12:00–13:00", "everybody on"], found: ["1 'policy-2'"]),
    Case(testDescription: "never holds", policy: ["kids off mon except mon-fri"], found: ["1 never applies"]),
    Case(testDescription: "a leap day within two years", policy: ["kids off feb 29"]),
    Case(
      testDescription: "no leap day within two years", now: "2028-03-01 12:00", policy: ["kids off feb 29"],
      found: ["1 never applies within two years"]),
    Case(testDescription: "dates far away", policy: ["kids off 2055-06-01"]),
    Case(
      testDescription: "dates far away that are covered", policy: ["kids off 2055-06-01", "kids on jun 1"],
      found: ["1 up to its last date: 'policy-2'"]),
    Case(
      testDescription: "covered for two years, but for its last date",
      policy: ["kids off mon, 2040-01-01", "kids on mon"]),
    Case(
      testDescription: "an exception that ends far away", policy: ["kids off mon", "kids on daily except 2040-01-02"],
      found: ["1 'policy-2'"]),
    Case(
      testDescription: "its own exception ends far away", policy: ["kids off daily except 2020-01-01..2039-12-31"]),
    Case(testDescription: "beyond what is looked at", policy: ["kids off 2150-01-01", "kids on"]),
    Case(testDescription: "days that are over", policy: ["kids off 2020-01-01 21:00–07:00"]),
    Case(
      testDescription: "days of a schedule that are over", schedules: ["old: 2020-01-01..2020-02-01"],
      policy: ["kids off eves of old"]),
    Case(testDescription: "the last day is today", policy: ["kids off 2026-11-20 21:00–07:00"]),
    Case(
      testDescription: "dates of a schedule in a schedule", schedules: ["far: 2044-01-01", "near: mon, far"],
      policy: ["kids off near", "kids on mon"]),
    Case(
      testDescription: "a Pi-hole", policy: ["pause pihole weekdays", "resume pihole mon-fri"],
      found: ["1 'policy-2'"]),
    Case(testDescription: "nothing said", policy: []),
  ]

  static let empty: [Case] = [
    Case(
      testDescription: "inside the hour", policy: ["kids off 02:00–03:00"],
      found: ["1 02:00–03:00 is empty on Sun 2027-03-28: the clock skips 02:00–03:00"]),
    Case(testDescription: "one minute longer", policy: ["kids off 02:00–03:01"]),
    Case(testDescription: "one minute earlier", policy: ["kids off 01:59–03:00"]),
    Case(testDescription: "another day", policy: ["kids off mon-sat 02:15–02:30"]),
    Case(testDescription: "that day taken out", policy: ["kids off 02:15–02:30 except 2027-03-28"]),
    Case(testDescription: "only that day", policy: ["kids off 2027-03-28 02:15–02:30"], found: ["1"]),
    Case(testDescription: "more than a year away", policy: ["kids off 2028-03-26 02:15–02:30, 12:00–13:00"]),
    Case(
      testDescription: "through schedules, where they are written",
      schedules: ["naps: 02:15–02:30 and 13:00–14:00", "rests: naps except sat"], policy: ["kids off rests"],
      found: ["s1 02:15–02:30"]),
    Case(
      testDescription: "through a schedule that takes the day out",
      schedules: ["naps: 02:15–02:30 and 13:00–14:00", "rests: naps except sun"], policy: ["kids off rests"]),
    Case(
      testDescription: "half an hour", zone: "Australia/Lord_Howe", policy: ["kids off 02:00–02:30"],
      found: ["1 the clock skips 02:00–02:30"]),
    Case(
      testDescription: "at midnight", zone: "America/Havana", now: "2027-12-01 12:00", policy: ["kids off 00:15–00:45"],
      found: ["1 the clock skips 00:00–01:00"]),
    Case(
      testDescription: "a whole day", zone: "Pacific/Apia", now: "2011-12-01 12:00", policy: ["kids off fri"],
      found: ["1 all day is empty on Fri 2011-12-30"]),
    Case(testDescription: "no clock changes", zone: "UTC", policy: ["kids off 02:15–02:30"]),
  ]

  static let nights: [Case] = [
    Case(
      testDescription: "a night that is held back further up",
      policy: ["kids off 21:00–07:00", "kids on fri until 23:00"],
      found: ["2 'until 23:00' begins at 00:00"]),
    Case(testDescription: "further down", policy: ["kids on fri until 23:00", "kids off 21:00–07:00"]),
    Case(testDescription: "another target's", policy: ["guests off 21:00–07:00", "kids on fri until 23:00"]),
    Case(
      testDescription: "one of a target of targets",
      policy: ["guests off 21:00–07:00", "everybody on fri until 23:00"],
      found: ["2 'until 23:00'"]),
    Case(testDescription: "no night", policy: ["kids off 12:00–13:00", "kids on fri until 23:00"]),
    Case(
      testDescription: "a night by its name", schedules: ["bedtime: 21:00–07:00"],
      policy: ["kids off bedtime", "kids on fri until 23:00", "kids on sat until 22:00"], found: ["2", "3"]),
    Case(
      testDescription: "a night in a schedule of schedules",
      schedules: ["lunch: 12:00–13:00", "bedtime: 21:00–07:00", "rests: lunch and bedtime"],
      policy: ["kids off rests", "kids on fri until 23:00"], found: ["2"]),
    Case(
      testDescription: "no night by its name", schedules: ["lunch: 12:00–13:00"],
      policy: ["kids off lunch", "kids on fri until 23:00"]),
    Case(
      testDescription: "nights by their name, without weekends",
      schedules: ["bedtime: 21:00–07:00", "rests: bedtime", "lunch: 12:00–13:00"],
      policy: [
        "kids off rests except weekends", "guests off lunch except weekends",
        "guests off lunch and bedtime except weekends",
      ], found: ["1 'except weekends' leaves out", "3"]),
  ]

  @Test("nights that are not meant", arguments: nights) func unexpectedNights(_ example: Case) throws {
    try check(example, code: "window.nights", isWarning: false)
  }

  @Test("statements that never decide", arguments: idle) func idleStatements(_ example: Case) throws {
    try check(example, code: "statement.never-decides")
  }

  @Test("empty windows", arguments: empty) func emptyWindows(_ example: Case) throws {
    try check(example, code: "window.empty")
  }

  /// Of a line that stands above already nobody says to write it, nor one below which the same is said once more.
  @Test(arguments: [
    (["kids off", "kids on 15:00–18:00", "kids on 16:00–17:00"], "remove it"),
    (["kids on only 15:00–18:00", "kids on sat 15:00–19:00", "kids on sat 16:00–17:00"], "remove it"),
    (["guests off", "all-of-us on sat 15:00–18:00", "all-of-us on sat 16:00–17:00"], "remove it"),
    (["kids on sat 15:00–18:00", "kids on sat 16:00–17:00"], "remove it"),
  ])
  func whatStandsAboveIsNotProposed(_ policy: [String], _ hint: String) throws {
    let (_, advice) = try Self.advice(on: Case(testDescription: "", policy: policy))
    #expect(advice.filter { $0.code == "statement.no-effect" }.map(\.hint) == [hint])
  }

  private func check(_ example: Case, code: String, isWarning: Bool = true) throws {
    let (policy, advice) = try Self.advice(on: example)
    let found = advice.filter { $0.code == code }
    let expected = example.found.map { $0.split(separator: " ", maxSplits: 1) }
    #expect(found.map { Self.place(of: $0, in: policy) } == expected.map { String($0[0]) }, "\(found.map(\.message))")
    for (diagnostic, words) in zip(found, expected) where words.count == 2 {
      #expect(diagnostic.message.contains(words[1]))
    }
    if isWarning { #expect(advice.allSatisfy { $0.severity == .warning }) }
  }

  private static func place(of diagnostic: Diagnostic, in policy: Policy) -> String? {
    policy.statements.firstIndex { $0.span == diagnostic.span }.map { "\($0 + 1)" }
      ?? policy.schedules.firstIndex { $0.span == diagnostic.span }.map { "s\($0 + 1)" }
  }

  static func advice(on example: Case) throws -> (policy: Policy, advice: [Diagnostic]) {
    let zone = example.zone
    let text = """
      timezone: \(example.zone)
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}
        pihole: {kind: pihole, url: https://pi.hole}
      targets:
        kids: {acl-rules: [Kids]}
        guests: {acl-rules: [Guests]}
        all-of-us: {targets: [kids, guests]}
        everybody: {targets: [all-of-us]}
      schedules: {\(example.schedules.map { "'" + $0.replacing(": ", with: "': '") + "'" }.joined(separator: ", "))}
      policy: [\(example.policy.map { "'\($0)'" }.joined(separator: ", "))]
      """
    let decoded = try DecodedPolicy(text) { _ in (try? .zone(MadePolicy.zone(zone))) ?? .unknown(suggestions: []) }
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    return (policy, PolicyAdvice.diagnostics(on: policy, now: try Instant(example.now, in: policy.zone)))
  }

  /// Which statements decide, asked of the timelines instead.
  @Test("random policies", arguments: 0..<40 as Range<UInt64>) func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let days = ["daily", "mon", "mon-fri", "sat, sun", "tue-thu", "feb 29", "2027-06-01..2027-06-03", "dec 24..jan 2"]
    let times = ["", " 21:00–07:00", " 20:00–08:00", " 12:00–13:00", " 00:00–12:00", " 12:00–24:00", " 02:30–02:45"]
    let sentences = (0..<random.int(in: 2..<14)).map { _ in
      let target = random.pick(["kids", "kids", "guests", "everybody"])
      return "\(target) \(random.pick(["on", "off"])) \(random.pick(days))\(random.pick(times))"
    }
    let zone = random.pick(["Europe/Berlin", "America/New_York", "America/Havana"])
    let (policy, advice) = try Self.advice(on: Case(testDescription: "", zone: zone, policy: sentences))
    let now = try Instant("2026-11-20 12:00", in: policy.zone)
    let evaluator = Evaluator(policy)
    let deciding = evaluator.targets.flatMap { evaluator.timeline(of: $0, in: now..<now + 731 * 86_400) }
      .map(\.decidedBy)
    let idle = policy.statements.indices.filter { !deciding.contains(.statement($0)) }
    let reported = advice.filter { $0.code == "statement.never-decides" }.map { Self.place(of: $0, in: policy) }
    #expect(reported == idle.map { "\($0 + 1)" }, "\(sentences)")
  }
}
