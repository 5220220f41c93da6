import CivilTime
import Documents
import PiHole
import Policies
import Providers
import TestSupport
import Testing
import UniFi

@testable import Controller
@testable import Host
@testable import Planning

/// What holds for every plan, and what becomes of a report.
@Suite struct PlanTests {
  /// Applying a plan in memory: the live objects afterwards.
  private func applied(_ plan: Plan, to rules: [ObservedObject]) -> [ObservedObject] {
    rules.map { rule in
      var rule = rule
      if let change = plan.changes.first(where: { $0.id == rule.id }) { rule.switchState = change.to }
      return rule
    }
  }

  /// What is left behind is the new name of what is not found where there is one of both, and no other.
  @Test func aNewNameIsProposedWhereOneIsLeft() {
    func hint(_ left: Int, missing: Int = 1) -> [String?] {
      let target = Name("kids")
      let problems = (0..<missing).map { number in
        Finding(
          Message(code: "object.not-found", "not found", hint: "near"), system: Name("gateway"), target: target,
          kind: .aclRule, name: "gone \(number)")
      }
      var plan = Plan(now: Sample.now, systems: [], entries: [], problems: problems, warnings: [], nextChange: nil)
      plan.leftBehind = (0..<left).map { number in
        let closing = Closing(target: target, at: Sample.now, name: "rule \(number)", position: .enabled)
        return LeftBehind(
          object: ObjectKey(system: Name("gateway"), kind: .aclRule, id: "\(number)"), closing: closing,
          standing: .closed(Sample.rule("rule \(number)", .enabled), opening: .on))
      }
      plan.proposeNewNames()
      return plan.problems.map(\.message.hint)
    }
    #expect(hint(0) == ["near"] && hint(1)[0]?.hasPrefix("did you mean 'rule 0'?") == true)
    #expect(hint(2) == ["near"] && hint(1, missing: 2) == ["near", "near"] && hint(2, missing: 2) == ["near", "near"])
  }

  private func household(_ seed: UInt64) -> (targets: [(Target, Verdict)], rules: [ObservedObject]) {
    var random = SplitMix64(seed: seed)
    let rules = (0..<Int.random(in: 0...12, using: &random)).map { index in
      Sample.rule(
        ["Downtime", "Guest", "Camera"].randomElement(using: &random).map { "\($0)-\(index % 4)" } ?? "",
        Bool.random(using: &random) ? .enabled : .disabled, id: "id-\(index)",
        blocks: Int.random(in: 0..<4, using: &random) > 0, userDefined: Int.random(in: 0..<5, using: &random) > 0)
    }
    let states: [TargetState] = [.on, .off, .leave]
    let enforcements: [Enforcement] = [.normal, .strict, .observe, .yield]
    let targets = ["Downtime-*", "Guest-?", "*-3"].enumerated().map { index, pattern in
      (
        Sample.acl(
          "t\(index)", [.pattern(pattern), .name("Camera-\(index)")],
          enforcement: enforcements.randomElement(using: &random) ?? .normal),
        Sample.verdict(states.randomElement(using: &random) ?? .on)
      )
    }
    return (targets, rules)
  }

  @Test(arguments: UInt64(0)..<200) func lawsHold(seed: UInt64) throws {
    let (targets, rules) = household(seed)
    let plan = try Sample.plan(targets, rules: rules)
    var random = SplitMix64(seed: seed ^ 0xFF)
    #expect(try Sample.plan(targets, rules: rules.shuffled(using: &random)) == plan, "order does not matter")

    let again = try Sample.plan(targets, rules: applied(plan, to: rules))
    #expect(again.changes.isEmpty, "running twice is running once")
    #expect(again.entries.count == plan.entries.count)

    for change in plan.changes {
      let rule = try #require(rules.first { $0.id == change.id })
      #expect(rule.isUserDefined && rule.switchState == change.from && change.to != change.from)
      let owners = plan.entries.filter { $0.id == change.id && $0.action != .leave }
      #expect(owners.count == 1, "an object belongs to one target")
    }
    let left = rules.filter { rule in !plan.entries.contains { $0.id == rule.id } }
    #expect(!left.contains { rule in plan.changes.contains { $0.id == rule.id } })
  }

  @Test func onlyTheNamedTargetsAreLookedAfter() throws {
    let targets = [
      (Sample.acl("kids", [.name("A")]), Sample.verdict(.off)),
      (Sample.acl("guests", [.name("B")]), Sample.verdict(.off)),
      (Sample.target("both", .targets([Name("kids"), Name("guests")])), Sample.verdict(.off)),
    ]
    let rules = [Sample.rule("A"), Sample.rule("B")]
    let outline = { (only: Set<Name>?) in try Sample.plan(targets, rules: rules, only: only).changes.map(\.name) }
    #expect(try outline(nil) == ["A", "B"])
    #expect(try outline([Name("guests")]) == ["B"])
    #expect(try outline([Name("both")]) == ["A", "B"])
  }

  @Test func aSystemThatCannotBeReadIsLeftOutAndTheOthersGoOn() throws {
    let kids = Sample.acl("kids", [.name("A")])
    let pihole = Sample.target("pihole", .blocking(system: Name("pihole")))
    let planner = Planner(
      policy: try Sample.policy([kids, pihole]),
      verdicts: [(kids.name, Sample.verdict(.off)), (pihole.name, Sample.verdict(.paused))], now: Sample.now)
    let seen = Observation(
      system: Name("pihole"), version: "v6", title: "Pi-hole", objects: [Sample.blocking(.active)])
    let plan = planner.plan(
      [Name("gateway"): .failure(ProviderError(.timedOut, "no answer")), Name("pihole"): .success(seen)])
    #expect(plan.outline == ["pihole blocking active→paused change"])
    #expect(plan.problems.isEmpty)
    #expect(Report(.plan, plan: plan).exitStatus(detailed: false) == .partialFailure)
  }

  @Test func theFingerprintIsMadeOfTheChangesAlone() throws {
    let kids = Sample.acl("kids", [.pattern("Downtime-*")])
    let text = { (rules: [ObservedObject]) in
      try Sample.plan([(kids, Sample.verdict(.off))], rules: rules).fingerprintText
    }
    let one = try text([Sample.rule("Downtime-A")])
    #expect(one == "gateway\tacl-rule\tid-Downtime-A\tdisabled\tenabled\t\n")
    #expect(try text([Sample.rule("Downtime-A"), Sample.rule("Downtime-B", .enabled)]) == one)
    #expect(try text([Sample.rule("Downtime-A"), Sample.rule("Downtime-B")]) != one)
  }

  struct StatusCase: CustomTestStringConvertible {
    var name: String
    var gateway: ProviderError.Kind?
    var pihole: ProviderError.Kind?
    var outcome: Outcome?
    var purpose: Report.Purpose = .apply
    var detailed = false
    var limit: Int?
    var status: Host.ExitStatus
    var testDescription: String { name }
  }

  static let sorry = Message(code: "x", "x")
  static let statusCases: [StatusCase] = [
    StatusCase(name: "applied", outcome: .applied([]), status: .success),
    StatusCase(name: "applied with a caveat", outcome: .applied([sorry]), status: .success),
    StatusCase(name: "unverified", outcome: .unverified(sorry), status: .partialFailure),
    StatusCase(name: "superseded", outcome: .superseded(sorry), status: .partialFailure),
    StatusCase(name: "failed", outcome: .failed(sorry), status: .partialFailure),
    StatusCase(name: "skipped", outcome: .skipped(sorry), status: .partialFailure),
    StatusCase(name: "a plan with a change", purpose: .plan, status: .success),
    StatusCase(name: "a detailed plan with a change", purpose: .plan, detailed: true, status: .differences),
    StatusCase(name: "drift", purpose: .drift, status: .differences),
    StatusCase(name: "one not reached", gateway: .unreachable, outcome: .applied([]), status: .partialFailure),
    StatusCase(
      name: "one not reached, drift", pihole: .unreachable, purpose: .drift, status: .partialFailure),
    StatusCase(name: "none reached", gateway: .unreachable, pihole: .timedOut, status: .unreachable),
    StatusCase(name: "none understood", gateway: .unexpectedReply, pihole: .notReady, status: .unreachable),
    StatusCase(
      name: "all busy", gateway: .busy(retryAfterSeconds: nil), pihole: .busy(retryAfterSeconds: 3),
      status: .tryAgain),
    StatusCase(
      name: "all locked or busy", gateway: .busy(retryAfterSeconds: nil), pihole: .locked, status: .tryAgain),
    StatusCase(name: "one locked", pihole: .locked, outcome: .applied([]), status: .partialFailure),
    StatusCase(
      name: "one busy, one not reached", gateway: .busy(retryAfterSeconds: nil), pihole: .unreachable,
      status: .unreachable),
    StatusCase(
      name: "a refused key goes before all that", gateway: .refusedCredentials, pihole: .unreachable,
      status: .credentials),
    StatusCase(name: "too many changes", purpose: .apply, limit: 0, status: .refused),
    StatusCase(
      name: "too many changes goes before a refused key", pihole: .refusedCredentials, limit: 0, status: .refused),
  ]

  @Test(arguments: statusCases) func endsWith(_ example: StatusCase) throws {
    let kids = Sample.acl("kids", [.name("A")])
    let pihole = Sample.target("pihole", .blocking(system: Name("pihole")))
    let planner = Planner(
      policy: try Sample.policy([kids, pihole]),
      verdicts: [(kids.name, Sample.verdict(.off)), (pihole.name, Sample.verdict(.active))], now: Sample.now)
    let gatewaySeen = Observation(
      system: Name("gateway"), version: "10.5.66", title: "UniFi", objects: [Sample.rule("A")])
    let piholeSeen = Observation(
      system: Name("pihole"), version: "v6", title: "Pi-hole", objects: [Sample.blocking(.active)])
    let plan = planner.plan(
      [
        Name("gateway"): example.gateway.map { .failure(ProviderError($0, "x")) } ?? .success(gatewaySeen),
        Name("pihole"): example.pihole.map { .failure(ProviderError($0, "x")) } ?? .success(piholeSeen),
      ])
    let refusal = PlanLimits(file: 5, option: example.limit).refusal(of: plan)
    let report = Report(
      example.purpose, plan: plan, inOrder: example.outcome.map { [$0] } ?? [], refusal: refusal)
    #expect(report.exitStatus(detailed: example.detailed) == example.status)
  }

  @Test func theNextChangeIsTheEarliestEnd() throws {
    let plan = try Sample.plan([
      (Sample.acl("kids", [.name("A")]), Sample.verdict(.off, until: 100)),
      (Sample.acl("guests", [.name("B")]), Sample.verdict(.on, until: 50)),
      (Sample.acl("tv", [.name("C")]), Sample.verdict(.on, until: 50)),
    ])
    #expect(plan.nextChange?.at == Sample.now + 50)
    #expect(plan.nextChange?.targets == [Name("guests"), Name("tv")])
  }
}
