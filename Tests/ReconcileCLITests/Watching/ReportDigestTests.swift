import CivilTime
import Documents
import Policies
import Testing
import UniFi

@testable import Controller
@testable import Providers
@testable import Planning

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
  @Test func aSystemThatIsLeftAloneIsNoNews() {
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
      #expect((told.news(report, .utc) != nil) == step.hasChanged, "step \(number)")
    }
  }

  /// Whoever ends a run says nothing about what it had not read yet: neither that it is lost nor that it is back.
  @Test func aRunThatIsEndedIsNoNews() {
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
      #expect((told.news(report, .utc) != nil) == step.hasChanged, "step \(number)")
    }
  }

  @Test func eachIsToldOnce() {
    var told = ReportDigest()
    let steps: [(findings: [Finding], hasChanged: Bool)] = [
      ([Self.missing("a")], true), ([Self.missing("a")], false), ([Self.missing("a")], false),
      ([Self.missing("a"), Self.missing("b")], true), ([Self.missing("a"), Self.missing("b")], false),
      ([Self.missing("b")], true), ([Self.missing("c")], true), ([Self.missing("c", target: "tv")], true),
      ([Self.missing("c", target: "tv", system: "other")], true), ([], true), ([], false), ([Self.missing("c")], true),
    ]
    for (number, step) in steps.enumerated() {
      #expect((told.news(Self.report(step.findings), .utc) != nil) == step.hasChanged, "step \(number)")
    }
  }
}
