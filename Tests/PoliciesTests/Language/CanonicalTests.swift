import CivilTime
import Policies
import TestSupport
import Testing

/// What is understood of a line, in the language's own spelling, can be put in its place.
@Suite("canonical lines") struct CanonicalTests {
  /// The entry of `policy`, and how it is shown.
  static let lines = [
    ("kids off 9 pm till 7 am on weekdays", "kids off mon-fri 21:00–07:00"),
    (
      "{target: kids, state: off, when: [mon 21:00-07:00, tue 20:00-07:00]}",
      "kids off mon 21:00–07:00 and tue 20:00–07:00"
    ),
    ("{target: kids, state: off, when: [weekdays 21:00-07:00, mon]}", "kids off mon-fri 21:00–07:00 and mon all day"),
    (
      "{targets: [kids, tv], state: off, when: [weekdays 21:00-07:00 except hols, sat]}",
      "{targets: [kids, tv], state: off, when: ['mon-fri 21:00–07:00 except hols', 'sat']}"
    ),
    ("{target: kids, state: on, only: [15:00-16:00, 18:00-19:00]}", "kids on only 15:00–16:00 and 18:00–19:00"),
  ]

  @Test(arguments: lines) func canBePutInItsPlace(_ written: String, _ shown: String) throws {
    let policy = try Self.policy(written)
    let sentences = policy.canonical.statements[0].sentences
    #expect(sentences == [shown])
    let again = try Self.policy(shown)
    let range = try Instant("2026-12-20 00:00", in: policy.zone)..<Instant("2027-01-10 00:00", in: policy.zone)
    let states = [policy, again].map { policy in
      Evaluator(policy).timeline(of: Name("kids"), in: range).map { "\($0.range) \($0.state)" }
    }
    #expect(states[0] == states[1])
    #expect(again.canonical.statements[0].sentences == [shown])
  }

  private static func policy(_ line: String) throws -> Policy {
    let decoded = try DecodedPolicy(
      """
      timezone: Europe/Berlin
      targets: {kids: {}, tv: {}}
      schedules: {hols: 2026-12-23..2027-01-06}
      policy:
        - \(line)

      """, takesSketches: true)
    return try #require(decoded.policy, "\(decoded.lines())")
  }
}
