import CivilTime
import Planning
import Policies
import Steps
import TestSupport
import Testing

/// What an answer about an instant costs: in proportion to the policy, in whichever way it is long.
@Suite struct EvaluationCostTests {
  /// A policy with so many of something.
  struct Load: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var targets: @Sendable (_ count: Int) -> String = { _ in "kids: {wifi: [K]}" }
    var schedules: @Sendable (_ count: Int) -> String = { _ in "" }
    let lines: @Sendable (_ count: Int) -> String

    func policy(_ count: Int) throws -> Policy {
      let decoded = try DecodedPolicy(
        """
        timezone: Europe/Berlin
        systems: {g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}
        schedules: {\(schedules(count))}
        targets: {\(targets(count))}
        policy: [\(lines(count))]
        """)
      return try #require(decoded.policy, "\(decoded.lines().prefix(3))")
    }
  }

  private static func list(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: ", ")
  }
  private static func night(_ number: Int) -> String {
    "\(18 + number / 60 % 6):\(number % 60 < 10 ? "0" : "")\(number % 60)–07:00"
  }

  static let loads = [
    Load(
      testDescription: "lines with times of their own",
      lines: { count in list(count) { "kids off \(night($0))" } }),
    Load(
      testDescription: "schedules, each used by one line",
      schedules: { count in list(count) { "s\($0): [\(night($0))]" } },
      lines: { count in list(count) { "kids off s\($0)" } }),
    Load(
      testDescription: "schedules with exceptions",
      schedules: { count in
        "holidays: [2026-12-24..2027-01-06], " + list(count) { "s\($0): [\(night($0)) except holidays]" }
      },
      lines: { count in list(count) { "kids off s\($0)" } }),
    Load(
      testDescription: "schedules that use another",
      schedules: { count in "base: [\(night(0))], " + list(count) { "s\($0): [base except 2026-12-\($0 % 20 + 10)]" } },
      lines: { count in list(count) { "kids off s\($0)" } }),
    Load(
      testDescription: "windows of one schedule",
      schedules: { count in "s: [\(list(count, night))]" }, lines: { _ in "kids off s" }),
    Load(
      testDescription: "targets, each with a schedule",
      targets: { count in list(count) { "t\($0): {wifi: [W\($0)]}" } },
      schedules: { count in list(count) { "s\($0): [\(night($0))]" } },
      lines: { count in list(count) { "t\($0) off s\($0)" } }),
    Load(
      testDescription: "members of a group",
      targets: { count in
        list(count) { "t\($0): {wifi: [W\($0)]}" } + ", house: {targets: [\(list(count) { "t\($0)" })]}"
      },
      lines: { _ in "house off 21:00–07:00" }),
  ]

  /// A Wednesday evening.
  private static let now = Instant(secondsSinceEpoch: 1_795_635_000)

  @Test(arguments: loads.indices) func verdicts(place: Int) throws {
    let growth = try growth(place) { #expect(!$0.verdicts(at: Self.now).isEmpty) }
    #expect(growth < Steps.most, "\(Self.loads[place])")
  }

  @Test(arguments: loads.indices) func explanations(place: Int) throws {
    let growth = try growth(place) { #expect(!$0.explanations(of: $0.targets, at: Self.now).isEmpty) }
    #expect(growth < Steps.most, "\(Self.loads[place])")
  }

  @Test(arguments: loads.indices) func nextChange(place: Int) throws {
    let growth = try growth(place) { #expect($0.nextChange(after: Self.now) != nil) }
    #expect(growth < Steps.most, "\(Self.loads[place])")
  }

  /// By how much more work it is to make an evaluator of twice as much and to ask it.
  private func growth(_ place: Int, _ ask: (Evaluator) -> Void) throws -> Double {
    try Steps.growth(from: 150, Self.loads[place].policy) { ask(Evaluator($0)) }
  }
}
