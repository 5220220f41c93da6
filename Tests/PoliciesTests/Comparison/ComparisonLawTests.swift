import CivilTime
import TestSupport
import Testing

@testable import Policies

/// Comparing and listing changes agrees with asking at one instant after the other.
@Suite struct ComparisonLawTests {
  private static let zones = ["Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "UTC"]
  private static let days = ["daily", "weekdays", "sat", "fri-mon", "2026-10-24..2026-10-26", "tue, thu", "sun"]
  private static let times = ["21:00–07:00", "00:00–02:00", "01:30–02:30", "all day", "23:00–00:30", "12:00–13:00"]

  @Test(arguments: 0..<24) func agrees(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let zone = Self.zones[seed % Self.zones.count]
    let policies = [try policy(zone, &random), try policy(zone, &random)]
    let evaluators = policies.map(Evaluator.init)
    // Clocks go back in Berlin and Havana, and forward on Lord Howe, in these days or just before.
    let now = Instant(secondsSinceEpoch: 1_792_800_000 + Int64(seed) * 1_801)
    let comparison = PolicyComparison(old: policies[0], new: policies[1], now: now, days: 9)
    let ranges = comparison.targets.flatMap { $0.differences.flatMap(\.ranges) }
    let changes = evaluators.map {
      ScheduledChange.all(of: $0.targets, after: now, before: comparison.range.upperBound, timeline: $0.timeline)
    }
    var differing = 0
    var states = evaluators.map { state($0, now) }
    for offset in stride(from: 0, to: 9 * 86_400, by: 1_800) {
      // The second before a half hour is as likely wrong as the one after it.
      for instant in [now + Int64(offset), now + Int64(offset) + 1_799] {
        let present = evaluators.map { state($0, instant) }
        differing += ranges.contains { $0.contains(instant) } == (present[0] != present[1]) ? 0 : 1
        for side in 0...1 {
          let last = changes[side].last { $0.at <= instant }
          differing += (last?.to ?? states[side]) == present[side] ? 0 : 1
          if last == nil { states[side] = present[side] }
        }
      }
    }
    #expect(differing == 0)
    for side in 0...1 {
      let wrong = changes[side].filter { change in
        state(evaluators[side], change.at + -1) != change.from || state(evaluators[side], change.at) != change.to
          || change.from == change.to
      }
      #expect(wrong.isEmpty)
      #expect(changes[side].isEmpty || evaluators[side].nextChange(after: now) == changes[side].first?.at)
    }
  }

  private func state(_ evaluator: Evaluator, _ instant: Instant) -> TargetState? {
    evaluator.timeline(of: Name("kids"), in: instant..<instant + 1).first?.state
  }

  private func policy(_ zone: String, _ random: inout SplitMix64) throws -> Policy {
    let statements = (0..<random.int(in: 1..<4)).map { _ in
      "  - kids \(random.oneIn(2) ? "on" : "off") \(random.pick(Self.days)) \(random.pick(Self.times))"
    }
    let text = """
      timezone: \(zone)
      systems:
        gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: key}}
      targets: {kids: {wifi: [Kids]}}
      policy:
      \(statements.joined(separator: "\n"))
      """
    let decoded = try DecodedPolicy(text)
    return try #require(decoded.policy, "\(decoded.lines())")
  }
}
