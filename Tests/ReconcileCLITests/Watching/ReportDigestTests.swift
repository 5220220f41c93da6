import CivilTime
import Documents
import Policies
import Testing
import UniFi

@testable import Controller
@testable import Providers
@testable import Planning
@testable import Presentation

/// What was told of is told once; a second one of its kind, a third, and one that is another, are new.
@Suite struct ReportDigestTests {
  private static func report(_ findings: [Finding]) -> Report {
    Report(
      .apply,
      plan: Plan(
        now: TestWorld().now, systems: [], entries: [], problems: findings, warnings: [], nextChange: nil))
  }

  private static func missing(_ name: String, target: String = "kids", system: String = "gateway") -> Finding {
    Finding(
      Message(code: "object.not-found", "not found"), system: Name(system), target: Name(target), kind: .aclRule,
      name: name)
  }

  /// A system that fails, is left alone for that, and fails again.
  @Test func aSystemThatIsLeftAloneIsNoNews() throws {
    let policy = try MixedHousehold().policy
    let refused = ProviderError(.refusedCredentials, "refused", code: "unifi.key")
    let left = { ProviderError.leftAlone("left alone", hint: nil, for: $0) }
    let busy = ProviderError(.busy(retryAfterSeconds: nil), "busy")
    let steps: [(error: ProviderError?, hasChanged: Bool)] = [
      (refused, true), (left(.refused), false), (left(.refused), false), (refused, false), (busy, true),
      (left(.busy), false), (left(.refused), true), (left(nil), true), (nil, true), (left(.busy), true), (busy, false),
      (ProviderError(.busy(retryAfterSeconds: 0), "a bad moment", code: "system.doubtful-refusal"), true),
    ]
    var told = ReportDigest()
    for (number, step) in steps.enumerated() {
      var report = Self.report([])
      report.plan.systems = [
        SystemStatus(
          name: Name("gateway"), kind: "unifi",
          reading: step.error.map { .failed($0) } ?? .ok(version: "10.5.66", title: "UniFi"))
      ]
      #expect((told.news(report, of: policy) != nil) == step.hasChanged, "step \(number)")
    }
  }

  /// Whoever ends a run says nothing about what it had not read yet: neither that it is lost nor that it is back.
  @Test func aRunThatIsEndedIsNoNews() throws {
    let policy = try MixedHousehold().policy
    let (lost, ended) = (ProviderError(.unreachable, "nothing listens there"), ProviderError(.cancelled, "ended"))
    let steps: [(error: ProviderError?, hasChanged: Bool)] = [
      (ended, true), (ended, false), (nil, false), (ended, false), (lost, true), (ended, false), (lost, false),
      (ended, false), (nil, true), (ended, false),
    ]
    var told = ReportDigest()
    for (number, step) in steps.enumerated() {
      var report = Self.report([])
      report.plan.systems = [
        SystemStatus(
          name: Name("gateway"), kind: "unifi",
          reading: step.error.map { .failed($0) } ?? .ok(version: "10.5.66", title: "UniFi"))
      ]
      #expect((told.news(report, of: policy) != nil) == step.hasChanged, "step \(number)")
    }
  }

  @Test func eachIsToldOnce() throws {
    let policy = try MixedHousehold().policy
    var told = ReportDigest()
    let steps: [(findings: [Finding], hasChanged: Bool)] = [
      ([Self.missing("a")], true), ([Self.missing("a")], false), ([Self.missing("a")], false),
      ([Self.missing("a"), Self.missing("b")], true), ([Self.missing("a"), Self.missing("b")], false),
      ([Self.missing("b")], true), ([Self.missing("c")], true), ([Self.missing("c", target: "tv")], true),
      ([Self.missing("c", target: "tv", system: "other")], true), ([], true), ([], false), ([Self.missing("c")], true),
    ]
    for (number, step) in steps.enumerated() {
      #expect((told.news(Self.report(step.findings), of: policy) != nil) == step.hasChanged, "step \(number)")
    }
  }

  /// Who renames or removes what is wrong has mended nothing: only of what is still looked at is it said that it is well
  /// again.
  @Test func whatIsNotLookedAtAnyMoreIsNotWell() throws {
    let household = try MixedHousehold()
    let place = try #require(household.plan.entries.firstIndex { $0.action == .change && $0.system.text == "pihole" })
    let wrong = household.plan.entries[place]
    let missing = Self.missing("kidz", target: wrong.target.text, system: "pihole")
    let away = ProviderError(.unreachable, "nothing listens there")
    let isOn = { (name: String, error: ProviderError?) in
      SystemStatus(
        name: Name(name), kind: "pihole", reading: error.map { .failed($0) } ?? .ok(version: "6.2", title: "Pi-hole"))
    }
    func ends(_ edit: (inout Policy, inout Plan) -> Void) -> [String] {
      var (policy, plan) = (household.policy, household.plan)
      plan.systems = [isOn("pihole", nil), isOn("attic", away)]
      (plan.entries, plan.problems, plan.warnings) = ([wrong], [missing], [])
      var told = ReportDigest()
      _ = told.news(Report(.apply, plan: plan), of: policy)
      edit(&policy, &plan)
      return told.news(Report(.apply, plan: plan), of: policy)?.ended.compactMap { trouble in
        trouble.ends.map { "\(trouble.subject) \($0)" }
      } ?? []
    }
    let (target, over) = (wrong.target.text, "\(wrong.target) over: acl-rule 'kidz' not found")
    #expect(ends { _, plan in plan.systems[1] = isOn("attic", nil) } == ["attic can be read again"])
    #expect(ends { _, plan in plan.entries[0].action = .none } == ["\(target) as it should be"])
    #expect(ends { _, plan in plan.problems = [] } == [over])
    #expect(ends { _, plan in plan.entries = [] }.isEmpty, "its target names it no more")
    let renamed = ends { policy, plan in
      policy.systems.removeAll { $0.name.text == "attic" }
      plan.systems[1] = isOn("loft", away)
    }
    #expect(renamed == ["attic is no longer in the policy"])
    #expect(ends { _, plan in plan.systems.removeLast() } == ["attic is no longer looked at, as no target is on it"])
    let removed = ends { policy, plan in
      policy.targets.removeAll { $0.name == wrong.target }
      (plan.entries, plan.problems) = ([], [])
    }
    #expect(removed == ["\(target) is no longer in the policy"], "once")
    let moved = ends { policy, plan in
      policy.systems.removeAll { $0.name.text == "pihole" }
      (plan.entries, plan.problems, plan.systems[0]) = ([], [], isOn("loft", nil))
    }
    #expect(moved.isEmpty)
  }
}
