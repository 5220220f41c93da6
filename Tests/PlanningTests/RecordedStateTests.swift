import CivilTime
import Documents
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

/// A household that is managed run by run, with the memory that the runs leave.
private struct Household {
  var memory = RecordedState()
  var rule = Sample.rule("Downtime", .disabled)
  var blocking: ObservedObject?
  var clock = Sample.now
  var enforcement = Enforcement.normal
  /// Of other targets, whether they are before this one in the file.
  var others: (targets: [Target], areFirst: Bool) = ([], false)
  var policy = "first"
  /// The systems that the policy has at another address than before.
  var moved: Set<Name> = []
  /// What the policy says: the state and since when; nil for always.
  var state = TargetState.on
  var stateBegan: Instant? = Sample.now + -3600
  var override: (id: String, overridden: TargetState)?
  /// Since when an override may have found what is to be put back.
  var foundSince: Instant? = Sample.now
  /// Whether the state has been wanted since an override ended.
  var beganAsOverrideEnded = false
  var ends: Instant?
  var events: [Event] = []
  /// What the last run had to say of the rule.
  var notes: [String] = []

  private var verdict: Verdict {
    var verdict = Verdict(
      state: state, decidedBy: override.map { .override(Int($0.id) ?? 0) } ?? .otherwise, since: stateBegan,
      until: nil, nextActive: ends, overridden: override?.overridden)
    verdict.foundSince = foundSince
    verdict.beganAsOverrideEnded = beganAsOverrideEnded
    return verdict
  }

  private var target: Target {
    let selector =
      blocking == nil
      ? Selector.aclRules(system: Name("gateway"), ObjectNames(included: [.name("Downtime")]))
      : .blocking(system: Name("pihole"))
    return Target(
      name: Name("kids"), selector: selector, otherwise: .on, enforcement: enforcement, span: Sample.span(3))
  }

  func plan() throws -> Plan {
    let targets = others.areFirst ? others.targets + [target] : [target] + others.targets
    let verdicts = targets.map { ($0.name, $0.name == target.name ? verdict : Sample.verdict(.on)) }
    var past = Past(memory, policy: policy)
    past.moved = moved
    let planner = Planner(policy: try Sample.policy(targets), verdicts: verdicts, now: clock, past: past)
    let system = Name(blocking == nil ? "gateway" : "pihole")
    let seen = Observation(system: system, version: "1", title: "x", objects: [blocking ?? rule])
    return planner.plan([system: .success(seen)])
  }

  /// One run a minute later; says what its line came to: `change outside`, `none`.
  mutating func run(after seconds: Int64 = 60, outcome: Outcome = .applied([])) throws -> String {
    clock = clock + seconds
    let plan = try plan()
    let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
    events += memory.remember(report, policy: policy, moved: moved) { _ in "policy-1" }
    if case .applied = outcome, let change = plan.changes.first {
      rule.switchState = change.to
      blocking?.switchState = SwitchState(change.to.position, ends: change.to.ends.map { $0 + 15 })
    }
    let line = try #require(plan.entries.first { $0.target == target.name })
    notes = line.notes.map(\.text)
    return line.action.rawValue + (line.cause.map { " " + $0.rawValue } ?? "")
  }

  /// The policy wants another state from now on.
  mutating func want(_ state: TargetState) {
    self.state = state
    stateBegan = clock + 60
  }
}

@Suite struct RecordedStateTests {
  @Test func aDayOfRuns() throws {
    var home = Household()
    home.state = .off
    #expect(try home.run() == "change first-run")
    #expect(try home.run() == "none")
    #expect(home.memory.objects.values.allSatisfy { $0.target != nil })
    #expect(home.memory.objects.values.map(\.wantedState) == ["off"])
    home.want(.on)
    #expect(try home.run() == "change schedule")
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "change outside")
    #expect(try home.run() == "none")
    // An edit whose effect began long ago is the policy's; one whose window opens now is the schedule's.
    (home.policy, home.state, home.stateBegan) = ("second", .off, Sample.now + -7200)
    #expect(try home.run() == "change policy")
    home.policy = "third"
    home.want(.on)
    #expect(try home.run() == "change schedule")
    (home.state, home.override) = (.off, ("1", .on))
    home.stateBegan = home.clock + 30
    #expect(try home.run() == "change override")
    #expect(try home.run() == "none")
    home.override = nil
    home.want(.on)
    #expect(try home.run() == "change override")
    #expect(home.events.map(\.kind) == [.change, .change, .moved, .change, .change, .change, .change, .change])
    #expect(home.events.compactMap(\.cause?.isDue) == [false, true, false, false, true, true, true, true])
  }

  /// Who opens a door while it is left alone has changed nothing that was to be.
  @Test("what was moved while nothing was wanted is no drift", arguments: [30, 3000] as [Int64])
  func movedWhileLeftAlone(_ seconds: Int64) throws {
    var home = Household()
    home.state = .leave
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "leave")
    home.rule.switchState = SwitchState(.disabled)
    (home.state, home.stateBegan) = (.off, home.clock + seconds)
    #expect(try home.run(after: 3600) == "change schedule")
    home.rule.switchState = SwitchState(.disabled)
    #expect(try home.run() == "change outside")
  }

  @Test("what an edit wants for ever is the policy's doing") func forEver() throws {
    var home = Household()
    #expect(try home.run() == "none")
    (home.policy, home.state, home.stateBegan) = ("second", .off, nil)
    #expect(try home.run() == "change policy")
  }

  @Test("what an override has moved is its doing, whether a run came while it held or not, each time")
  func anOverrideThatNobodySaw() throws {
    var home = Household()
    for state in [TargetState.off, .on, .off] {
      _ = try home.run()
      (home.beganAsOverrideEnded, home.override) = (true, nil)
      home.want(state)
      #expect(try home.run(after: 7200) == "change override")
      #expect(try home.run() == "none")
    }
    // An edit is not.
    (home.policy, home.state, home.stateBegan) = ("second", .on, Sample.now + -7200)
    #expect(try home.run() == "change policy")
  }

  @Test("a difference that could not be put right keeps its cause") func persistence() throws {
    var home = Household()
    #expect(try home.run() == "none")
    home.want(.off)
    let failure = Outcome.failed(Message(code: "x", "no"))
    #expect(home.memory.objects.values.allSatisfy { !$0.isElsewhere && $0.name == nil })
    #expect(try home.run(outcome: failure) == "change schedule")
    #expect(home.memory.objects.values.map(\.name) == [home.rule.name], "for who wants to know what is wrong")
    #expect(try home.run(outcome: failure) == "change schedule")
    #expect(try home.run() == "change schedule")
    #expect(try home.run() == "none")
  }

  @Test("a write whose effect nobody saw is not somebody else's doing") func doubt() throws {
    var home = Household()
    #expect(try home.run() == "none")
    home.want(.off)
    #expect(try home.run(outcome: .unverified(Message(code: "x", "no"))) == "change schedule")
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "none")
    #expect(!home.events.contains { $0.kind == .moved })
  }

  @Test("a run that was killed after its write accuses nobody", arguments: [TargetState.on, .leave])
  func killed(before: TargetState) throws {
    var home = Household()
    home.state = before
    _ = try home.run()
    home.want(.off)
    // The write arrived, and the run did not live to note it.
    home.rule.switchState = SwitchState(.enabled)
    for _ in 1...2 {
      #expect(try home.run() == "none")
      let closing = try #require(home.memory.objects.values.first?.closing)
      #expect(closing.isFound && closing.target == Name("kids") && closing.position == .enabled)
      #expect(home.memory.objects.values.first?.movedAt == [])
      #expect(home.events.count { $0.kind == .moved } == 1, "told once")
    }
    // What is on is nobody's to hear of.
    home.want(.on)
    home.rule.switchState = SwitchState(.disabled)
    #expect(try home.run() == "none")
    #expect(home.memory.objects.values.first?.closing == nil)
    let moves = home.events.filter { $0.kind == .moved }
    #expect(moves.map(\.cause) == [nil, nil] && moves.map(\.state) == [.off, .on], "who did it is unknown, not that")
    #expect(moves.map { $0.to?.position } == [.enabled, .disabled])
    // Wanted there all along, and moved twice since.
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "change outside")
    #expect(home.events.filter { $0.kind == .moved }.map(\.cause) == [nil, nil, .outside])
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "change outside")
  }

  @Test("a system at another address is another one, and nobody has moved anything there")
  func anotherAddress() throws {
    for enforcement in [Enforcement.normal, .yield] {
      var home = Household(enforcement: enforcement)
      home.want(.off)
      _ = try home.run()
      for _ in 0..<2 {
        (home.moved, home.policy) = ([Name("gateway")], home.policy + "'")
        home.rule.switchState = SwitchState(.disabled)
        #expect(try home.run() == "change policy")
        home.moved = []
        #expect(try home.run() == "none")
      }
      #expect(!home.events.contains { $0.kind == .moved })
    }
  }

  @Test("at which address a system was read last is remembered") func addresses() throws {
    var policy = try Sample.policy([])
    let system = try #require(policy.systems.first)
    var memory = RecordedState()
    memory.remember(addressesIn: policy, of: [])
    #expect(memory.addresses.isEmpty && memory.moves(to: policy).isEmpty)
    memory.remember(addressesIn: policy, of: [system.name])
    #expect(memory.moves(to: policy).isEmpty && memory.movedSystems(in: policy).isEmpty)
    memory.objects[ObjectKey(system: system.name, kind: .aclRule, id: "1")] = RecordedObject(
      switchState: SwitchState(.enabled), at: Sample.now, wanted: nil)
    policy.systems[0].url.host = "other.example"
    for _ in 0..<2 {
      memory = memory.moved(by: memory.moves(to: policy))
      #expect(memory.movedSystems(in: policy) == [system.name])
      // Not read there yet.
      memory.remember(addressesIn: policy, of: [])
    }
    memory.remember(addressesIn: policy, of: [system.name])
    #expect(memory.movedSystems(in: policy).isEmpty && memory.moves(to: policy).isEmpty)
  }

  @Test("what is only observed is moved by somebody else in any case") func observedMove() throws {
    var home = Household(enforcement: .observe)
    #expect(try home.run() == "none")
    home.want(.off)
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "none")
    #expect(home.events.map(\.kind) == [.moved])
    #expect(home.memory.objects.values.allSatisfy { $0.closing == nil })
  }

  @Test("back and forth three times an hour is contended, and is forgotten after an hour") func contended() throws {
    var home = Household()
    _ = try home.run()
    var causes: [String] = []
    for _ in 0..<4 {
      home.rule.switchState = SwitchState(.enabled)
      causes.append(try home.run(after: 600))
    }
    #expect(causes == ["change outside", "change outside", "change contended", "change contended"])
    _ = try home.run(after: 3600)
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "change outside")
  }

  @Test("what the schedule wants again a day later is nobody's doing") func contendedYesterday() throws {
    var home = Household(enforcement: .yield)
    #expect(try home.run() == "none")
    for (move, expected) in [(true, "yield outside"), (false, "none"), (true, "yield contended")] {
      home.rule.switchState = SwitchState(move ? .enabled : .disabled)
      #expect(try home.run(after: 600) == expected)
    }
    home.clock = home.clock + 86_400
    home.stateBegan = home.clock + -3600
    #expect(try home.run() == "change schedule")
  }

  @Test("what was only observed until now is due because of the edit", arguments: [true, false])
  func observedUntilNow(isObserved: Bool) throws {
    var home = Household(enforcement: isObserved ? .observe : .normal)
    home.rule.switchState = SwitchState(.enabled)
    let first = isObserved ? "observe first-run" : "change first-run"
    for _ in 1...2 { #expect(try home.run(outcome: .failed(Message(code: "x", "no"))) == first) }
    (home.enforcement, home.policy) = (.normal, "second")
    // What was tried in vain is still the first run's.
    #expect(try home.run() == (isObserved ? "change policy" : "change first-run"))
  }

  /// A timer counts seconds, so that its end moves with a clock that is set back.
  @Test("what is remembered later than now is nobody's deed, each time") func aClockThatWasAhead() throws {
    var home = Household()
    let ahead: Int64 = 400 * 86_400
    #expect(try home.run() == "none")
    for _ in 1...2 {
      #expect(try home.run(after: ahead) == "none")
      home.rule.switchState = SwitchState(.enabled)
      home.clock = home.clock + -ahead
      #expect(try home.plan().entries.map(\.inPlaceAt) == [nil])
      #expect(try home.run() == "change first-run")
      #expect(home.memory.objects.values.map(\.movedAt) == [[]])
    }
    #expect(!home.events.contains { $0.kind == .moved })
    // Moves that are yet to come do not count.
    for _ in 1...2 {
      home.rule.switchState = SwitchState(.enabled)
      #expect(try home.run() == "change outside")
    }
    #expect(try home.run(after: -600) == "none")
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "change outside")

    home = Household(blocking: Sample.blocking(.active))
    (home.state, home.ends) = (.paused, home.clock + ahead + 7200)
    #expect(try home.run(after: ahead) == "change first-run")
    home.blocking?.switchState = SwitchState(.paused, ends: home.clock + -ahead + 7200)
    (home.state, home.ends) = (.active, nil)
    // A pause that ends by itself is left to end, whoever made it.
    #expect(try home.run(after: -ahead) == "temporary schedule")
    #expect(!home.events.contains { $0.kind == .moved })
  }

  @Test("a target that yields") func yields() throws {
    var home = Household(enforcement: .yield)
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "change first-run", "never seen in place: put right")
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "yield outside", "seen in place: it stands")
    #expect(try home.run() == "yield outside")
    home.want(.off)
    #expect(try home.run() == "none")
    home.rule.switchState = SwitchState(.disabled)
    #expect(try home.run() == "yield outside")
    home.want(.on)
    #expect(try home.run(after: 3700) == "none", "the state changed, and it is in place")
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "yield outside")
    // The state that is wanted stays the same, and has been wanted as long as before.
    home.override = ("4", .on)
    #expect(try home.run() == "change outside", "an override began")
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "yield outside")
    home.override = nil
    #expect(try home.run() == "change outside", "an override ended")
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run(after: 3700) == "yield outside")
    home.stateBegan = home.clock + 30
    #expect(try home.run() == "change schedule", "the state changed and changed back while nobody looked")
  }

  @Test("what somebody opened and closed again was not closed here, each time") func closedBySomebodyElse() throws {
    var home = Household(enforcement: .yield)
    for _ in 1...3 {
      home.want(.on)
      #expect(try home.run(after: 3700) != "")
      home.want(.off)
      #expect(try home.run() == "change schedule")
      #expect(home.memory.objects.values.map { $0.closing?.at } == [home.clock])
      for position in [SwitchState.Position.disabled, .enabled] {
        home.rule.switchState = SwitchState(position)
        _ = try home.run()
        #expect(home.memory.objects.values.map(\.closing) == [nil])
      }
    }
  }

  /// To have been in place where it was wanted before is no reason to let it stand elsewhere now.
  @Test("a target that yields is moved where an edit wants it, however often that fails")
  func yieldsToAnEdit() throws {
    var home = Household(enforcement: .yield)
    #expect(try home.run() == "none")
    for (policy, state) in [("second", TargetState.off), ("third", .on), ("fourth", .off)] {
      (home.policy, home.state, home.stateBegan) = (policy, state, Sample.now + -7200)
      for _ in 1...3 {
        #expect(try home.run(outcome: .failed(Message(code: "x", "no"))) == "change policy", "\(policy)")
      }
      #expect(try home.run() == "change policy", "\(policy)")
      #expect(try home.run() == "none")
    }
  }

  @Test("a difference that stays takes the cause of what is wanted now") func changedCause() throws {
    var home = Household(blocking: Sample.blocking(.active))
    home.state = .active
    #expect(try home.run() == "none")
    let failure = Outcome.failed(Message(code: "x", "no"))
    home.want(.paused)
    home.ends = home.clock + 36_000
    for _ in 1...2 { #expect(try home.run(outcome: failure) == "change schedule") }
    for minutes in 1...2 as ClosedRange<Int64> {
      (home.override, home.ends) = (("\(minutes)", .paused), home.clock + minutes * 3600)
      for _ in 1...3 { #expect(try home.run(outcome: failure) == "change override") }
    }
  }

  /// A rule that allows is left alone by the pattern of one target, and is another's to manage.
  @Test("a pattern that merely fits a rule does not cost the memory of it", arguments: [true, false])
  func aPatternBeside(isFirst: Bool) throws {
    var home = Household(rule: Sample.rule("Downtime", .enabled, blocks: false), enforcement: .yield)
    home.others = ([Sample.acl("all", [.pattern("Down*")])], isFirst)
    #expect(try home.run() == "none")
    for _ in 0..<3 {
      home.rule.switchState = SwitchState(.disabled)
      #expect(try home.run() == "yield outside")
      #expect(try home.run() == "yield outside", "it goes on standing")
      home.rule.switchState = SwitchState(.enabled)
      #expect(try home.run(after: 3700) == "none")
    }
    #expect(home.events.map(\.target) == Array(repeating: Name("kids"), count: 6), "each move is told once")
  }

  @Test("an override on a target that is left alone puts back what it found, once") func putsBack() throws {
    var home = Household()
    home.state = .leave
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "leave")
    (home.state, home.override) = (.on, ("1", .leave))
    #expect(try home.run() == "change override")
    // A newer override, and a hand that interferes, do not change what was found.
    (home.state, home.override) = (.off, ("2", .leave))
    #expect(try home.run() == "change override")
    (home.state, home.override) = (.on, ("1", .leave))
    #expect(try home.run() == "change override")
    (home.state, home.override) = (.leave, nil)
    #expect(try home.run(outcome: .failed(Message(code: "x", "no"))) == "change override")
    #expect(try home.run() == "change override")
    #expect(home.rule.switchState == SwitchState(.enabled))
    #expect(try home.run() == "leave")
    home.rule.switchState = SwitchState(.disabled)
    #expect(try home.run() == "leave", "once")
  }

  @Test(
    "overrides that follow one another put back what the first one found",
    arguments: [
      [.on], [.off], [.on, .off], [.off, .on], [.on, .on], [.on, .off, .on], [.off, .on, .off], [.off, .off, .on],
    ] as [[TargetState]], [SwitchState.Position.enabled, .disabled])
  func oneAfterTheOther(states: [TargetState], found: SwitchState.Position) throws {
    var home = Household()
    home.state = .leave
    home.rule.switchState = SwitchState(found)
    #expect(try home.run() == "leave")
    for (number, state) in states.enumerated() {
      (home.state, home.override) = (state, ("\(number + 1)", .leave))
      _ = try home.run()
      #expect(home.rule.switchState == SwitchState(state == .off ? .enabled : .disabled))
    }
    (home.state, home.override) = (.leave, nil)
    _ = try home.run()
    #expect(home.rule.switchState == SwitchState(found))
  }

  @Test(
    "what an override found long ago is left as it is, and told once",
    arguments: [(SwitchState.Position.enabled, "off"), (.disabled, "on")])
  func foundLongAgo(found: SwitchState.Position, word: String) throws {
    var home = Household()
    home.state = .leave
    home.rule.switchState = SwitchState(found)
    #expect(try home.run() == "leave")
    (home.state, home.override) = (found == .enabled ? .on : .off, ("1", .leave))
    #expect(try home.run() == "change override")
    let moved = home.rule.switchState
    // Nobody could look for six days.
    (home.state, home.override, home.foundSince) = (.leave, nil, nil)
    #expect(try home.run(after: 6 * 86_400) == "leave")
    #expect(home.notes == ["was \(word) before an override that is long over; left as it is"])
    #expect(home.rule.switchState == moved)
    // The next override finds what is there by then.
    home.foundSince = home.clock
    #expect(try home.run() == "leave")
    #expect(home.notes.isEmpty)
  }

  @Test(
    "an override finds what is there by then, not what an earlier one did whose end nobody saw",
    arguments: [false, true])
  func foundAnew(isSoon: Bool) throws {
    var home = Household()
    home.state = .leave
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "leave")
    (home.state, home.override) = (.on, ("1", .leave))
    #expect(try home.run() == "change override")
    // Somebody moves it meanwhile, unseen, where the first one found it.
    home.rule.switchState = SwitchState(.disabled)
    home.override = ("2", .leave)
    if !isSoon { home.foundSince = home.clock + 4000 }
    #expect(try home.run(after: 4000) == "none")
    (home.state, home.override) = (.leave, nil)
    #expect(try home.run() == (isSoon ? "change override" : "none"))
  }

  @Test("what was partly on cannot be put back, and that is told once") func foundMixed() throws {
    var home = Household()
    home.state = .leave
    home.rule.switchState = SwitchState(.mixed)
    #expect(try home.run() == "leave")
    (home.state, home.override) = (.off, ("1", .leave))
    #expect(try home.run() == "change override")
    (home.state, home.override) = (.leave, nil)
    #expect(try home.run() == "leave")
    #expect(home.notes == ["was partly on before the override; left as it is"])
    #expect(home.rule.switchState == SwitchState(.enabled))
    #expect(try home.run() == "leave")
    #expect(home.notes.isEmpty, "once")
  }

  @Test("what already stands as it was found need not be put back later") func foundInPlace() throws {
    var home = Household()
    (home.state, home.override) = (.on, ("1", .leave))
    #expect(try home.run() == "none")
    (home.state, home.override) = (.leave, nil)
    #expect(try home.run() == "none")
    home.rule.switchState = SwitchState(.enabled)
    #expect(try home.run() == "leave")
  }

  @Test("a pause that was found and is over meanwhile is not put back") func foundAndOver() throws {
    var home = Household(blocking: Sample.blocking(.paused, endsIn: 9000))
    home.state = .leave
    #expect(try home.run() == "leave")
    (home.state, home.override) = (.active, ("1", .leave))
    #expect(try home.run() == "change override")
    (home.state, home.override) = (.leave, nil)
    #expect(try home.run(after: 9600) == "none")
    #expect(home.blocking?.switchState == SwitchState(.active))
  }

  @Test("our own timer is no person's pause, and its running out is nobody's doing") func failsafeTimers() throws {
    var home = Household(blocking: Sample.blocking(.active))
    home.state = .active
    #expect(try home.run() == "none")
    (home.state, home.ends) = (.paused, home.clock + 3660)
    home.stateBegan = home.clock + 60
    #expect(try home.run() == "change schedule")
    #expect(home.memory.failsafeTimers[Name("pihole")] == home.ends)
    // The policy is edited: active at once, although half an hour of our own timer is left.
    (home.state, home.policy) = (.active, "second")
    home.stateBegan = Sample.now
    #expect(try home.run(after: 1800) == "change policy")
    // Without knowing whose timer it is, it would be left alone.
    (home.state, home.ends) = (.paused, home.clock + 660)
    home.stateBegan = home.clock + 60
    #expect(try home.run() == "change schedule")
    home.blocking?.switchState = SwitchState(.active)
    home.want(.active)
    #expect(try home.run(after: 700) == "none")
    #expect(!home.events.contains { $0.kind == .moved }, "the timer rang")
    home.blocking?.switchState = SwitchState(.paused, ends: home.clock + 1000)
    #expect(try home.run() == "temporary outside")
  }

  @Test("a timer that was taken back is a person's when it is seen again, each time") func takenBack() throws {
    var home = Household(blocking: Sample.blocking(.active))
    for _ in 1...3 {
      let ends = home.clock + 3660
      (home.state, home.ends, home.stateBegan) = (.paused, ends, home.clock + 60)
      _ = try home.run()
      #expect(home.memory.failsafeTimers[Name("pihole")] == ends)
      (home.state, home.ends, home.stateBegan) = (.active, nil, home.clock + 60)
      _ = try home.run(after: 600)
      home.blocking?.switchState = SwitchState(.paused, ends: ends + 15)
      #expect(try home.run().hasPrefix("temporary"))
      home.blocking?.switchState = SwitchState(.active)
      #expect(try home.run(after: 3600) == "none")
    }
  }

  @Test("a Pi-hole that was restarted in a pause has lost its timer, and is given one again") func restart() throws {
    var home = Household(blocking: Sample.blocking(.active))
    (home.state, home.ends) = (.paused, home.clock + 36_000)
    #expect(try home.run() == "change first-run")
    home.blocking?.switchState = SwitchState(.paused)
    for _ in 1...4 {
      home.blocking?.switchState = SwitchState(.paused)
      #expect(try home.run() == "change timer-lost")
      #expect(home.blocking?.switchState.ends == home.ends.map { $0 + 15 })
    }
    #expect(!home.events.contains { $0.kind == .moved }, "nobody moved it")
    home.blocking?.switchState = SwitchState(.active)
    #expect(try home.run() == "change outside", "no restart ends a pause, and none counts towards contended")
  }

  /// What becomes of a pause whose wanted end moves, again and again: `+60` moves it, and what a run says of it.
  @Test(
    "an end that moves by less than a timer is allowed to lag",
    arguments: [
      (moves: [30, 30, 30], says: ["change override", "change override", "change override"]),
      (moves: [60, -60, 60], says: ["change override", "none", "none"]),
      (moves: [-60, -60, 10], says: ["none", "change override", "none"]),
      (moves: [14, 2], says: ["none", "change override"]),
      (moves: [0, 0, 1], says: ["none", "none", "none"]),
    ] as [(moves: [Int64], says: [String])])
  func movingEnds(moves: [Int64], says: [String]) throws {
    var home = Household(blocking: Sample.blocking(.active))
    (home.state, home.ends, home.override) = (.paused, home.clock + 3600, ("1", .active))
    #expect(try home.run() == "change first-run")
    #expect(try home.run() == "none", "its own timer is long enough, and is not sent at every run")
    for (move, says) in zip(moves, says) {
      home.ends = home.ends.map { $0 + move }
      #expect(try home.run() == says, "\(move) of \(moves)")
      #expect(try home.run() == "none")
      let (live, wanted) = (try #require(home.blocking?.switchState.ends), try #require(home.ends))
      #expect(live >= wanted && live <= wanted + 90)
    }
  }

  @Test("an edit of the policy that moves an end by a minute is the policy's doing") func editedEnd() throws {
    var home = Household(blocking: Sample.blocking(.active))
    (home.state, home.ends) = (.paused, home.clock + 3600)
    _ = try home.run()
    (home.policy, home.ends) = ("second", home.ends.map { $0 + 60 })
    #expect(try home.run() == "change policy")
    (home.policy, home.ends) = ("third", home.ends.map { $0 + 60 })
    #expect(try home.run() == "change policy", "the second time, too")
  }

  /// `left` seconds before the wanted end; a run a minute has seen the timer before.
  @Test(
    "a pause that somebody ends near its end", arguments: [3000, 120, 89, 60, 30, 16, 14, 1] as [Int64])
  func endedByHand(left: Int64) throws {
    var home = Household(blocking: Sample.blocking(.active))
    (home.state, home.ends) = (.paused, home.clock + 3660)
    #expect(try home.run() == "change first-run")
    home.blocking?.switchState = SwitchState(.active)
    #expect(try home.run(after: 3600 - left) == "change outside")
    #expect(home.events.count { $0.kind == .moved } == 1)
  }

  @Test(
    "a timer that rings at the end, or a little before, is nobody's doing", arguments: [0, 1, 14, 15, 200] as [Int64])
  func rung(late: Int64) throws {
    var home = Household(blocking: Sample.blocking(.active))
    (home.state, home.ends) = (.paused, home.clock + 3660)
    _ = try home.run()
    #expect(try home.run() == "none")
    home.blocking?.switchState = SwitchState(.active)
    home.want(.active)
    home.ends = nil
    #expect(try home.run(after: 3540 + late) == "none")
    #expect(!home.events.contains { $0.kind == .moved })
  }

  @Test("without a memory nothing has a cause") func withoutMemory() throws {
    let plan = try Sample.plan([(Sample.acl("kids", [.name("A")]), Sample.verdict(.off))], rules: [Sample.rule("A")])
    #expect(plan.entries.map(\.cause) == [nil])
    #expect(plan.entries.map(\.isDrift) == [true])
  }
}
