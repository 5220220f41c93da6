import CivilTime
import Documents
import Planning
import Policies
import Providers
import TestSupport
import Testing

/// No door comes open but where what decides says so and the target permits it, whatever was remembered, found or lost.
@Suite struct DoorTests {
  /// A policy of one lock in the pretend house.
  static func household(permits: Bool, _ enforcement: Enforcement = .normal) -> (Policy, Target) {
    let house = System(
      name: Name("house"), kind: .pretendHouse, url: BaseURL(scheme: .http, host: "127.0.0.1", port: 80, path: ""),
      tls: .system, timeoutSeconds: 10, plaintext: false, secret: nil, settings: [:], span: Sample.span(1))
    guard let kind = SystemKind.pretendHouse.selectors("locks").first else { preconditionFailure("there are locks") }
    var target = Target(
      name: Name("front"),
      selector: .objects(system: house.name, kind, ObjectNames(included: [.name("Front")]), whenOff: nil),
      otherwise: .leave, enforcement: enforcement, span: Sample.span(3))
    if permits { target.permissions = [.mayUnlock] }
    let policy = Policy(
      path: "home.yaml", kinds: .withPretendHouse, zone: .utc, owner: "home", maxChanges: nil, systems: [house],
      targets: [target], schedules: [], statements: [], tests: [])
    return (policy, target)
  }

  private static let states: [TargetState] = [.leave, .unlockedOff, .unlockedOn]
  private static let positions: [SwitchState.Position] = [.enabled, .disabled, .unknown, .mixed]

  private static func plan(
    _ live: SwitchState.Position, heading: SwitchState.Position? = nil, _ verdict: Verdict, permits: Bool,
    _ memory: RecordedState, at now: Instant, held: [String: HeldOverride] = [:], enforcement: Enforcement = .normal
  ) -> Plan {
    let (policy, target) = household(permits: permits, enforcement)
    var object = ObservedObject(
      kind: .pretendLock, id: "front", name: "Front", switchState: SwitchState(live), whenOff: .disabled)
    object.heading = heading
    var past = Past(memory, policy: "p")
    past.held = held
    let planner = Planner(policy: policy, verdicts: [(target.name, verdict)], now: now, past: past)
    return planner.plan([
      Name("house"): .success(Observation(system: Name("house"), version: "1", title: "House", objects: [object]))
    ])
  }

  /// A door that a lock keeps locked has another name by now, and is locked at first by its schedule as well.
  @Test func aLockHoldsTheDoorThroughTheNight() throws {
    let lock = Override(
      id: "1", target: Name("porch"), state: .unlockedOff, from: Sample.now, until: Sample.now + 36_000, because: nil,
      by: "anna", kind: .lock)
    let held = ["1": HeldOverride(lock, called: "lock 1", in: Self.household(permits: true).0)]
    var (memory, now) = (RecordedState(), Sample.now)
    func run(_ state: TargetState, by override: Int? = nil, _ held: [String: HeldOverride]) -> Plan {
      let verdict = Verdict(
        state: state, decidedBy: override.map { .override($0) } ?? .otherwise, since: nil, until: nil, nextActive: nil,
        overridden: override == nil ? nil : .unlockedOn)
      now = now + 60
      let plan = Self.plan(.disabled, verdict, permits: true, memory, at: now, held: held)
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in .skipped(Message(code: "x", "x")) })
      _ = memory.remember(report, policy: "p", unended: held.mapValues { _ in .lock }) { _ in "policy-1" }
      return plan
    }
    #expect(run(.unlockedOff, by: 1, held).changes.isEmpty)
    for _ in 1...2 {
      #expect(run(.unlockedOff, held).changes.isEmpty)
      for _ in 1...2 {
        let morning = run(.unlockedOn, held)
        #expect(morning.changes.isEmpty && morning.problems.map(\.message.code) == ["object.locked"])
      }
    }
    #expect(run(.unlockedOn, [:]).changes.map(\.to.position) == [.enabled], "once the lock is over")
  }

  /// A lock holds for whoever has the door by now; somebody who moves it has not ended that.
  @Test(
    "what is moved while a lock holds it under another name is put right until the lock ends",
    arguments: [Enforcement.normal, .yield, .strict], [TargetState.unlockedOff, .leave, .unlockedOn])
  func aLockHoldsWhatIsMoved(_ enforcement: Enforcement, _ state: TargetState) {
    let lock = Override(
      id: "1", target: Name("porch"), state: .unlockedOff, from: Sample.now, until: Sample.now + 36_000, because: nil,
      by: "anna", kind: .lock)
    let held = ["1": HeldOverride(lock, called: "lock 1", in: Self.household(permits: true).0)]
    var (memory, now, live) = (RecordedState(), Sample.now, SwitchState.Position.disabled)
    func run(
      _ state: TargetState, by override: Int? = nil, _ held: [String: HeldOverride], fails: Bool = false
    ) -> Plan {
      let verdict = Verdict(
        state: state, decidedBy: override.map { .override($0) } ?? .otherwise, since: nil, until: nil, nextActive: nil,
        overridden: override == nil ? nil : .unlockedOn)
      now = now + 60
      let plan = Self.plan(live, verdict, permits: true, memory, at: now, held: held, enforcement: enforcement)
      let outcome = fails ? Outcome.unverified(Message(code: "x", "x")) : .applied([])
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
      _ = memory.remember(report, policy: "p", unended: held.mapValues { _ in .lock }) { _ in "policy-1" }
      for change in plan.changes where !fails { live = change.to.position }
      return plan
    }
    #expect(run(.unlockedOff, by: 1, held).changes.isEmpty)
    for _ in 1...2 {
      live = .enabled
      for fails in [true, false] {
        let plan = run(state, held, fails: fails)
        #expect(plan.changes.map(\.to.position) == [.disabled], "\(plan.entries)")
        #expect(plan.entries.map(\.verdict.override) == ["1"])
      }
      for _ in 1...2 { #expect(run(state, held).changes.isEmpty) }
    }
    let after = run(state, [:])
    #expect(after.changes.map(\.to.position) == (state == .unlockedOn ? [.enabled] : []))
    #expect(after.entries.flatMap(\.notes).isEmpty)
    live = .enabled
    #expect(run(.leave, [:]).changes.isEmpty, "once the lock is over")
  }

  /// The last one who leaves may be inside a window that holds the door open.
  @Test("a door that somebody closes is not opened again for the same line or override, unless the file insists")
  func isOpenedOnce() {
    for (enforcement, isOpenedAgain) in [(Enforcement.normal, false), (.yield, false), (.strict, true)] {
      for override in [nil, 1] {
        var (memory, now, live) = (RecordedState(), Sample.now, SwitchState.Position.disabled)
        func run(since: Instant, by override: Int?, _ state: TargetState = .unlockedOn) -> [PlanEntry] {
          now = now + 60
          let verdict = Verdict(
            state: state, decidedBy: override.map { Verdict.Decider.override($0) } ?? .statement(0), since: since,
            until: nil,
            nextActive: nil, overridden: override == nil ? nil : .leave)
          let plan = Self.plan(live, verdict, permits: true, memory, at: now, enforcement: enforcement)
          let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in Outcome.applied([]) })
          _ = memory.remember(report, policy: "p") { _ in "policy-1" }
          for change in plan.changes { live = change.to.position }
          return plan.entries
        }
        var begin = now
        for _ in 1...2 {
          #expect(run(since: begin, by: override).map(\.action) == [.change])
          #expect(run(since: begin, by: override).map(\.action) == [.none])
          live = .disabled
          for _ in 1...2 {
            let entries = run(since: begin, by: override)
            #expect(entries.map(\.action) == [isOpenedAgain ? .change : .yield], "\(enforcement)")
            let notes = entries.flatMap(\.notes).map(\.code).filter { $0 != "object.contended" }
            #expect(notes == (enforcement == .normal ? ["door.opened-once"] : []))
            live = .disabled
          }
          // The next time is another one, and what is to be locked is locked as often as somebody unlocks it.
          _ = run(since: now + 60, by: nil, .unlockedOff)
          live = .enabled
          #expect(run(since: now, by: nil, .unlockedOff).map(\.action) == [enforcement == .yield ? .yield : .change])
          live = .disabled
          begin = now + 60
        }
      }
    }
  }

  /// Who leaves last may lock it in the app as well; that this ends is no reason to open the door of an empty house.
  @Test(
    "a door that was shut by hand in its open hours stays shut when an override ends",
    arguments: [TargetState.unlockedOff, .unlockedOn], [true, false])
  func staysShutAfterAnOverride(_ state: TargetState, byHand: Bool) {
    var (memory, now, live) = (RecordedState(), Sample.now, SwitchState.Position.disabled)
    let opened = now + 1
    var overrideBegan: Instant?
    func run(_ state: TargetState, since: Instant, by override: Int? = nil, returns: Bool = false) -> [PlanEntry] {
      now = now + 60
      var verdict = Verdict(
        state: state, decidedBy: override.map { .override($0) } ?? .statement(0), since: since, until: nil,
        nextActive: nil, overridden: override == nil ? nil : .unlockedOn)
      verdict.beganAsOverrideEnded = returns
      if override != nil { overrideBegan = overrideBegan ?? now + -59 }
      if override != nil || returns { verdict.wishedSince = override == nil ? opened : overrideBegan }
      let plan = Self.plan(live, verdict, permits: true, memory, at: now)
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in Outcome.applied([]) })
      _ = memory.remember(report, policy: "p") { _ in "policy-1" }
      for change in plan.changes { live = change.to.position }
      return plan.entries
    }
    #expect(run(.unlockedOn, since: opened).map(\.action) == [.change])
    if byHand { live = .disabled }
    if byHand, state == .unlockedOff { #expect(run(.unlockedOn, since: opened).map(\.action) == [.yield]) }
    // Who wants it open in so many words has it opened, once.
    let begun = state == .unlockedOff ? now + 1 : opened
    let isThere = (state == .unlockedOn) == (live == .enabled)
    #expect(run(state, since: begun, by: 1).map(\.action) == [isThere ? .none : .change])
    #expect(run(state, since: begun, by: 1).map(\.action) == [.none])
    if byHand, state == .unlockedOn {
      live = .disabled
      #expect(run(state, since: begun, by: 1).map(\.action) == [.yield])
    }
    let back = state == .unlockedOff ? now + 1 : opened
    for number in 1...3 {
      let entries = run(.unlockedOn, since: back, returns: state == .unlockedOff)
      let comes: PlanEntry.Action = byHand ? .yield : number == 1 && state == .unlockedOff ? .change : .none
      #expect(entries.map(\.action) == [comes], "\(number)")
    }
    // The next time is another one.
    _ = run(.unlockedOff, since: now + 1)
    #expect(run(.unlockedOn, since: now + 1).map(\.action) == [.change])
  }

  @Test("in an evening of overrides, hands, edits and lost answers", arguments: 0..<300)
  func neverOpensByItself(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (memory, now, live) = (RecordedState(), Sample.now, SwitchState.Position.disabled)
    var openings = 0
    for _ in 0..<120 {
      now = now + Int64.random(in: -3600...7200, using: &random)
      if Int.random(in: 0..<8, using: &random) == 0 { live = Self.positions.randomElement(using: &random)! }
      if Int.random(in: 0..<30, using: &random) == 0 { memory = RecordedState() }
      let permits = Bool.random(using: &random)
      let state = Self.states.randomElement(using: &random)!
      let isOverride = Bool.random(using: &random)
      var verdict = Verdict(
        state: state, decidedBy: isOverride ? .override(Int.random(in: 1...3, using: &random)) : .otherwise, since: nil,
        until: nil, nextActive: nil, overridden: isOverride ? Self.states.randomElement(using: &random) : nil)
      if Bool.random(using: &random) { verdict.foundSince = Sample.now }
      let plan = Self.plan(live, verdict, permits: permits, memory, at: now)
      for change in plan.changes where change.to.position != .disabled {
        #expect(state == .unlockedOn && permits, "\(change) at \(verdict)")
        openings += 1
      }
      let outcomes: [Outcome] = plan.changes.map { _ in
        let words = Message(code: "x", "x")
        return [.applied([]), .failed(words), .unverified(words), .skipped(words), .stuck(words)]
          .randomElement(using: &random)!
      }
      let report = Report(.apply, plan: plan, inOrder: outcomes)
      _ = memory.remember(report, policy: "p") { _ in "policy-1" }
      for (change, outcome) in zip(plan.changes, outcomes) {
        switch outcome {
        case .applied: live = change.to.position
        case .unverified: if Bool.random(using: &random) { live = change.to.position }
        case .failed, .skipped, .superseded, .stuck: break
        }
      }
    }
    #expect(openings > 0, "it does open where it may")
  }

  @Test("what an override found is put back only where that locks", arguments: [TargetState.leave, .unlockedOff])
  func isPutBackOnlyWhereItLocks(overridden: TargetState) {
    for (found, isPutBack) in [(SwitchState.Position.enabled, false), (.disabled, true)] {
      var memory = RecordedState()
      let override = Verdict(
        state: found == .enabled ? .unlockedOff : .unlockedOn, decidedBy: .override(1), since: nil, until: nil,
        nextActive: nil, overridden: overridden)
      let during = Self.plan(found, override, permits: true, memory, at: Sample.now)
      #expect(during.changes.count == 1)
      let report = Report(.apply, plan: during, inOrder: [.applied([])])
      _ = memory.remember(report, policy: "p") { _ in "override:1" }
      var after = Verdict(state: .leave, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
      after.foundSince = Sample.now
      let live: SwitchState.Position = found == .enabled ? .disabled : .enabled
      let plan = Self.plan(live, after, permits: true, memory, at: Sample.now + 60)
      #expect(plan.changes.map(\.to.position) == (isPutBack ? [.disabled] : []))
      #expect(plan.entries.map(\.action) == [isPutBack ? .change : .leave])
      #expect(plan.entries.flatMap(\.notes).isEmpty, "no word of it either")
      after.foundSince = nil
      let late = Self.plan(live, after, permits: true, memory, at: Sample.now + 86_400)
      #expect(late.changes.isEmpty)
      #expect(
        late.entries.flatMap(\.notes).map(\.text)
          == (isPutBack ? ["was locked before an override that is long over; left as it is"] : []))
      // Where a line decided when the override ended, nothing was ever to be put back.
      after.lineEnded = Sample.now + 7200
      let ofLine = Self.plan(live, after, permits: true, memory, at: Sample.now + 86_400)
      #expect(ofLine.changes.isEmpty && ofLine.entries.flatMap(\.notes).isEmpty)
    }
  }

  /// It counts as unlocked until it is locked, and whoever was locking it finds it locked after the override.
  @Test(
    "what locks itself as an override begins was found locked",
    arguments: [SwitchState.Position.disabled, .enabled, nil])
  func isFoundAsItWillBe(heading: SwitchState.Position?) {
    var memory = RecordedState()
    func run(_ plan: Plan) {
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in Outcome.applied([]) })
      _ = memory.remember(report, policy: "p") { _ in "policy-1" }
    }
    for number in 1...2 as ClosedRange<Int64> {
      let now = Sample.now + number * 7200
      let alone = Verdict(state: .leave, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
      run(Self.plan(.enabled, alone, permits: true, memory, at: now + -60))
      var override = Verdict(
        state: .unlockedOn, decidedBy: .override(Int(number)), since: nil, until: nil, nextActive: nil,
        overridden: .leave)
      override.foundSince = now
      run(Self.plan(.enabled, heading: heading, override, permits: true, memory, at: now))
      run(Self.plan(.disabled, override, permits: true, memory, at: now + 60))
      var after = alone
      after.foundSince = now
      let plan = Self.plan(.enabled, after, permits: true, memory, at: now + 600)
      #expect(plan.changes.map(\.to.position) == (heading == .disabled ? [.disabled] : []))
      run(plan)
    }
  }

  @Test("what was locked and is named no more is not opened by a release") func releaseLeavesDoorsAlone() {
    var memory = RecordedState()
    let locked = Verdict(state: .unlockedOff, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
    let plan = Self.plan(.enabled, locked, permits: false, memory, at: Sample.now)
    _ = memory.remember(Report(.apply, plan: plan, inOrder: [.applied([])]), policy: "p") { _ in "policy-1" }
    let (policy, _) = Self.household(permits: true)
    var without = policy
    without.targets = []
    let planner = Planner(policy: without, verdicts: [], now: Sample.now + 60, past: Past(memory, policy: "q"))
    let object = ObservedObject(
      kind: .pretendLock, id: "front", name: "Front", switchState: SwitchState(.disabled), whenOff: .disabled)
    let after = planner.plan([
      Name("house"): .success(Observation(system: Name("house"), version: "1", title: "House", objects: [object]))
    ])
    #expect(after.releasing(Set(after.leftBehind.map(\.object))).changes.isEmpty)
  }
}
