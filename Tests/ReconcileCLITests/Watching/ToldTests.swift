import Policies
import Testing

@testable import ReconcileCLI
@testable import Reconciliation

/// What was told of is told once; a second one of its kind, a third, and one that is another, are new.
@Suite struct ToldTests {
  private static func report(_ findings: [Finding]) -> Report {
    Report(
      .apply,
      plan: Plan(
        now: TestWorld().now, systems: [], lines: [], problems: findings, warnings: [], nextChange: nil))
  }

  private static func missing(_ name: String, target: String = "kids", system: String = "gateway") -> Finding {
    Finding(
      Notice(code: "object.not-found", "not found"), system: Name(system), target: Name(target), kind: .aclRule,
      name: name)
  }

  @Test func eachIsToldOnce() {
    var told = Told()
    let steps: [(findings: [Finding], isNews: Bool)] = [
      ([Self.missing("a")], true), ([Self.missing("a")], false), ([Self.missing("a")], false),
      ([Self.missing("a"), Self.missing("b")], true), ([Self.missing("a"), Self.missing("b")], false),
      ([Self.missing("b")], true), ([Self.missing("c")], true), ([Self.missing("c", target: "tv")], true),
      ([Self.missing("c", target: "tv", system: "other")], true), ([], true), ([], false), ([Self.missing("c")], true),
    ]
    for (number, step) in steps.enumerated() {
      #expect(told.isNews(Self.report(step.findings)) == step.isNews, "step \(number)")
    }
  }
}
