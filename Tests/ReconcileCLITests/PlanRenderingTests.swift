import CivilTime
import Documents
import Policies
import Reconciliation
import TestSupport
import Testing

@testable import ReconcileCLI

/// How a plan of a household with everything in it reads, whole, and that it fits a terminal.
@Suite struct PlanRenderingTests {
  @Test(arguments: ["mixed.txt", "mixed.json", "mixed-drift.txt", "mixed-applied.txt", "mixed-refused.txt"])
  func reads(_ golden: String) throws {
    let household = try MixedHousehold()
    let text =
      switch golden {
      case "mixed.json": household.json(Report(.plan, plan: household.plan))
      case "mixed-drift.txt": household.text(Report(.drift, plan: household.plan))
      case "mixed-applied.txt": household.text(Self.applied(household.plan))
      case "mixed-refused.txt": household.text(Report(.plan, plan: try MixedHousehold(isEarly: true).plan))
      default: household.text(Report(.plan, plan: household.plan))
      }
    try Golden.check(text, "plan/\(golden)")
  }

  /// Of four changes in a row two come about.
  private static func applied(_ plan: Plan) -> Report {
    let outcomes: [Outcome] = plan.changes.enumerated().map { index, change in
      switch index % 4 {
      case 1: .superseded(Notice(code: "superseded", "somebody changed it meanwhile"))
      case 3: .unverified(Notice(code: "unverified", "the read-back shows '\(change.from.position.rawValue)'"))
      default: .applied([])
      }
    }
    return Report(.apply, plan: plan, outcomes: outcomes)
  }

  @Test func nothingIsWiderThanATerminal() throws {
    let household = try MixedHousehold()
    for line in household.text(Report(.plan, plan: household.plan)).split(separator: "\n") {
      let isOneWord = line.split(separator: " ").count == 1
      #expect(displayWidth(String(line)) <= 80 || isOneWord, "\(line)")
    }
  }

  @Test func everyChangeAndEveryCaveatIsInBoth() throws {
    let household = try MixedHousehold()
    let plan = household.plan
    #expect(Set(plan.lines.map(\.kind)) == Set(ResourceKind.allCases))
    #expect(Set(plan.changes.map(\.kind)) == Set(ResourceKind.allCases).subtracting([.aclRule]))
    let text = household.text(Report(.plan, plan: plan))
    for line in plan.lines { #expect(line.kind == .blocking || text.contains(line.name.escaped), "\(line.name)") }
    #expect(!text.contains("enabled, in place, own schedule") && text.contains("enabled, own schedule"))
  }
}
