import CivilTime
import Policies
import TestSupport
import Testing

/// Overrides against an overlay that knows no cleverness: it asks about every quarter of an hour.
@Suite struct OverlayTests {
  private static let kids = Name("kids")
  private static let step: Int64 = 900

  @Test("random overrides", arguments: 0..<64)
  func random(seed: UInt64) throws {
    var random = RandomPolicy(seed: seed)
    let (policy, around) = try random.policy()
    let evaluator = Evaluator(policy)
    let start = around.secondsSinceEpoch / Self.step * Self.step
    let now = Instant(secondsSinceEpoch: start)
    // Some have ended, some hold; none begins after now.
    let overrides = (0..<4).map { number in
      let from = now + -Self.step * Int64.random(in: 0..<100, using: &random.numbers)
      let until = from + Self.step * Int64.random(in: 0..<200, using: &random.numbers)
      let state: TargetState = Bool.random(using: &random.numbers) ? .on : .off
      return Override(
        id: String(number + 1), target: Self.kids, state: state, from: from, until: until, because: nil, by: "me")
    }
    let overlay = Overlay(evaluator, of: policy, overrides: overrides)
    let verdict = try #require(overlay.verdicts(at: now).first { $0.target == Self.kids }).verdict

    let scheduled = evaluator.timeline(of: Self.kids, in: now + -Self.step * 700..<now + Self.step * 700)
    func state(at instant: Instant) -> TargetState? {
      let newest = overrides.filter { $0.range.contains(instant) }
        .max { ($0.from, Int($0.id) ?? 0) < ($1.from, Int($1.id) ?? 0) }
      return newest?.state ?? scheduled.first { $0.range.contains(instant) }?.state
    }
    #expect(verdict.state == state(at: now))
    let ahead = (1..<600).map { now + Self.step * Int64($0) }.first { state(at: $0) != verdict.state }
    if let ahead { #expect(verdict.until == ahead) }
    if let until = verdict.until, ahead == nil { #expect(until > now + Self.step * 599) }
    let back = (0..<600).map { now + -Self.step * Int64($0) }.first { state(at: $0 + -1) != verdict.state }
    if let back { #expect(verdict.since == back) }
    if let since = verdict.since, back == nil { #expect(since < now + -Self.step * 599) }
  }

  private static let noon = Instant(secondsSinceEpoch: 1_795_262_400)

  /// Active but for a pause from 14:00 to 18:00 of every day, UTC.
  private static func pausing(otherwise: TargetState = .active) -> Policy {
    return MadePolicy.policy(
      zone: .utc, targets: [MadePolicy.target("pihole", otherwise: otherwise)],
      [MadePolicy.statement(.paused, .on(.daily, "14:00-18:00"), of: ["pihole"])])
  }

  private static func verdict(_ policy: Policy, _ overrides: [Override], at instant: Instant) -> Verdict? {
    Overlay(Evaluator(policy), of: policy, overrides: overrides).verdicts(at: instant).first?.verdict
  }

  private static func override(
    _ id: Int, _ state: TargetState, _ from: Int64, _ until: Int64, of target: String = "pihole"
  )
    -> Override
  {
    Override(
      id: String(id), target: Name(target), state: state, from: noon + from, until: noon + until, because: nil, by: "me"
    )
  }

  @Test("a pause's end is when anything next wants it active")
  func pauseEnds() {
    // A pause from noon to 15:00 runs into the one of the schedule, which ends at 18:00.
    let joined = Self.verdict(Self.pausing(), [Self.override(1, .paused, 0, 3 * 3600)], at: Self.noon)
    #expect(joined?.until == Self.noon + 6 * 3600)
    #expect(joined?.nextActive == Self.noon + 6 * 3600)
    // One to 13:00 ends before it.
    let short = Self.verdict(Self.pausing(), [Self.override(1, .paused, 0, 3600)], at: Self.noon)
    #expect(short?.until == Self.noon + 3600)
    #expect(short?.nextActive == Self.noon + 3600)
    // An older override that wants it active takes over when the newer one ends.
    let layered = Self.verdict(
      Self.pausing(), [Self.override(1, .active, -60, 7200), Self.override(2, .paused, 0, 3600)], at: Self.noon)
    #expect(layered?.decidedBy == .override(2))
    #expect(layered?.until == Self.noon + 3600)
    #expect(layered?.nextActive == Self.noon + 3600)
  }

  @Test("where the policy then leaves it alone, the end of a pause and the return of blocking differ")
  func leaveFollows() {
    let verdict = Self.verdict(Self.pausing(otherwise: .leave), [Self.override(1, .paused, 0, 3600)], at: Self.noon)
    #expect(verdict?.until == Self.noon + 3600)
    #expect(verdict?.nextActive == nil)
  }

  @Test("an override of a target of targets is one of every member")
  func members() {
    let policy = MadePolicy.policy(
      zone: .utc,
      targets: [MadePolicy.target("one"), MadePolicy.target("two"), MadePolicy.group("both", of: ["one", "two"])], [])
    let overlay = Overlay(Evaluator(policy), of: policy, overrides: [Self.override(7, .off, 0, 60, of: "both")])
    let states = overlay.verdicts(at: Self.noon).map(\.verdict.state)
    #expect(states == [.off, .off])
    #expect(overlay.verdicts(at: Self.noon + 60).map(\.verdict.state) == [.on, .on])
    #expect(overlay.verdicts(at: Self.noon + 60).map(\.verdict.since) == [Self.noon + 60, Self.noon + 60])
  }

  @Test("of two made in the same second the later one holds, also where its number has one more digit")
  func sameSecond() {
    let overrides = [Self.override(9, .paused, 0, 60), Self.override(10, .active, 0, 60)]
    #expect(Self.verdict(Self.pausing(), overrides, at: Self.noon)?.decidedBy == .override(10))
  }

  @Test("one that was ended as it was made never held")
  func emptyOverride() {
    let verdict = Self.verdict(Self.pausing(), [Self.override(1, .paused, 0, 0)], at: Self.noon)
    #expect(verdict?.state == .active)
    #expect(verdict?.decidedBy == .otherwise)
  }
}
