import CivilTime
import Documents
import Policies
import Reconciliation
import TestSupport
import Testing

@testable import ReconcileCLI

/// How a plan of a household with everything in it reads, whole, and that it fits a terminal.
@Suite struct PlanRenderingTests {
  @Test(arguments: [
    "mixed.txt", "mixed.json", "mixed.md", "mixed-drift.txt", "mixed-drift.md", "mixed-applied.txt",
    "mixed-applied.md", "mixed-refused.txt", "mixed-refused.md", "hostile.md",
  ])
  func reads(_ golden: String) throws {
    let household = try MixedHousehold()
    let text =
      switch golden {
      case "mixed.json": household.json(Report(.plan, plan: household.plan))
      case "mixed-drift.txt": household.text(Report(.drift, plan: household.plan))
      case "mixed-applied.txt": household.text(Self.applied(household.plan))
      case "mixed.md": household.markdown(Report(.plan, plan: household.plan))
      case "mixed-drift.md": household.markdown(Report(.drift, plan: household.plan))
      case "mixed-applied.md": household.markdown(Self.applied(household.plan))
      case "mixed-refused.md":
        household.markdown(
          Report(.apply, plan: household.plan, refusal: Notice(code: "plan.stale", "new: '|<b>'", hint: "`look`")))
      case "hostile.md": household.markdown(Report(.plan, plan: Self.hostile(household.plan)))
      case "mixed-refused.txt": household.text(Report(.plan, plan: try MixedHousehold(isEarly: true).plan))
      default: household.text(Report(.plan, plan: household.plan))
      }
    try Golden.check(text, "plan/\(golden)")
  }

  @Test func everyOverrideThatHoldsIsNamed() {
    let world = PretendHousehold().world()
    for target in ["kids on", "pihole active"] {
      #expect(
        world.run(
          ["override"] + target.split(separator: " ").map(String.init) + ["--for", "1h", "--policy", "household.yaml"]
        ).status == 0)
    }
    let plan = world.run("--dry-run", "household.yaml").output
    #expect(plan.contains("override 1: kids on") && plan.contains("override 2: pihole active"), "\(plan)")
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

  /// Names as whoever makes a rule may choose them.
  private static let names = [
    "a | b", #"a \| b"#, "`tick` ``ticks``", "<script>alert(1)</script>", "line\nfeed | --- |", "@everyone #1",
    "[x](https://example.org) ![y](z)", "**bold** _it_ ~~no~~", "\u{202E}reversed", " spaces ", #"ends in \"#, "`|`",
  ]

  private static func hostile(_ plan: Plan) -> Plan {
    var plan = plan
    for index in plan.lines.indices {
      let name = names[index % names.count]
      plan.lines[index].name = name
      plan.lines[index].qualifier = name
      if index % 3 == 0 { plan.lines[index].notes.append(Notice(code: "x", "says '\(name)'", hint: name)) }
    }
    for index in plan.problems.indices { plan.problems[index].name = names[index % names.count] }
    plan.warnings = names.map { Finding(Notice(code: "x", $0, hint: $0)) }
    return plan
  }

  @Test func everyRowOfMarkdownHasAsManyCells() throws {
    let household = try MixedHousehold()
    let rows = household.markdown(Report(.plan, plan: Self.hostile(household.plan))).split(separator: "\n")
      .filter { $0.hasPrefix("|") }
    #expect(rows.count > 20)
    for row in rows {
      // A bar ends a cell unless a backslash stands before it, whatever stands before that.
      let bars = zip(row, row.dropFirst()).filter { $0.1 == "|" && $0.0 != "\\" }.count
      #expect(bars == 6 && !row.contains(#"\\|"#), "\(row)")
    }
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
