import CivilTime
import Documents
import Planning
import Policies
import Providers
import TestSupport
import Testing
import UniFi

/// What could be made and not be lifted again is taken back, and not made again within a day. Which file made what is
/// remembered, and whose mark that had.
@Suite struct MadeTests {
  /// A run that is to make what is not there; the word for what was planned.
  private static func run(_ memory: inout RecordedState, at now: Instant, outcome: Outcome) throws -> String {
    let target = Sample.target("kids", Sample.devices)
    var object = ObservedObject(
      kind: .devicePolicy, id: "kids/ipad", name: "reconcile: kids", switchState: SwitchState(.absent),
      whenOff: .enabled)
    object.made = MadeObject(target: target.name)
    let planner = Planner(
      policy: try Sample.policy([target]), verdicts: [(target.name, Sample.verdict(.off))], now: now,
      past: Past(memory, policy: "p"))
    let seen = Observation(system: Name("gateway"), version: "1", title: "x", objects: [object])
    let plan = planner.plan([Name("gateway"): .success(seen)])
    let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
    _ = memory.remember(report, policy: "p") { _ in "policy-1" }
    return try #require(plan.entries.first).action.rawValue
  }

  // MARK: - In its place

  /// While what is to block cannot be made, what blocked before stays.
  @Test func whatIsLeftOfItStaysWhileItsSuccessorIsMissing() throws {
    let target = Sample.target("kids", Sample.devices)
    func object(_ id: String, _ position: SwitchState.Position, _ surplus: MadeObject.Surplus?) -> ObservedObject {
      var object = ObservedObject(
        kind: .devicePolicy, id: id, name: id, switchState: SwitchState(position), whenOff: .enabled)
      object.made = MadeObject(target: target.name, address: surplus == nil ? nil : "7f6c", surplus: surplus)
      return object
    }
    var memory = RecordedState()
    let new = ObjectKey(system: Name("gateway"), kind: .devicePolicy, id: "kids/new")
    memory.objects[new] = RecordedObject(switchState: SwitchState(.absent), at: Sample.now, wanted: nil)
    memory.objects[new]?.refusedAt = Sample.now
    let seen = Observation(
      system: Name("gateway"), version: "1", title: "x",
      objects: [object("kids/new", .absent, nil), object("kids/old", .enabled, .unneeded)])
    func actions(_ now: Instant) throws -> [String] {
      let planner = Planner(
        policy: try Sample.policy([target]), verdicts: [(target.name, Sample.verdict(.off))], now: now,
        past: Past(memory, policy: "p"))
      return planner.plan([Name("gateway"): .success(seen)]).entries.map { "\($0.name) \($0.action)" }.sorted()
    }
    for seconds in [1, 60] as [Int64] {
      #expect(try actions(Sample.now + seconds) == ["kids/new problem", "kids/old problem"])
    }
    #expect(try actions(Sample.now + 86_400) == ["kids/new change", "kids/old change"])
  }

  /// A rule that somebody made is to block instead, of a target that is off or on; it is there, or not, or must not be
  /// touched. What keeps hours stays by day as well.
  @Test(
    arguments: [
      ("on", "resting", false, "change"), ("off", "resting", false, "change"), ("off", "none", false, "problem"),
      ("on", "none", false, "change"), ("off", "refused", false, "problem"), ("on", "refused", false, "change"),
      ("off", "refused, blocks", false, "change"), ("on", "none", true, "problem"), ("on", "resting", true, "change"),
    ] as [(String, String, Bool, String)])
  func whatIsLeftStaysWhileARuleIsMissing(_ state: String, _ rule: String, _ keepsHours: Bool, _ action: String) throws
  {
    let targets = [Sample.target("videos", Sample.devices), Sample.acl("kids", [.name("Downtime")])]
    var old = ObservedObject(
      kind: .devicePolicy, id: "videos/old", name: "old", switchState: SwitchState(.enabled), whenOff: .enabled)
    old.made = MadeObject(target: Name("videos"), address: "7f6c", surplus: .unneeded)
    let night = TimeRange(
      start: try #require(TimeOfDay(hour: 21, minute: 0)), end: try #require(TimeOfDay(hour: 7, minute: 0)))
    old.made?.hours = keepsHours ? .daily(night) : .always
    var objects = [old]
    if rule != "none" {
      let blocker = rule == "resting" ? nil : Message(code: "x", "x")
      objects.append(
        Sample.rule("Downtime", rule == "refused, blocks" ? .enabled : .disabled, switchBlocker: blocker))
    }
    let seen = Observation(system: Name("gateway"), version: "1", title: "x", objects: objects)
    let planner = Planner(
      policy: try Sample.policy(targets),
      verdicts: [(Name("videos"), Sample.verdict(.on)), (Name("kids"), Sample.verdict(state == "on" ? .on : .off))],
      now: Sample.now)
    let plan = planner.plan([Name("gateway"): .success(seen)])
    #expect(plan.entries.first { $0.name == "old" }?.action.rawValue == action)
  }

  /// What was created is known by its id from the first run on.
  @Test func theIDOfWhatIsCreatedIsRemembered() throws {
    let key = ObjectKey(system: Name("gateway"), kind: .devicePolicy, id: "kids/ipad")
    let doubt = Message(code: "x", "x")
    for outcome in [Outcome.applied([], address: "7f6c"), .unverified(doubt, address: "7f6c")] {
      var memory = RecordedState()
      _ = try Self.run(&memory, at: Sample.now, outcome: outcome)
      #expect(memory.objects[key]?.address == "7f6c")
      // And is no longer once it is gone.
      _ = try Self.run(&memory, at: Sample.now + 60, outcome: .failed(doubt))
      #expect(memory.objects[key]?.address == nil)
    }
  }

  // MARK: - Whose it is

  private static let file = PolicyFile(path: "/etc/a.yaml", owner: "home")

  /// What a run remembers of an object with the mark of `owner`, once it came to `outcome`.
  private static func maker(
    _ owner: String?, _ outcome: Outcome?, before: PolicyFile? = nil, content: String? = "{}", file: PolicyFile? = file
  ) throws -> PolicyFile? {
    let target = Sample.target("kids", Sample.devices)
    var object = ObservedObject(
      kind: .devicePolicy, id: "kids/ipad", name: "reconcile: kids", switchState: SwitchState(.enabled),
      whenOff: .enabled)
    object.made = MadeObject(
      target: target.name, address: "7f6c", content: content, differences: outcome == nil ? [] : ["the mark"])
    object.made?.owner = owner
    object.made?.hours = .always
    var memory = RecordedState()
    let key = ObjectKey(system: Name("gateway"), kind: .devicePolicy, id: "kids/ipad")
    memory.objects[key] = RecordedObject(switchState: SwitchState(.enabled), at: Sample.now, wanted: nil)
    memory.objects[key]?.maker = before
    let planner = Planner(
      policy: try Sample.policy([target]), verdicts: [(target.name, Sample.verdict(.off))], now: Sample.now,
      past: Past(memory, policy: "p"))
    let seen = Observation(system: Name("gateway"), version: "1", title: "x", objects: [object])
    let plan = planner.plan([Name("gateway"): .success(seen)])
    #expect(plan.changes.count == (outcome == nil ? 0 : 1))
    let report = Report(.apply, plan: plan, inOrder: plan.changes.compactMap { _ in outcome })
    _ = memory.remember(report, policy: "p", of: file) { _ in "policy-1" }
    return memory.objects[key]?.maker
  }

  /// Until the mark is that of the file's owner, whoever had the file before is known as the owner.
  @Test func theOwnerIsRememberedUntilTheMarkIsChanged() throws {
    let (home, attic) = (Self.file, PolicyFile(path: "/etc/a.yaml", owner: "attic"))
    #expect(try Self.maker("home", nil) == home)
    #expect(try Self.maker("attic", nil) == attic)
    #expect(try Self.maker("attic", .applied([])) == home)
    #expect(try Self.maker("attic", .applied([]), content: nil) == attic, "its mark was not written")
    let doubt = Message(code: "x", "x")
    for outcome in [Outcome.failed(doubt), .unverified(doubt), .superseded(doubt), .skipped(doubt)] {
      #expect(try Self.maker("attic", outcome) == attic)
      #expect(try Self.maker(nil, outcome, before: attic) == attic, "its mark is gone")
      #expect(try Self.maker(nil, outcome) == home)
    }
    #expect(try Self.maker("home", nil, before: PolicyFile(path: "/etc/b.yaml", owner: "home")) == home, "moved")
    #expect(try Self.maker("home", nil, file: nil) == nil)
  }

  /// What the provider is told of a policy that a run has seen, made by `maker`: remembered as the file's own, under
  /// which owner, or another's.
  @Test(
    arguments: [
      (nil, "own"), (PolicyFile(path: "/etc/a.yaml", owner: "home"), "own"),
      (PolicyFile(path: "/etc/a.yaml", owner: "attic"), "own, of attic before"),
      (PolicyFile(path: "/a", owner: "attic"), "own, of attic before"),
      (PolicyFile(path: "/etc/b.yaml", owner: "home"), "own"),
      (PolicyFile(path: "/etc/b.yaml", owner: "attic"), "kids of attic"),
    ] as [(PolicyFile?, String)])
  func whoseItIsIsTold(_ maker: PolicyFile?, _ words: String) throws {
    var memory = RecordedState()
    let key = ObjectKey(system: Name("gateway"), kind: .devicePolicy, id: "kids/ipad/1")
    var seen = RecordedObject(
      switchState: SwitchState(.enabled), at: Sample.now, wanted: nil,
      closing: Closing(target: Name("kids"), at: Sample.now, name: "x", position: .enabled))
    (seen.address, seen.maker) = ("7f6c", maker)
    memory.objects[key] = seen
    let policy = try Sample.policy([Sample.target("tv", Sample.devices)])
    let past = Past(memory, policy: "p", paths: ["/etc/a.yaml", "/a"])
    let planner = Planner(policy: policy, verdicts: [], now: Sample.now, past: past)
    let system = try #require(policy.systems.first { $0.name == Name("gateway") })
    let interest = try #require(planner.named(on: system).devices)
    let own = interest.addresses[key.id].map { _ in
      "own" + (interest.formerOwners[key.id].map { ", of \($0) before" } ?? "")
    }
    let others = interest.others["7f6c"].map { "\($0.target) of \($0.owner)" }
    #expect([own, others].compactMap(\.self) == [words])
    #expect(
      past.closings(owner: policy.owner).isEmpty == (own == nil),
      "what another file left behind is not for this one to tell")
  }

  /// What a file has seen is its own although another file of the same state has seen its own in the same place since, and
  /// although it has got another owner meanwhile.
  @Test(arguments: ["home", "cellar"]) func anotherFileTakesNothingFromTheMemory(_ owner: String) throws {
    let (home, attic) = (Self.file, PolicyFile(path: "/etc/b.yaml", owner: "attic"))
    let key = ObjectKey(system: Name("gateway"), kind: .devicePolicy, id: "kids/ipad/1")
    let target = Sample.target("kids", Sample.devices)
    var memory = RecordedState()
    func run(_ file: PolicyFile, _ address: String?) throws {
      var object = ObservedObject(
        kind: .devicePolicy, id: key.id, name: "x", switchState: SwitchState(address == nil ? .absent : .enabled),
        whenOff: .enabled)
      object.made = MadeObject(target: target.name, address: address)
      let state = address == nil ? TargetState.on : .off
      let planner = Planner(
        policy: try Sample.policy([target]), verdicts: [(target.name, Sample.verdict(state))], now: Sample.now)
      let seen = Observation(system: Name("gateway"), version: "1", title: "x", objects: [object])
      let plan = planner.plan([Name("gateway"): .success(seen)])
      #expect(plan.changes.isEmpty)
      _ = memory.remember(Report(.apply, plan: plan), policy: "p", of: file) { _ in "policy-1" }
    }
    func interest() throws -> DeviceInterest {
      var policy = try Sample.policy([target])
      policy.owner = owner
      let past = Past(memory, policy: "p", paths: [home.path])
      let system = try #require(policy.systems.first { $0.name == Name("gateway") })
      return try #require(
        Planner(policy: policy, verdicts: [], now: Sample.now, past: past).named(on: system).devices)
    }
    for _ in 1...2 {
      try run(home, "7f6c")
      for _ in 1...2 {
        try run(attic, "a771")
        let interest = try interest()
        #expect(interest.addresses == [key.id: "7f6c"])
        #expect(interest.formerOwners == (owner == "home" ? [:] : [key.id: "home"]))
        #expect(interest.others == ["a771": OwnerMark(owner: "attic", target: target.name)])
      }
      // What the other one has no more is forgotten, and nothing else.
      try run(attic, nil)
      #expect(try interest().addresses == [key.id: "7f6c"] && interest().others.isEmpty)
    }
    try run(home, nil)
    #expect(try interest().addresses.isEmpty && memory.objects[key]?.ofOthers == [:])
  }

  /// Which hours its system keeps is remembered as it was read, unless a run has set others, or may have.
  @Test(arguments: [Enforcement.normal, .observe]) func theHoursAreThoseThatItKeeps(_ enforcement: Enforcement) throws {
    let target = Sample.target("kids", Sample.devices, enforcement: enforcement)
    let night = MadeObject.Hours.daily(
      TimeRange(
        start: try #require(TimeOfDay(hour: 21, minute: 0)), end: try #require(TimeOfDay(hour: 7, minute: 0))))
    let key = ObjectKey(system: Name("gateway"), kind: .devicePolicy, id: "kids/ipad/1")
    func hours(_ outcome: Outcome) throws -> String? {
      var memory = RecordedState()
      // The second run remembers what the first one has seen.
      for minute in [0, 1] as [Int64] {
        var object = ObservedObject(
          kind: .devicePolicy, id: key.id, name: "x", switchState: SwitchState(.enabled), whenOff: .enabled)
        object.made = MadeObject(target: target.name, address: "7f6c")
        object.made?.hours = night
        let planner = Planner(
          policy: try Sample.policy([target]), verdicts: [(target.name, Sample.verdict(.off))],
          now: Sample.now + minute * 60, past: Past(memory, policy: "p"))
        let seen = Observation(system: Name("gateway"), version: "1", title: "x", objects: [object])
        let plan = planner.plan([Name("gateway"): .success(seen)])
        #expect(plan.changes.isEmpty == (enforcement == .observe))
        let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
        _ = memory.remember(report, policy: "p") { _ in "policy-1" }
      }
      return memory.objects[key]?.hours
    }
    let (words, doubt) = (
      enforcement == .observe ? night.words : MadeObject.Hours.always.words, Message(code: "x", "x")
    )
    #expect(try hours(.applied([])) == words)
    #expect(try hours(.unverified(doubt)) == words)
    for outcome in [Outcome.failed(doubt), .superseded(doubt), .skipped(doubt)] {
      #expect(try hours(outcome) == night.words)
    }
  }

  // MARK: - Why

  /// A file wants something else where the console's zones are others by now: nobody has edited anything, however often that
  /// comes. Who edits what is wanted as before is somebody else.
  @Test func whatIsWantedOtherwiseIsNobodysEdit() throws {
    let target = Sample.target("kids", Sample.devices)
    var memory = RecordedState()
    func cause(_ content: String, differs: Bool, _ minute: Int64) throws -> Cause? {
      var object = ObservedObject(
        kind: .devicePolicy, id: "kids/ipad/1", name: "reconcile: kids", switchState: SwitchState(.enabled),
        whenOff: .enabled)
      object.made = MadeObject(
        target: target.name, address: "7f6c", content: content, differences: differs ? ["name: a → b"] : [])
      object.made?.hours = .always
      let planner = Planner(
        policy: try Sample.policy([target]), verdicts: [(target.name, Sample.verdict(.off))],
        now: Sample.now + minute * 60, past: Past(memory, policy: "p"))
      let seen = Observation(system: Name("gateway"), version: "1", title: "x", objects: [object])
      let plan = planner.plan([Name("gateway"): .success(seen)])
      let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in .applied([]) })
      _ = memory.remember(report, policy: "p") { _ in "policy-1" }
      return plan.entries.first?.cause
    }
    #expect(try cause("{}", differs: false, 0) == nil)
    for minute in 1...5 as ClosedRange<Int64> {
      #expect(try cause("{\"zone\":\(minute)}", differs: true, minute) == .policy)
    }
    #expect(try cause("{\"zone\":5}", differs: true, 6) == .outside)
    #expect(try cause("{\"zone\":6}", differs: true, 7) == .policy)
    #expect(try cause("{\"zone\":6}", differs: true, 8) == .outside)
    #expect(try cause("{\"zone\":6}", differs: true, 9) == .contended)
  }

  // MARK: - Taken back

  private static let day: Int64 = 86_400
  private static let takenBack = Outcome.failed(Message(code: Outcome.takenBackCode, "cannot be lifted"))

  @Test func isNotTriedAgainWithinADay() throws {
    var memory = RecordedState()
    let now = Sample.now
    #expect(try Self.run(&memory, at: now, outcome: Self.takenBack) == "change")
    #expect(try Self.run(&memory, at: now + 60, outcome: Self.takenBack) == "problem")
    #expect(try Self.run(&memory, at: now + (Self.day - 1), outcome: Self.takenBack) == "problem")
    #expect(try Self.run(&memory, at: now + Self.day, outcome: Self.takenBack) == "change")
    #expect(try Self.run(&memory, at: now + (Self.day + 60), outcome: Self.takenBack) == "problem", "from then on")
  }

  @Test func aClockThatIsSetBackDoesNotMakeItWait() throws {
    var memory = RecordedState()
    #expect(try Self.run(&memory, at: Sample.now, outcome: Self.takenBack) == "change")
    #expect(try Self.run(&memory, at: Sample.now + -60, outcome: Self.takenBack) == "change")
  }

  /// Whatever else fails is tried again at once.
  @Test func otherFailuresDoNotMakeItWait() throws {
    var memory = RecordedState()
    let failure = Outcome.failed(Message(code: "unifi.cannot-be-lifted", "x"))
    #expect(try Self.run(&memory, at: Sample.now, outcome: failure) == "change")
    #expect(try Self.run(&memory, at: Sample.now + 60, outcome: failure) == "change")
  }
}
