import CivilTime
import Documents
import Planning
import Policies
import Providers
import TestSupport
import Testing

/// A door that somebody has shut is opened again for nothing that had it opened before, whatever came in between.
@Suite struct ShutByHandTests {
  /// A door, all that happens to it, and what opens it.
  private struct Life {
    private let policy: Policy
    private let target: Target
    private(set) var now = Sample.now
    private var memory = RecordedState()
    var live = SwitchState.Position.disabled
    var overrides: [Override] = []
    /// When the line began that wants it open, beside which nothing is wanted; nil for no such line.
    var line: Instant?

    init() { (policy, target) = DoorTests.household(permits: true) }

    /// The next minute: what the run of this file does with the door, or of another file that leaves it alone.
    mutating func run(ofAnother isOfAnother: Bool = false) -> PlanEntry.Action? {
      now = now + 60
      var verdict = Overlay(Evaluator(policy), of: policy, overrides: overrides).verdict(on: target.name, at: now)
      if verdict?.override == nil, let line {
        verdict?.state = .unlockedOn
        verdict?.since = line
        verdict?.wishedSince = line
      }
      if isOfAnother {
        verdict = Verdict(state: .leave, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
      }
      guard let verdict else { return nil }
      let object = ObservedObject(
        kind: .pretendLock, id: "front", name: "Front", switchState: SwitchState(live), whenOff: .disabled)
      let fingerprint = isOfAnother ? "q" : "p"
      let past = Past(memory, policy: fingerprint)
      let planner = Planner(policy: policy, verdicts: [(target.name, verdict)], now: now, past: past)
      let seen = Observation(system: Name("house"), version: "1", title: "House", objects: [object])
      let plan = planner.plan([Name("house"): .success(seen)])
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in Outcome.applied([]) })
      _ = memory.remember(report, policy: fingerprint) { _ in "x" }
      for change in plan.changes { live = change.to.position }
      return plan.entries.first?.action
    }

    /// Somebody wants it so from now on for so many minutes.
    mutating func override(_ state: TargetState, minutes: Int64) {
      overrides.append(
        Override(
          id: String(overrides.count + 1), target: target.name, state: state, from: now + 1,
          until: now + 1 + minutes * 60, because: nil, by: "me", kind: state.isOff ? .lock : .override))
    }

    /// The clock is set right that was so far ahead.
    mutating func setClock(back seconds: Int64) { now = now + -seconds }

    mutating func endNewest() { overrides[overrides.count - 1].until = now + 1 }
  }

  @Test("the end of the newer of two overrides opens nothing", arguments: [TargetState.unlockedOff, .unlockedOn])
  func newerOneEnds(_ state: TargetState) {
    for isEnded in [true, false] {
      var life = Life()
      life.override(.unlockedOn, minutes: 120)
      #expect(life.run() == .change)
      life.live = .disabled
      #expect(life.run() == .yield)
      life.override(state, minutes: 5)
      #expect(life.run() == (state.isOff ? PlanEntry.Action.none : .change), "who wishes for it anew has it opened")
      life.live = .disabled
      _ = life.run()
      if isEnded { life.endNewest() }
      for _ in 1...20 { #expect(life.run() != .change) }
      // What is wished for after that is new.
      life.override(.unlockedOn, minutes: 5)
      #expect(life.run() == .change)
      #expect(life.run() == PlanEntry.Action.none)
    }
  }

  @Test("nor does a lock that began before a run saw the door shut") func shutJustBeforeALock() {
    var life = Life()
    life.override(.unlockedOn, minutes: 120)
    #expect(life.run() == .change)
    life.live = .disabled
    life.override(.unlockedOff, minutes: 5)
    for _ in 1...20 { #expect(life.run() != .change) }
  }

  @Test("what a lock itself has shut is open again after it") func shutByALock() {
    var life = Life()
    life.override(.unlockedOn, minutes: 120)
    #expect(life.run() == .change)
    life.override(.unlockedOff, minutes: 5)
    #expect(life.run() == .change)
    #expect(life.live == .disabled)
    life.endNewest()
    #expect(life.run() == .change)
    #expect(life.live == .enabled)
  }

  @Test("a run of another file that leaves it alone is no new wish", arguments: [true, false])
  func anotherFile(isSeenFirst: Bool) {
    var life = Life()
    life.line = life.now + 1
    #expect(life.run() == .change)
    for _ in 1...3 {
      life.live = .disabled
      if isSeenFirst { #expect(life.run() == .yield) }
      #expect(life.run(ofAnother: true) == .leave)
      for _ in 1...2 { #expect(life.run() == .yield) }
    }
    // Its run may also be the one that saw it open last.
    life.live = .enabled
    #expect(life.run(ofAnother: true) == .leave)
    life.live = .disabled
    for _ in 1...2 { #expect(life.run() == .yield) }
    // The line of the next day is.
    life.line = life.now + 1
    #expect(life.run() == .change)
    // Whoever opens it by hand has it as the file wants it.
    life.live = .disabled
    #expect(life.run() == .yield)
    life.live = .enabled
    #expect(life.run(ofAnother: true) == .leave)
    #expect(life.run() == PlanEntry.Action.none)
    life.live = .disabled
    #expect(life.run() == .yield)
  }

  /// A run saw it open by a clock that was ahead: what is wished for once that is right is new all the same.
  @Test("a clock that was ahead keeps nothing shut", arguments: [120, 3_600, 30 * 86_400] as [Int64], [true, false])
  func clockThatWasAhead(_ seconds: Int64, isSeenShutBefore: Bool) {
    var life = Life()
    life.line = life.now + -30 * 86_400
    #expect(life.run() == .change)
    #expect(life.run() == PlanEntry.Action.none)
    if isSeenShutBefore {
      life.live = .disabled
      #expect(life.run() == .yield)
    }
    life.setClock(back: seconds)
    life.live = .disabled
    for _ in 1...2 { #expect(life.run() == .yield) }
    life.line = life.now + 1
    #expect(life.run() == .change)
    #expect(life.run() == PlanEntry.Action.none)
  }

  /// Nothing of it depends on how many overrides follow one another, or on what runs have seen of it.
  @Test("in an evening of hands, overrides, lines and files", arguments: 0..<200)
  func evening(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var life = Life()
    /// When a run last saw it open before somebody has shut it; nil where it is open, and where nobody has.
    var (shutAfter, seenOpen): (Instant?, Instant?) = (nil, nil)
    var (openings, refusals) = (0, 0)
    for _ in 0..<120 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1:
        if life.live == .enabled { shutAfter = seenOpen }
        life.live = .disabled
      case 2: (life.live, shutAfter) = (.enabled, nil)
      case 3, 4: life.override(.unlockedOn, minutes: Int64.random(in: 2...40, using: &random))
      case 5: life.override(.unlockedOff, minutes: Int64.random(in: 2...20, using: &random))
      case 6: if !life.overrides.isEmpty { life.endNewest() }
      case 7: life.line = Bool.random(using: &random) ? life.now + 1 : nil
      default: break
      }
      let before = life.live
      let action = life.run(ofAnother: Int.random(in: 0..<4, using: &random) == 0)
      if action == .yield { refusals += 1 }
      if before == .disabled, life.live == .enabled {
        openings += 1
        let wishes = life.overrides.filter { $0.range.contains(life.now) }.map(\.from) + [life.line].compactMap(\.self)
        #expect(shutAfter.map { after in wishes.contains { $0 > after } } ?? true, "opened by nobody's wish")
      }
      if life.live == .enabled { (seenOpen, shutAfter) = (life.now, nil) }
    }
    #expect(openings > 0 && refusals >= 0)
  }
}
