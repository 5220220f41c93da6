import CivilTime
import Documents
import HTTPTransport
import Policies
import Synchronization
import TestSupport
import Testing
import UniFi

@testable import Controller
@testable import Host
@testable import Providers
@testable import ReconcileCLI
@testable import Planning

/// Which of the changes of one system are still tried when something has happened before their turn.
@Suite struct ChangeRunnerTests {
  @Test func aRunThatIsToEndBeginsNoFurtherWrite() async {
    let stop = StopSignal()
    let applier = ScriptedApplier { _ in stop.request(.terminated) }
    let result = await Self.carryOut(applier, stop)
    #expect(applier.tried == ["a"], "the write in flight is finished")
    #expect(
      Self.outcomes(result) == [.applied([]), .skipped(PassMessages.runEnded), .skipped(PassMessages.runEnded)])
    #expect(result.failure == nil)
  }

  @Test func aSystemThatFailedIsNotWrittenToAnyMore() async {
    let failure = ProviderError(.refusedCredentials, "the key is not accepted")
    let applier = ScriptedApplier { name throws(ProviderError) in if name == "b" { throw failure } }
    let result = await Self.carryOut(applier, StopSignal())
    #expect(applier.tried == ["a", "b"])
    #expect(
      Self.outcomes(result) == [.applied([]), .failed(failure.message), .skipped(PassMessages.systemFailedBefore)])
    #expect(result.failure == failure)
  }

  /// A short pause that a system asks for before it has done anything is waited for, once.
  @Test(
    arguments: [
      (3, 1, true), (10, 1, true), (3, 2, false), (11, 1, false), (0, 1, false), (nil, 1, false), (7, 1, false),
    ] as [(Int?, Int, Bool)])
  func aShortPauseIsWaitedFor(_ seconds: Int?, _ times: Int, _ isDone: Bool) async {
    let endsBefore = seconds == 7
    let failure = ProviderError(.busy(retryAfterSeconds: seconds), "wait")
    let refused = Mutex(0)
    let applier = ScriptedApplier { name throws(ProviderError) in
      let number = refused.withLock { (count: inout Int) in
        count += 1
        return count
      }
      if number <= times { throw failure }
    }
    let stop = StopSignal()
    if endsBefore { stop.expect(at: .seconds(7)) }
    let result = await Self.carryOut(applier, stop, timePasses: true)
    #expect(result.failure == (isDone ? nil : failure))
    #expect(Self.outcomes(result)[0]?.word == (isDone ? "applied" : "failed"))
    let isWaited = seconds.map { (1...10).contains($0) && !endsBefore } ?? false
    #expect(applier.tried == (isDone ? ["a", "a", "b", "c"] : isWaited ? ["a", "a"] : ["a"]))
  }

  private static let cutShort: [(reason: StopSignal.Reason?, isCutOff: Bool, text: String)] = [
    (.terminated, true, "the run was ended before it was done"),
    (.interrupted, true, "the run was ended before it was done"),
    (.deadline, true, "not done within the deadline of this run"),
    (.terminated, false, "the key is not accepted"), (.deadline, false, "the key is not accepted"),
    (nil, true, "the request was cancelled"),
  ]

  /// A look that was cut off says only that; who ended it is told instead, and what failed for another reason says so.
  @Test(arguments: cutShort)
  func whatWasCutShortSaysWhy(_ reason: StopSignal.Reason?, _ isCutOff: Bool, _ text: String) async {
    let failure =
      isCutOff
      ? ProviderError(.cancelled, "the request was cancelled")
      : ProviderError(.refusedCredentials, "the key is not accepted")
    let stop = StopSignal()
    let result = await Self.carryOut(
      ScriptedApplier { _ throws(ProviderError) in
        reason.map(stop.request)
        throw failure
      }, stop)
    #expect(result.failure?.message.text == text)
    #expect(result.outcomes[Self.change("a").key].map { "\($0)".contains(text) } == true)
  }

  /// A device that is slow holds up no other one, and of what is not under way yet nothing begins after a failure.
  @Test func severalAreUnderWayAtOnceWhereTheSystemTakesThem() async {
    let failure = ProviderError(.refusedCredentials, "the key is not accepted")
    for atOnce in 1...3 {
      let applier = SlowApplier(changesAtOnce: atOnce) { name throws(ProviderError) in if name == "a" { throw failure }
      }
      let result = await Self.carryOut(applier, StopSignal())
      #expect(applier.most == atOnce)
      let words = ["a", "b", "c"].map { result.outcomes[Self.change($0).key]?.word }
      #expect(words[0] == "failed" && words[1] == (atOnce == 1 ? "skipped" : "applied"))
      #expect(atOnce > 1 || words[2] == "skipped")
      #expect(result.failure == failure)
    }
  }

  @Test("what cannot be read back is not sent where it cannot be noted before") func noNote() async {
    let applier = ScriptedApplier { _ in }
    let result = await Self.carryOut(applier, StopSignal(), isUnreadable: true)
    #expect(applier.tried == [])
    #expect(Self.outcomes(result) == Array(repeating: .failed(PassMessages.notNoted("there is no state")), count: 3))
  }

  @Test("a change whose time is over when its turn comes is not begun", arguments: [1, 2, 3])
  func tooLate(until: Int64) async {
    let applier = ScriptedApplier { _ in }
    let clock = Mutex<Int64>(0)
    let result = await Self.carryOut(
      applier, StopSignal(), until: Instant(secondsSinceEpoch: until),
      now: {
        Instant(
          secondsSinceEpoch: clock.withLock {
            $0 += 1; return $0
          })
      })
    #expect(applier.tried == Array(["a", "b"].prefix(Int(until) - 1)))
    #expect(
      Self.outcomes(result).map(\.?.word) == ["a", "b", "c"].map { applier.tried.contains($0) ? "applied" : "skipped" })
    #expect(result.failure == nil)
  }

  @Test("a provider that has waited too long says so, and its system has not failed") func waitedTooLong() async {
    let late = Instant(secondsSinceEpoch: 5)
    let applier = ScriptedApplier { name throws(ProviderError) in
      var change = Self.change(name)
      change.until = name == "a" ? late : nil
      try change.checkTime(at: late)
    }
    let result = await Self.carryOut(applier, StopSignal())
    #expect(applier.tried == ["a", "b", "c"])
    #expect(Self.outcomes(result).map(\.?.word) == ["skipped", "applied", "applied"])
    #expect(result.failure == nil)
  }

  /// Whoever is blocked stays so: a removal of what is made is put off while what is to take its place is missing.
  @Test(arguments: [true, false]) func whatIsMadeIsRemovedLast(_ isMade: Bool) async {
    func change(_ name: String, _ from: SwitchState.Position, _ to: SwitchState.Position) -> Change {
      var change = Self.change(name)
      (change.from, change.to, change.made) = (SwitchState(from), SwitchState(to), MadeObject(target: Name("kids")))
      return change
    }
    let changes = [change("a", .enabled, .absent), change("b", .absent, .enabled)]
    let applier = MakingApplier(isMade: isMade)
    for _ in 1...2 {
      let result = await Self.carryOut(applier, StopSignal(), changes)
      #expect(result.outcomes[changes[0].key]?.word == (isMade ? "applied" : "skipped"))
      #expect(result.outcomes[changes[1].key]?.word == (isMade ? "applied" : "failed"))
    }
    #expect(applier.tried == (isMade ? ["b", "a", "b", "a"] : ["b", "b"]))
  }

  /// One object of which a console says what nobody understands keeps no other from being switched; three in a row do.
  @Test(arguments: [
    (["a"], ["failed", "applied", "applied", "applied", "applied"]),
    (["a", "b"], ["failed", "failed", "applied", "applied", "applied"]),
    (["a", "b", "d", "e"], ["failed", "failed", "applied", "failed", "failed"]),
    (["a", "b", "c"], ["failed", "failed", "failed", "skipped", "skipped"]),
  ])
  func whatIsOddAboutOneObjectIsItsOwn(_ odd: [String], _ outcomes: [String]) async {
    let failure = ProviderError(.unexpectedReply, "the console answers 500")
    let changes = ["a", "b", "c", "d", "e"].map(Self.change)
    let result = await Self.carryOut(
      ScriptedApplier { name throws(ProviderError) in if odd.contains(name) { throw failure } }, StopSignal(), changes)
    #expect(changes.map { result.outcomes[$0.key]?.word } == outcomes)
    #expect((result.failure != nil) == outcomes.contains("skipped"))
  }

  /// Where a system gives one id to two objects, nobody is told that both were switched.
  @Test(arguments: [[Outcome.applied([]), .superseded(message)], [.superseded(message), .applied([])]])
  func ofTwoObjectsWithOneIDTheWorseCounts(_ outcomes: [Outcome]) {
    var result = ChangeRunner.Result()
    for outcome in outcomes { result.note(outcome, of: Self.change("a")) }
    #expect(Array(result.outcomes.values) == [.superseded(Self.message)])
  }

  /// What was done is told of the object that it was done to, in whatever order the plan lists them.
  @Test func anOutcomeBelongsToItsObject() async throws {
    let failure = ProviderError(.refusedCredentials, "the key is not accepted")
    let result = await Self.carryOut(
      ScriptedApplier { name throws(ProviderError) in if name == "b" { throw failure } }, StopSignal())
    let lines = ["c", "a", "b", "d"].map { name in
      PlanEntry(
        target: Name("kids"), system: Name("gateway"), kind: .aclRule, id: name, name: name,
        from: SwitchState(.disabled),
        to: SwitchState(.enabled),
        said: SharedVerdict(Verdict(state: .on, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)),
        action: name == "d" ? .none : .change, notes: [])
    }
    let plan = Plan(
      now: TestWorld().now, systems: [], entries: lines, problems: [], warnings: [], nextChange: nil)
    let report = ChangeRunner.report(plan, [Name("gateway"): result])
    #expect(
      report.entriesWithOutcomes.map(\.outcome?.word) == ["skipped", "applied", "failed", nil])
    #expect(report.summary.applied == 1 && report.summary.failed == 2)
  }

  private static let message = Message(code: "x", "it was moved meanwhile")

  private static func change(_ name: String) -> Change {
    Change(
      target: Name("kids"), system: Name("gateway"), kind: .aclRule, id: name, name: name, from: SwitchState(.disabled),
      to: SwitchState(.enabled))
  }

  private static func outcomes(_ result: ChangeRunner.Result) -> [Outcome?] {
    ["a", "b", "c"].map { result.outcomes[change($0).key] }
  }

  /// Three changes of one console.
  private static func carryOut(
    _ applier: any Applier, _ stop: StopSignal, _ given: [Change]? = nil, isUnreadable: Bool = false,
    until: Instant? = nil, timePasses: Bool = false,
    now: @escaping @Sendable () -> Instant = { Instant(secondsSinceEpoch: 0) }
  ) async -> ChangeRunner.Result {
    let span = SourceSpan(file: "p", start: .init(line: 1, column: 1), end: .init(line: 1, column: 1))
    let system = System(
      name: Name("gateway"), kind: .unifi,
      url: BaseURL(scheme: .https, host: "192.168.1.1", port: 443, path: ""), tls: .system, timeoutSeconds: 10,
      plaintext: false, secret: .environment(name: "K"), settings: [:], span: span)
    let endpoint = Endpoint(
      isTLS: true, host: "192.168.1.1", port: 443, basePath: "", trust: .system, plaintext: .loopbackOnly,
      timeoutSeconds: 10)
    let opened = OpenedSystem(
      system: system, endpoint: endpoint,
      connected: ConnectedSystem(observer: NothingToSee(), applier: { _ in applier }))
    var changes = given ?? ["a", "b", "c"].map(change)
    for place in changes.indices { (changes[place].isUnreadable, changes[place].until) = (isUnreadable, until) }
    let time = FakeTime { _ in }
    let network = FakeNetwork(PretendHousehold(), time, log: nil, diary: Diary())
    let all = changes
    guard timePasses else {
      return await ChangeRunner.carryOut(all, on: opened, network: network, stop: stop, now: now)
    }
    return time.run { await ChangeRunner.carryOut(all, on: opened, network: network, stop: stop, now: now) }
  }
}

/// Applies everything, unless what happens meanwhile is a failure.
private final class ScriptedApplier: Applier {
  private let names = Mutex<[String]>([])
  private let meanwhile: @Sendable (String) throws(ProviderError) -> Void

  init(meanwhile: @escaping @Sendable (String) throws(ProviderError) -> Void) { self.meanwhile = meanwhile }

  /// The names of the objects whose change was tried.
  var tried: [String] { names.withLock { $0 } }

  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    names.withLock { $0.append(change.name) }
    try meanwhile(change.name)
    return .applied([])
  }
}

/// Removes what it is told to, and makes it where `isMade` says so.
private final class MakingApplier: Applier {
  private let isMade: Bool
  private let names = Mutex<[String]>([])

  init(isMade: Bool) { self.isMade = isMade }

  var tried: [String] { names.withLock { $0 } }

  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    names.withLock { $0.append(change.name) }
    return isMade || change.to.position == .absent ? .applied([]) : .failed(Message(code: "x", "it is refused"))
  }
}

/// Takes its time: each change waits until as many are under way as may be, or all.
private final class SlowApplier: Applier {
  let changesAtOnce: Int
  private let state = Mutex((underWay: 0, most: 0, begun: 0))
  private let meanwhile: @Sendable (String) throws(ProviderError) -> Void

  init(changesAtOnce: Int, meanwhile: @escaping @Sendable (String) throws(ProviderError) -> Void) {
    self.changesAtOnce = changesAtOnce
    self.meanwhile = meanwhile
  }

  /// How many were under way together at most.
  var most: Int { state.withLock { $0.most } }

  func apply(_ change: Change) async throws(ProviderError) -> Outcome {
    state.withLock { state in
      state.underWay += 1
      state.begun += 1
      state.most = max(state.most, state.underWay)
    }
    while state.withLock({ $0.begun < changesAtOnce }) { await Task.yield() }
    defer { state.withLock { $0.underWay -= 1 } }
    try meanwhile(change.name)
    return .applied([])
  }
}

/// A system that nobody looks at.
private struct NothingToSee: Observer {
  func observe(_ kinds: Set<ObjectKind>) async throws(ProviderError) -> Observation {
    throw ProviderError(.cancelled, "nobody looks")
  }

  func close() async {}
}
