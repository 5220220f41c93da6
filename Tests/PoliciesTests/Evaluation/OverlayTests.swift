import CivilTime
import PiHole
import Policies
import TestSupport
import Testing

/// Overrides against an overlay that knows no cleverness: it knows the state of every single second.
@Suite struct OverlayTests {
  private static let kids = Name("kids")
  private static let day: Int64 = 86_400

  /// Two days before and after an instant, second by second.
  private struct Seconds {
    let range: Range<Instant>
    /// Whole numbers, looked through by index: hundreds of thousands of seconds.
    private var states: [Int] = []
    /// What the policy alone says.
    private var scheduled: [Int] = []
    private var deciders: [Int] = []
    /// When each of them began.
    private var beginnings: [Int: Instant] = [:]
    /// Those in which an override both began and was ended.
    private var moments: Set<Int> = []
    private var numbers: [TargetState: Int] = [:]

    init(_ scheduled: [TimelineInterval], _ overrides: [Override], _ range: Range<Instant>) {
      self.range = range
      for interval in scheduled {
        let length = Int(interval.range.upperBound - interval.range.lowerBound)
        states += Array(repeating: number(of: interval.state), count: length)
      }
      self.scheduled = states
      deciders = Array(repeating: 0, count: states.count)
      // The greater number is the newer one, whenever it begins.
      for override in overrides.sorted(by: { Int($0.id) ?? 0 < Int($1.id) ?? 0 }) {
        if override.from == override.until { moments.insert(place(override.from)) }
        guard override.from < override.until else { continue }
        let held = (override.from..<override.until).clamped(to: range)
        let (state, decider) = (number(of: override.state), Int(override.id) ?? 0)
        beginnings[decider] = override.from
        var second = place(held.lowerBound)
        let end = place(held.upperBound)
        while second < end {
          states[second] = state
          deciders[second] = decider
          second += 1
        }
      }
    }

    private mutating func number(of state: TargetState) -> Int {
      if let known = numbers[state] { return known }
      numbers[state] = numbers.count
      return numbers.count - 1
    }

    private func place(_ instant: Instant) -> Int { Int(instant - range.lowerBound) }

    /// What is wrong with `verdict` at `instant`; what lies beyond the range is not known here.
    func faults(of verdict: Verdict, at instant: Instant) -> [String] {
      let now = place(instant)
      let (state, count) = (states[now], states.count)
      var end = now
      while end < count, states[end] == state { end += 1 }
      var since = now
      while since > 0, states[since - 1] == state { since -= 1 }
      var faults: [String] = []
      if numbers[verdict.state] != state { faults.append("state") }
      if verdict.override.flatMap({ Int($0) }) ?? 0 != deciders[now] { faults.append("decider") }
      if !fits(verdict.until, end) { faults.append("until") }
      if state == numbers[.paused] {
        let activeState = numbers[.active] ?? -1
        var active = now
        while active < count, states[active] != activeState { active += 1 }
        if !fits(verdict.nextActive, active) { faults.append("nextActive") }
      } else if verdict.nextActive != nil {
        faults.append("nextActive")
      }
      if verdict.since.map({ max(0, $0 - range.lowerBound) }) ?? 0 != Int64(since) { faults.append("since") }
      var wished = now
      while wished > 0, scheduled[wished - 1] == scheduled[now] { wished -= 1 }
      let begun = beginnings[deciders[now]].map { max(0, $0 - range.lowerBound) } ?? Int64(min(wished, since))
      if verdict.wishedSince.map({ max(0, $0 - range.lowerBound) }) ?? 0 != begun { faults.append("wishedSince") }
      let isReturn = since > 0 && deciders[since - 1] > 0 && deciders[since] == 0
      let isMoved = isReturn && scheduled[since - 1] == states[since]
      if since > 0, verdict.beganAsOverrideEnded != isMoved { faults.append("beganAsOverrideEnded") }
      if isLineEndOff(verdict, now) { faults.append("lineEnded") }
      if verdict.foundSince.map({ max(0, $0 - range.lowerBound) }) != foundSince(now) { faults.append("foundSince") }
      return faults
    }

    /// Whether `verdict` says wrongly when a line last ceased to decide; before these days nobody knows here.
    private func isLineEndOff(_ verdict: Verdict, _ now: Int) -> Bool {
      let isOverridden = !beginnings.isEmpty || !moments.isEmpty
      guard isOverridden, let leave = numbers[.leave], states[now] == leave else { return verdict.lineEnded != nil }
      guard let last = (0...now).last(where: { deciders[$0] == 0 && states[$0] != leave }) else {
        return verdict.lineEnded.map { $0 > range.lowerBound } ?? false
      }
      return verdict.lineEnded != range.lowerBound + Int64(last + 1)
    }

    /// The first second before `now` that is decided by an override, or would be but that it was ended in it, but for an
    /// hour of being left alone.
    private func foundSince(_ now: Int) -> Int64? {
      var first: Int64?
      var (second, left) = (now, 0)
      while second >= 0, left <= 3600, deciders[second] > 0 || states[second] == numbers[.leave] {
        left = deciders[second] > 0 ? 0 : left + 1
        if left == 0 || moments.contains(second) && left <= 3600 { (first, left) = (Int64(second), 0) }
        second -= 1
      }
      return first
    }

    private func fits(_ found: Instant?, _ place: Int) -> Bool {
      if place < states.count { return found == range.lowerBound + Int64(place) }
      return found.map { $0 >= range.upperBound } ?? true
    }
  }

  /// Some have ended, some hold, some begin later, some were ended before they began or as they did; some share an edge.
  private static func overrides(
    _ states: [TargetState], of target: Name, around: Instant, _ random: inout SplitMix64
  ) -> [Override] {
    var edges: [Instant] = []
    return (0..<random.int(in: 0..<7)).map { number in
      let any = around + Int64(random.int(in: 0..<Int(3 * day))) + -(3 * day / 2)
      let from = edges.isEmpty || random.oneIn(2) ? any : random.pick(edges)
      let length = random.oneIn(6) ? 0 : Int64(random.int(in: 0..<Int(day)))
      let until = from + length + (random.oneIn(5) ? -day : 0)
      edges += [from, until]
      return Override(
        id: String(number + 6), target: target, state: random.pick(states), from: from, until: until, because: nil,
        by: "me")
    }
  }

  private static func check(
    _ policy: Policy, _ states: [TargetState], around: Instant, _ random: inout SplitMix64
  ) throws {
    let target = policy.targets[0].name
    let overrides = overrides(states, of: target, around: around, &random)
    let range = around + -2 * day..<around + 2 * day
    let evaluator = Evaluator(policy)
    let seconds = Seconds(evaluator.timeline(of: target, in: range), overrides, range)
    let overlay = Overlay(evaluator, of: policy, overrides: overrides)
    let edges = overrides.flatMap { [$0.from, $0.from + -1, $0.until, $0.until + -1] }
    for instant in edges + [around, around + 3600, around + -7777] where range.contains(instant) {
      let verdict = try #require(overlay.verdicts(at: instant).first { $0.target == target }).verdict
      let faults = seconds.faults(of: verdict, at: instant)
      #expect(faults.isEmpty, "\(faults) at \(instant): \(verdict)\n\(overrides)")
    }
  }

  @Test("random overrides, those to come among them, second by second", arguments: 0..<48)
  func random(seed: UInt64) throws {
    var random = RandomPolicy(seed: seed)
    let (policy, around) = try random.policy()
    try Self.check(policy, [.on, .off], around: around, &random.numbers)
  }

  @Test("the same of a pause, with its end", arguments: 0..<24)
  func randomPause(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let policy = Self.pausing(otherwise: random.pick([.active, .leave]))
    try Self.check(policy, [.active, .paused], around: Self.noon, &random)
  }

  private static let noon = Instant(secondsSinceEpoch: 1_795_262_400)

  /// Active but for a pause from 14:00 to 18:00 of every day, UTC.
  private static func pausing(otherwise: TargetState = .active) -> Policy {
    let pihole = Target(
      name: Name("pihole"), selector: .blocking(system: Name("pihole")), otherwise: otherwise, enforcement: .normal,
      span: MadePolicy.span)
    return MadePolicy.policy(
      zone: .utc, targets: [pihole],
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

  @Test(
    "what an override found counts for an hour after it, and until something else is wanted",
    arguments: [
      // Noon to 13:00; the policy pauses from 14:00.
      ([(0, 3600)], 3599, 0), ([(0, 3600)], 3600, 0), ([(0, 3600)], 7199, 0), ([(0, 3600)], 7200, nil),
      ([(0, 3600)], 86_400, nil), ([], 0, nil),
      // One that is made within the hour goes on with what the first one found.
      ([(0, 600), (1200, 1800)], 1900, 0), ([(0, 600), (4199, 4800)], 4300, 0), ([(0, 600), (4800, 5400)], 5000, 4800),
      // Up to the pause and after it, and across it.
      ([(7000, 7100)], 7150, 7000), ([(7000, 7100)], 7300, nil), ([(7000, 7100), (21_700, 21_800)], 21_900, 21_700),
      ([(7000, 21_700)], 21_800, 7000),
      // Ended in the second in which it began, alone, beside others, before the pause, and before it began at all.
      ([(0, 0)], 0, 0), ([(0, 0)], 3599, 0), ([(0, 0)], 3600, nil), ([(0, 0)], -1, nil),
      ([(0, 600), (700, 700)], 800, 0), ([(0, 0), (700, 700)], 800, 0), ([(7000, 7000)], 21_700, nil),
      ([(0, -60)], 0, nil),
    ] as [([(Int64, Int64)], Int64, Int64?)])
  func whatCounts(overrides: [(Int64, Int64)], at: Int64, since: Int64?) {
    let made = overrides.enumerated().map { Self.override($0 + 1, .active, $1.0, $1.1) }
    let verdict = Self.verdict(Self.pausing(otherwise: .leave), made, at: Self.noon + at)
    #expect(verdict?.foundSince.map { $0 - Self.noon } == since)
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
