import CivilTime
import Documents
import Policies
import Providers
import Planning
import TestSupport
import Testing

/// A service whose state nobody can read, run by run, with the memory that the runs leave and what it was asked for.
struct AskedService {
  /// Nil where there is no state at all.
  var memory: RecordedState? = RecordedState()
  var clock = Sample.now
  var state = TargetState.running
  /// The number of the override that decides.
  private(set) var override: Int?
  /// When each override ends, or has ended.
  private(set) var ends: [String: Instant] = [:]
  var enforcement = Enforcement.normal
  var policy = "first"
  /// Whether a target names it.
  var isNamed = true
  /// Every request that was sent.
  private(set) var sent: [SwitchState.Position] = []

  /// Where a run is killed.
  enum End: CaseIterable {
    case whole, beforeTheNote, beforeSending, afterSending
  }

  static let key = ObjectKey(system: Name("house"), kind: .pretendService, id: "media")

  static let object: ObservedObject = {
    var object = ObservedObject(
      kind: .pretendService, id: "media", name: "media", switchState: SwitchState(.unknown), whenOff: .disabled)
    object.isUnreadable = true
    return object
  }()

  /// Somebody makes the override of this number.
  mutating func make(_ number: Int) {
    override = number
    ends[String(number)] = clock + 36_000
  }

  /// The override that decides ends by itself, or because somebody ends it; the one of the number `next` decides then.
  mutating func end(bySomebody: Bool = false, then next: Int? = nil) {
    if bySomebody, let override { ends[String(override)] = clock + 1 }
    override = next
  }

  private func planner() throws -> Planner {
    let kind = try #require(SystemKind.pretendHouse.selectors("services").first)
    let names = ObjectNames(included: [.name(isNamed ? "media" : "another")])
    let target = Target(
      name: Name("media"), selector: .objects(system: Name("house"), kind, names, whenOff: nil), otherwise: .leave,
      enforcement: enforcement, span: Sample.span(3))
    let url = BaseURL(scheme: .http, host: "127.0.0.1", port: 80, path: "")
    let house = System(
      name: Name("house"), kind: .pretendHouse, url: url, tls: .system, timeoutSeconds: 10, plaintext: false,
      secret: nil, settings: [:], span: Sample.span(1))
    let policy = Policy(
      path: "household.yaml", kinds: .withPretendHouse, zone: .utc, owner: "home", maxChanges: nil, systems: [house],
      targets: [target], schedules: [], statements: [], tests: [])
    let verdict = Verdict(
      state: state, decidedBy: override.map { .override($0) } ?? .otherwise, since: clock, until: nil, nextActive: nil,
      overridden: override == nil ? nil : .leave)
    return Planner(
      policy: policy, verdicts: [(target.name, verdict)], now: clock,
      past: memory.map { memory in
        var past = Past(memory, policy: self.policy)
        past.ends = ends
        return past
      })
  }

  func plan() throws -> Plan {
    let seen = Observation(system: Name("house"), version: "1", title: "x", objects: [Self.object])
    return try planner().plan([Name("house"): .success(seen)])
  }

  /// One run after `seconds`, in which a request comes to `outcome`; what its line says.
  @discardableResult
  mutating func run(after seconds: Int64 = 60, _ outcome: Outcome = .applied([]), _ end: End = .whole) throws
    -> PlanEntry?
  {
    clock = clock + seconds
    let plan = try plan()
    let entry = plan.entries.first
    if end == .beforeTheNote { return entry }
    let before = memory
    if let change = plan.changes.first {
      #expect(change.isUnreadable)
      memory = memory?.expecting(plan.changes, at: clock)
      if end == .beforeSending { return entry }
      switch outcome {
      case .applied, .unverified: sent.append(change.to.position)
      case .superseded, .failed, .stuck, .skipped: break
      }
    }
    if end != .whole { return entry }
    let report = Report(.apply, plan: plan, inOrder: plan.changes.map { _ in outcome })
    if var after = before {
      _ = after.remember(report, policy: policy, ends: ends) { _ in "policy-1" }
      memory = after
    }
    return entry
  }

  /// The same in a word: `change`, `none`.
  mutating func word(after seconds: Int64 = 60, _ outcome: Outcome = .applied([])) throws -> String? {
    try run(after: seconds, outcome)?.action.rawValue
  }
}

extension TargetState {
  static let running = StatePair.runningStopped.on
  static let stopped = StatePair.runningStopped.off
}
