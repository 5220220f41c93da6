import CivilTime
import Documents
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import Testing
import Text
import UniFi

@testable import Presentation

/// How a plan of a household with everything in it reads, whole, and that it fits a terminal.
@Suite struct PlanRenderingTests {
  @Test(arguments: [
    "mixed.txt", "mixed.json", "mixed.md", "mixed-drift.txt", "mixed-drift.md", "mixed-applied.txt",
    "mixed-applied.md", "mixed-refused.txt", "mixed-refused.md", "hostile.md", "mixed-40.txt", "mixed-60.txt",
    "mixed-ascii.txt", "mixed-ascii-40.txt",
  ])
  func reads(_ golden: String) throws {
    let household = try MixedHousehold()
    let text =
      switch golden {
      case "mixed.json": household.json(Report(.plan, plan: household.plan))
      case "mixed-40.txt": household.text(Self.applied(household.plan), on: Screen(columns: 40))
      case "mixed-60.txt": household.text(Self.applied(household.plan), on: Screen(columns: 60))
      case "mixed-ascii.txt": household.text(Self.applied(household.plan), on: Screen(isASCII: true))
      case "mixed-ascii-40.txt": household.text(Self.applied(household.plan), on: Screen(columns: 40, isASCII: true))
      case "mixed-drift.txt": household.text(Report(.drift, plan: household.plan))
      case "mixed-applied.txt": household.text(Self.applied(household.plan))
      case "mixed.md": household.markdown(Report(.plan, plan: household.plan))
      case "mixed-drift.md": household.markdown(Report(.drift, plan: household.plan))
      case "mixed-applied.md": household.markdown(Self.applied(household.plan))
      case "mixed-refused.md":
        household.markdown(
          Report(.apply, plan: household.plan, refusal: Message(code: "plan.stale", "new: '|<b>'", hint: "`look`")))
      case "hostile.md": household.markdown(Report(.plan, plan: Self.hostile(household.plan)))
      case "mixed-refused.txt": household.text(Report(.plan, plan: try MixedHousehold(isEarly: true).plan))
      default: household.text(Report(.plan, plan: household.plan))
      }
    try Golden.check(text, "plan/\(golden)")
  }

  /// Of thousands of warnings somebody reads the first, and how many others there are.
  @Test(arguments: [(100, nil), (101, "and 1 more warning\n"), (102, "and 2 more warnings\n")] as [(Int, String?)])
  func warningsAreBounded(_ count: Int, _ rest: String?) throws {
    let household = try MixedHousehold()
    var plan = household.plan
    plan.warnings = (1...count).map { Finding(Message(code: "x", "number \($0) is odd")) }
    let text = household.text(Report(.plan, plan: plan))
    #expect(text.contains("warning: number 100 is odd") && !text.contains("number 101"))
    #expect(rest.map(text.contains) ?? !text.contains("more warning"))
  }

  /// What is left behind, or was not done, comes after the targets that no line names, and is read all the same.
  @Test func noWarningHidesBehindManyOthers() throws {
    let household = try MixedHousehold()
    var plan = household.plan
    func warnings(_ code: String, _ count: Int) -> [Finding] {
      (1...count).map { Finding(Message(code: code, "\(code) number \($0)")) }
    }
    plan.warnings = warnings("target.unnamed", 150) + warnings("object.left-behind", 1)
    let text = household.text(Report(.plan, plan: plan))
    #expect(text.contains("object.left-behind number 1"), "\(text)")
    #expect(text.contains("unnamed number 99\n") && !text.contains("unnamed number 100\n"))
    #expect(text.contains("and 51 more warnings\n"))
    // Nor behind many that are as grave, and those of idle targets are the last.
    plan.warnings = warnings("target.unnamed", 9) + warnings("own-schedule", 150) + warnings("object.left-behind", 2)
    let other = household.text(Report(.plan, plan: plan))
    #expect(other.contains("object.left-behind number 2") && !other.contains("unnamed"), "\(other)")
    #expect(other.contains("own-schedule number 98\n") && !other.contains("own-schedule number 99\n"))
  }

  @Test func aVersionThatIsUnknownIsNull() throws {
    let household = try MixedHousehold()
    var plan = household.plan
    plan.systems[0].reading = .ok(version: "", title: "Pi-hole")
    let json = household.json(Report(.plan, plan: plan))
    #expect(json.contains(#""version": null"#) && !json.contains(#""version": """#), "\(json)")
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
      case 1: .superseded(Message(code: "superseded", "somebody changed it meanwhile"))
      case 3: .unverified(Message(code: "unverified", "the read-back shows '\(change.from.position.rawValue)'"))
      default: .applied([])
      }
    }
    return Report(.apply, plan: plan, inOrder: outcomes)
  }

  /// Names as whoever makes a rule may choose them.
  private static let names = [
    "a | b", #"a \| b"#, "`tick` ``ticks``", "<script>alert(1)</script>", "line\nfeed | --- |", "@everyone #1",
    "[x](https://example.org) ![y](z)", "**bold** _it_ ~~no~~", "\u{202E}reversed", " spaces ", #"ends in \"#, "`|`",
  ]

  private static func hostile(_ plan: Plan) -> Plan {
    var plan = plan
    for index in plan.entries.indices {
      let name = names[index % names.count]
      plan.entries[index].name = name
      plan.entries[index].qualifier = name
      if index % 3 == 0 { plan.entries[index].notes.append(Message(code: "x", "says '\(name)'", hint: name)) }
    }
    for index in plan.problems.indices { plan.problems[index].name = names[index % names.count] }
    plan.warnings = names.map { Finding(Message(code: "x", $0, hint: $0)) }
    return plan
  }

  @Test func everyRowOfMarkdownHasAsManyCells() throws {
    let household = try MixedHousehold()
    let rows = household.markdown(Report(.plan, plan: Self.hostile(household.plan))).split(separator: "\n")
      .filter { $0.hasPrefix("|") }
    #expect(rows.count > 20)
    for row in rows {
      // A bar ends a cell unless a backslash is before it, whatever is before that.
      let bars = zip(row, row.dropFirst()).filter { $0.1 == "|" && $0.0 != "\\" }.count
      #expect(bars == 6 && !row.contains(#"\\|"#), "\(row)")
    }
  }

  @Test(arguments: [20, 33, 40, 59, 60, 72, 80], [true, false])
  func nothingIsWiderThanATerminal(_ width: Int, _ isASCII: Bool) throws {
    let household = try MixedHousehold()
    for report in [Report(.plan, plan: household.plan), Self.applied(household.plan)] {
      let text = household.text(report, on: Screen(columns: width, isASCII: isASCII))
      for line in text.split(separator: "\n") {
        // `! kids`, or `kind 'name'` alone on a line, may be as wide as their words are.
        let isOneWord = line.split(separator: " ").count <= 2
        #expect(displayWidth(String(line)) <= width || isOneWord, "\(line)")
      }
      #expect(text.utf8.allSatisfy { $0 < 0x80 } == isASCII)
    }
  }

  /// However narrow it is, all words are there, in their order.
  @Test func aNarrowTerminalLosesNothing() throws {
    let household = try MixedHousehold()
    let report = Self.applied(household.plan)
    let wide = household.text(report).unwrapped.replacing(",", with: "")
    for width in [20, 40, 59, 60, 79] {
      #expect(household.text(report, on: Screen(columns: width)).unwrapped.replacing(",", with: "") == wide, "\(width)")
    }
  }

  @Test func everyChangeAndEveryCaveatIsInBoth() throws {
    let household = try MixedHousehold()
    let plan = household.plan
    // What is done at times has no state to be planned.
    let selectors = SystemKinds.shipped.all.flatMap(\.everySelector).filter { !$0.isOfActions }
    let kinds = Set(selectors.flatMap(\.objectsToRead))
    #expect(Set(plan.entries.map(\.kind)) == kinds)
    #expect(Set(plan.changes.map(\.kind)) == kinds.subtracting([.aclRule]))
    let text = household.text(Report(.plan, plan: plan))
    for line in plan.entries { #expect(line.kind == .blocking || text.contains(line.name.escaped), "\(line.name)") }
    #expect(!text.contains("enabled, in place, own schedule") && text.contains("enabled, own schedule"))
  }
}
