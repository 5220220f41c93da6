import CivilTime
import Policies
import Testing

/// The file's own tests: which fail, when, and by what.
@Suite("tests in the file") struct TestRunTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var test: String
    /// `target state decider when` for each failure; a statement's number, or `otherwise`.
    var failures: [String] = []
    var testDescription: String { test }
  }

  static let cases: [Case] = [
    Case(test: "{at: 2026-11-20 22:00, expect: {kids: off, pihole: paused}}"),
    Case(test: "{at: 2026-11-20 21:00, expect: {kids: off}}"),
    Case(
      test: "{at: 2026-11-20 20:59:59, expect: {kids: off}}", failures: ["kids on otherwise 2026-11-20T19:59:59Z"]),
    Case(
      test: "{at: [2026-11-21 06:59:59, 2026-11-21 07:00], expect: {kids: off, guests: leave}}",
      failures: ["kids on otherwise 2026-11-21T06:00:00Z"]),
    Case(
      test: "{at: 2026-11-21 22:00, expect: {pihole: paused}}",
      failures: ["pihole active otherwise 2026-11-21T21:00:00Z"]),
    Case(test: "{from: 2026-11-20 21:00, to: 2026-11-21 07:00, expect: {kids: off}}"),
    Case(
      test: "{from: 2026-11-20 20:00, to: 2026-11-21 08:00, expect: {kids: off}}",
      failures: ["kids on otherwise 2026-11-20T19:00:00Z–2026-11-20T20:00:00Z"]),
    Case(
      test: "{from: 2026-11-20 21:00, to: 2026-11-21 07:00:01, expect: {kids: off}}",
      failures: ["kids on otherwise 2026-11-21T06:00:00Z–2026-11-21T06:00:01Z"]),
    Case(
      test: "{from: 2026-12-24 00:00, to: 2026-12-27 00:00, expect: {everybody: on}}",
      failures: [
        "kids off 1 2026-12-23T23:00:00Z–2026-12-24T06:00:00Z",
        "guests leave otherwise 2026-12-23T23:00:00Z–2026-12-25T11:00:00Z",
      ]),
    Case(test: "{at: 2026-12-25 12:30, expect: {everybody: off}}"),
    // Clocks go back: the first of two, and the second by its offset.
    Case(test: "{at: 2026-10-25 02:30, expect: {tv: on}}", failures: ["tv off 5 2026-10-25T00:30:00Z"]),
    Case(test: "{at: '2026-10-25T02:30:00+01:00', expect: {tv: on}}", failures: ["tv off 5 2026-10-25T01:30:00Z"]),
    // Clocks go forward: the jump.
    Case(test: "{at: 2027-03-28 02:30, expect: {tv: on}}"),
    Case(
      test: "{from: 1970-01-01 00:00, to: 2099-01-01 00:00, expect: {tv: on}}",
      failures: ["tv off 5 2026-10-25T00:20:00Z–2026-10-25T01:40:00Z"]),
  ]

  @Test(arguments: cases) func fails(_ example: Case) throws {
    let decoded = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}
        pihole: {kind: pihole, url: https://pi.hole}
      targets:
        kids: {acl-rules: [Kids]}
        guests: {acl-rules: [Guests], otherwise: leave}
        tv: {acl-rules: [TV]}
        both: {targets: [kids, guests]}
        everybody: {targets: [both]}
      policy:
        - kids off 21:00–07:00
        - pause pihole weekdays
        - everybody off 2026-12-25 12:00–13:00
        - guests on 2026-12-25 13:00–14:00
        - tv off 2026-10-25 02:20–02:40
      tests: [\(example.test)]
      """)
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    let results = TestRun(policy).results()
    #expect(results.map { $0.failures.map(Self.line) } == [example.failures])
    #expect(results.map(\.isPassed) == [example.failures.isEmpty])
  }

  private static func line(_ failure: TestResult.Failure) -> String {
    let decider =
      switch failure.decidedBy {
      case .otherwise: "otherwise"
      case .override(let number): "override \(number)"
      case .statement(let index): "\(index + 1)"
      case .edge(let index): "edge \(index + 1)"
      }
    let when =
      switch failure.when {
      case .at(let instant): "\(instant)"
      case .throughout(let range): "\(range.lowerBound)–\(range.upperBound)"
      }
    return "\(failure.target) \(failure.state.rawValue) \(decider) \(when)"
  }
}
