import CivilTime
import Documents
import Policies
import TestSupport
import Testing

/// A line of fields with several times is told as one sentence that the language reads, and that means the same.
@Suite struct OneSentenceTests {
  private static func policy(_ line: String) throws -> Policy? {
    try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}}
      targets: {kids: {acl-rules: [Kids]}, tv: {acl-rules: [TV]}}
      schedules: {school: mon-fri except 2026-11-24, evenings: 20:00–22:00}
      policy:
        - \(line)
      """
    ).policy
  }

  @Test(
    arguments: [
      (
        "{target: kids, state: on, when: [sat 10:00-12:00, sun 10:00-12:00]}",
        "kids on sat 10:00–12:00 and sun 10:00–12:00"
      ),
      ("{target: kids, state: off, when: [evenings, school 10:00-12:00]}", "kids off evenings and school 10:00–12:00"),
      ("{target: kids, state: off, when: [sat, sun]}", "kids off sat and sun"),
    ])
  func isRead(_ line: String, _ sentence: String) throws {
    let policy = try #require(try Self.policy(line))
    let told = try #require(SentenceText.one(of: policy.statements[0]))
    #expect(told == sentence)
    let again = try #require(try Self.policy(told))
    let year = Instant(secondsSinceEpoch: 1_795_302_000)..<Instant(secondsSinceEpoch: 1_795_302_000 + 366 * 86_400)
    for name in ["kids", "tv"] {
      let (before, after) = (Evaluator(policy), Evaluator(again))
      #expect(
        before.timeline(of: Name(name), in: year).map(\.range) == after.timeline(of: Name(name), in: year).map(\.range))
    }
  }

  /// An exception would be that of all times.
  @Test func severalExceptionsAreNoneOfIt() throws {
    let line = "{target: kids, state: off, when: [mon 10:00-12:00 except school, tue 20:00-22:00]}"
    let policy = try #require(try Self.policy(line))
    #expect(SentenceText.one(of: policy.statements[0]) == nil)
  }
}
