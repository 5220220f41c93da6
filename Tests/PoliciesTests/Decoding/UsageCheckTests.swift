import CivilTime
import Documents
import Policies
import Testing

/// What is doubtful about a policy as a whole, through schedules of schedules and targets of targets.
@Suite("usage") struct UsageCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schedules: [String] = []
    var policy: [String]
    /// `line code` of each diagnostic.
    var found: [String] = []
  }

  static let cases: [Case] = [
    Case(
      testDescription: "a leave that is taken back through a group", policy: ["guests off sat", "everybody on sun"]),
    Case(
      testDescription: "a leave that only groups strand", policy: ["everybody off sat", "both off sun", "tv on"],
      found: ["5 leave.stranded"]),
    Case(testDescription: "a leave that nothing names", policy: ["tv off sat"]),
    Case(
      testDescription: "schedules that only an unused one uses", schedules: ["a: sat", "b: a", "c: sun"],
      policy: ["tv off"], found: ["11 schedule.unused", "12 schedule.unused"]),
    Case(
      testDescription: "schedules in every place", schedules: ["a: sat", "b: sun", "c: mon", "d: a except b"],
      policy: ["tv off d and eves of c"]),
    Case(
      testDescription: "schedules in exceptions", schedules: ["a: sat", "b: 10:00–11:00"],
      policy: ["tv off except a and except b"]),
    Case(
      testDescription: "dates that are over, where they are written", schedules: ["a: 2020-01-01", "b: a"],
      policy: ["tv off b", "tv on 2021-01-01..2021-01-03, 2026-11-19 10:00–12:00"],
      found: ["10 date.past", "14 date.past"]),
    Case(testDescription: "dates that are over in part", policy: ["tv off 2020-01-01, 2026-11-20"]),
  ]

  @Test(arguments: cases) func finds(_ example: Case) throws {
    let lines =
      """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
      targets:
        kids: {acl-rules: [Kids]}
        guests: {acl-rules: [Guests], otherwise: leave}
        tv: {acl-rules: [TV]}
        both: {targets: [kids, guests]}
        everybody: {targets: [both]}
      """ + (example.schedules.isEmpty ? "\n" : "\nschedules:\n") + example.schedules.map { "  \($0)\n" }.joined()
      + "policy:\n" + example.policy.map { "  - \($0)\n" }.joined()
    let decoded = try DecodedPolicy(lines, now: Instant(secondsSinceEpoch: 1_795_204_804))
    let elsewhere = ["statement.never-decides", "target.unnamed"]
    let found = decoded.diagnostics.filter { !elsewhere.contains($0.code) }
    #expect(found.map { "\($0.span?.start.line ?? 0) \($0.code)" } == example.found)
  }
}
