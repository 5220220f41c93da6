import CivilTime
import Policies
import TestSupport
import Testing

/// What an overlay says of a stretch of time against what it says of each second at every edge in it.
@Suite struct OverlayTimelineTests {
  /// Up to six overrides that have ended, hold or are yet to come, some ended early, some as they were made, several on
  /// one target.
  private static func overrides(_ targets: [Name], around now: Instant, _ numbers: inout some RandomNumberGenerator)
    -> [Override]
  {
    (1...Int.random(in: 1...6, using: &numbers)).map { number in
      let from = now + Int64.random(in: -90_000...250_000, using: &numbers)
      let lengths: [Int64] = [0, 1, 59, 1_800, 7_200, 86_400, 200_000]
      let length = lengths.randomElement(using: &numbers) ?? 0
      return Override(
        id: String(number), target: targets.randomElement(using: &numbers) ?? Name("kids"),
        state: Bool.random(using: &numbers) ? .on : .off, from: from, until: from + length, because: nil, by: "me")
    }
  }

  @Test("random overrides", arguments: 0..<48)
  func random(seed: UInt64) throws {
    var random = RandomPolicy(seed: seed)
    let (policy, now) = try random.policy()
    let evaluator = Evaluator(policy)
    let overrides = Self.overrides(policy.targets.map(\.name), around: now, &random.numbers)
    let overlay = Overlay(evaluator, of: policy, overrides: overrides)
    let range = now..<now + 3 * 86_400 + 17
    var expected: [ScheduledChange] = []
    for target in evaluator.targets {
      let intervals = overlay.timeline(of: target, in: range)
      #expect(intervals.first?.range.lowerBound == range.lowerBound)
      #expect(intervals.last?.range.upperBound == range.upperBound)
      for (left, right) in zip(intervals, intervals.dropFirst()) {
        #expect(left.range.upperBound == right.range.lowerBound)
        #expect(left.state != right.state || left.decidedBy != right.decidedBy)
      }
      let scheduled = evaluator.timeline(of: target, in: range)
      let edges =
        overrides.flatMap { [$0.from, $0.until] } + scheduled.map(\.range.lowerBound)
        + intervals.map(\.range.lowerBound)
      let instants = Set(edges.flatMap { edge in [-1, 0, 1].map { edge + $0 } }).filter(range.contains).sorted()
      for instant in instants {
        let found = try #require(intervals.first { $0.range.contains(instant) })
        let told = Self.told(overlay, target, scheduled, at: instant)
        #expect(found.state == told.state && found.decidedBy == told.decidedBy, "\(target) at \(instant)")
        guard instant > range.lowerBound else { continue }
        let before = Self.told(overlay, target, scheduled, at: instant + -1).state
        if before != told.state {
          expected.append(
            ScheduledChange(at: instant, target: target, from: before, to: told.state, decidedBy: told.decidedBy))
        }
      }
    }
    let order = { (change: ScheduledChange) in evaluator.targets.firstIndex(of: change.target) ?? 0 }
    expected.sort { ($0.at, order($0)) < ($1.at, order($1)) }
    #expect(overlay.changes(of: evaluator.targets, after: range.lowerBound, before: range.upperBound) == expected)
    // The first change of each target, and of all.
    for targets in evaluator.targets.map({ [$0] }) + [evaluator.targets] {
      let own = expected.filter { targets.contains($0.target) }
      let first = overlay.firstChanges(of: targets, after: range.lowerBound)
      if let at = own.first?.at {
        #expect(first == own.filter { $0.at == at })
      } else {
        #expect(first.allSatisfy { $0.at >= range.upperBound })
      }
    }
    #expect(overlay.changes(of: [], after: range.lowerBound, before: range.upperBound).isEmpty)
  }

  /// What decides by the newest override that holds, else by the policy.
  private static func told(
    _ overlay: Overlay, _ target: Name, _ scheduled: [TimelineInterval], at instant: Instant
  ) -> (state: TargetState, decidedBy: Verdict.Decider) {
    if let override = overlay.override(of: target, at: instant) {
      return (override.state, .override(Int(override.id) ?? 0))
    }
    let interval = scheduled.first { $0.range.contains(instant) }
    return (interval?.state ?? .leave, interval?.decidedBy ?? .otherwise)
  }

  /// What comes next agrees with until when it holds, at any instant from which no override is yet to begin.
  @Test("with verdicts", arguments: 0..<24)
  func verdicts(seed: UInt64) throws {
    var random = RandomPolicy(seed: seed)
    let (policy, now) = try random.policy()
    let overrides = Self.overrides(policy.targets.map(\.name), around: now, &random.numbers)
    let overlay = Overlay(Evaluator(policy), of: policy, overrides: overrides)
    let last = overrides.map(\.from).max() ?? now
    for instant in [last, last + 1] + overrides.map(\.until).filter({ $0 > last }) {
      for (target, verdict) in overlay.verdicts(at: instant) {
        let next = overlay.firstChanges(of: [target], after: instant).first
        #expect(next?.at == verdict.until, "\(target) at \(instant)")
        #expect(next?.from ?? verdict.state == verdict.state)
      }
    }
  }
}
