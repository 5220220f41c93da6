import CivilTime
import JSONTree
import Testing

@testable import ReconcileCLI

/// Standard error as JSON: every line is an object, whatever is written.
@Suite struct LogLinesTests {
  private static func lines(_ text: String) throws -> [JSON] {
    try text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
  }

  private static func outline(_ lines: [JSON]) -> [String] {
    lines.map { "\($0["level"]?.string ?? "-") \($0["message"]?.string ?? "-")" }
  }

  @Test func exchangesAreLinesOfTheirOwn() throws {
    let run = PretendHousehold().world().run("--log", "json", "-v", "household.yaml")
    #expect(run.status == 0 && run.output.hasPrefix("household.yaml"), "the result is as it was")
    for line in try Self.lines(run.error) {
      #expect(line["at"]?.string == "2026-11-20T20:00:04Z" && line["level"]?.string != nil)
    }
    #expect(!run.error.contains("demonstration"))
  }

  @Test func mistakesInThePolicyAreLines() throws {
    let world = PretendHousehold().world(policy: "timezone: Nowhere\npolicy: [\n")
    let run = world.run("--log=json", "household.yaml")
    #expect(run.status == 65)
    #expect(try Self.lines(run.error).contains { $0["level"]?.string == "error" }, "\(run.error)")
  }

  @Test(arguments: [
    (["reconcile: a 'b'\nhint: c\n"], ["error a 'b'", "info hint: c"]),
    (["warn", "ing: a", "\n"], ["warning a"]), (["reconcile: warning: a\n"], ["warning a"]),
    (["reconcile: note: a was read\n"], ["info a was read"]),
    (["p.yaml:1:2: error: x [y]\n  excerpt\n"], ["error p.yaml:1:2: error: x [y]", "info   excerpt"]),
    (["error: x\n", "p.yaml:1:2: warning: z\n"], ["error error: x", "warning p.yaml:1:2: warning: z"]),
    (["no end"], ["info no end"]), (["\n\n"], []),
  ]) func textBecomesObjects(_ pieces: [String], _ outline: [String]) throws {
    let written = Written()
    let lines = LogLines(now: { .init(secondsSinceEpoch: 0) }, to: { written.add($0) })
    for piece in pieces { lines.add(piece) }
    lines.finish()
    #expect(try Self.outline(Self.lines(written.text)) == outline)
  }

  @Test func anotherWordIsAUsageError() {
    let run = PretendHousehold().world().run("--log", "xml", "household.yaml")
    #expect(run.status == 64 && run.error.contains("'apply' takes text or json"), "\(run.error)")
  }
}
