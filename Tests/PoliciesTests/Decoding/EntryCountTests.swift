import CivilTime
import Documents
import Testing

@testable import Policies

/// What a policy names on one system has to stay readable, or nobody could take it back.
@Suite struct EntryCountTests {
  /// Two Pi-holes, and targets with so many entries each.
  private static func policy(_ targets: [(pihole: String, exact: Int, regex: Int)]) throws -> DecodedPolicy {
    let lines = targets.enumerated().map { number, target in
      let entries =
        (0..<target.exact).map { "d\($0).t\(number).example" }
        + (0..<target.regex).map { "'regex:^r\($0)x\(number)'" }
      return "  t\(number): {system: \(target.pihole), domains: {deny: [\(entries.joined(separator: ", "))]}}\n"
    }
    return try DecodedPolicy(
      """
      timezone: Europe/Berlin
      systems:
        a: {kind: pihole, url: https://192.168.1.2}
        b: {kind: pihole, url: https://192.168.1.3}
      targets:
      \(lines.joined())policy: [a active, b active]
      """, now: now)
  }

  private static let now = Instant(secondsSinceEpoch: 1_795_204_804)

  /// Exact and regular expressions of all targets on one Pi-hole together; told where there become too many.
  @Test(
    arguments: [
      ([("a", 10_000, 0)], nil), ([("a", 9999, 1), ("b", 10_000, 0)], nil), ([("a", 10_001, 0)], 6),
      ([("a", 10_000, 0), ("b", 1, 0), ("a", 0, 1), ("a", 1, 0)], 8),
      ([("b", 6000, 0), ("a", 6000, 0), ("b", 4000, 1)], 8),
    ] as [([(String, Int, Int)], Int?)])
  func moreThanCanBeReadIsRefused(_ targets: [(String, Int, Int)], _ line: Int?) throws {
    let decoded = try Self.policy(targets)
    #expect((decoded.policy == nil) == (line != nil))
    let errors = decoded.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.span?.start.line) == [line].compactMap(\.self), "\(errors)")
    #expect(errors.allSatisfy { $0.code == "domain.form" && $0.hint?.contains("subscribed list") == true })
  }

  @Test(
    arguments: [
      ([("a", 5000, 0), ("b", 5000, 0)], []), ([("a", 5001, 0)], ["5001 6"]),
      ([("a", 3000, 0), ("b", 5000, 1), ("a", 3000, 0), ("a", 100, 0)], ["5001 7", "6100 8"]),
    ] as [([(String, Int, Int)], [String])])
  func manyAreWarnedOf(_ targets: [(String, Int, Int)], _ expected: [String]) throws {
    let policy = try #require(try Self.policy(targets).policy)
    let warnings = PolicyAdvice.diagnostics(on: policy, now: Self.now).filter { $0.code == "domain.form" }
    #expect(warnings.allSatisfy { $0.severity == .warning })
    let told = warnings.map { "\($0.message.prefix { $0 != " " }) \($0.span?.start.line ?? 0)" }
    #expect(told == expected)
  }
}
