import JSONTree
import TestSupport
import Testing

@testable import Presentation

/// What `explain`, `next` and `compare` say to what they cannot do.
@Suite struct PolicyToolsTests {
  private static let files = [
    "policy.yaml": """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: key}}
      pihole: {kind: pihole, url: "http://192.168.1.2"}
    targets: {kids: {wifi: [Kids]}}
    policy:
      - kids off 21:00–07:00
    """,
    "broken.yaml": """
    timezone: Europe/Berlin
    policy:
      - kids off 7:00–20:00
    """,
    "empty.yaml": "timezone: UTC\n",
    "several/a.yaml": """
    timezone: UTC
    systems: {gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: key}}}
    targets: {kids: {wifi: [Kids]}}
    """,
    "several/b.yaml": "policy: [kids off]\n",
    "blank/a.yaml": "timezone: UTC\n",
    "blank/b.yaml": "# later\n",
    "comment.yaml": "# later\n",
    "strict.yaml": gate("1m", "12h"),
    "loose.yaml": gate("12h", "1m"),
    "once.yaml": gate("10m", "10m"),
    "twice.yaml": gate("10m", "10m") + "  - {do: gate at 09:00, grace: 2h}\n",
    "spoken.yaml": """
    timezone: Europe/Berlin
    systems: {gateway: {kind: unifi, url: "https://192.168.1.1", api-key: {credential: key}}}
    targets: {kids: {wifi: [Kids]}, tv: {wifi: [TV]}, both: {targets: [kids, tv]}}
    policy:
      - kids off 9 pm till 7 am on weekdays
      - both off 2026-12-24
      - tv off on saturdays
    tests:
      - {at: 2026-11-23 22:00, expect: {kids: on}}
    """,
  ]

  /// Two lines about one action, each with its grace.
  private static func gate(_ weekdays: String, _ weekends: String) -> String {
    """
    timezone: Europe/Berlin
    systems: {door: {kind: easy-control, url: "http://10.0.0.9:8123", pairing: {credential: p}}}
    targets: {gate: {action: door.open, may-open: true}}
    policy:
      - {do: gate at 07:00 on weekdays, grace: \(weekdays)}
      - {do: gate at 07:00 on weekends, grace: \(weekends)}

    """
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    var status: Int32
    /// What standard error must hold; nothing may be there where it is empty.
    var error = ""
    /// What standard output must hold.
    var output = ""
    var testDescription: String { line }
  }

  static let cases: [Case] = [
    Case(line: "explain kinds", status: 64, error: "no target 'kinds'\nhint: did you mean 'kids'?"),
    Case(line: "explain pihole", status: 64, error: "the policy does not manage the blocking of 'pihole'"),
    Case(line: "explain kids policy.yaml", status: 0, output: "kids: off since 21:00, until Sat 07:00"),
    Case(line: "explain several", status: 64, error: "give it as --policy several"),
    Case(line: "explain KIDS", status: 0, output: "kids: off since 21:00, until Sat 07:00"),
    Case(line: "explain kids kids", status: 0, output: "kids: off"),
    Case(line: "explain --at later", status: 64, error: "invalid value 'later' for '--at'"),
    Case(line: "explain --at 9999-12-31T23:59:59Z", status: 0, output: "nothing changes before 2100"),
    Case(line: "explain kids --at 2099-12-31T22:00Z", status: 0, output: ", with no end before 2100"),
    Case(line: "explain kids --at 2300-01-01T00:00Z", status: 0, output: ", with an unknown end"),
    Case(line: "explain --policy broken.yaml", status: 65, error: "broken.yaml:3:"),
    Case(line: "explain --policy nowhere.yaml", status: 65, error: "nowhere.yaml"),
    Case(line: "explain --policy empty.yaml", status: 0, output: "The policy has no targets."),
    Case(line: "explain --policy several", status: 0, output: "several/b.yaml:1:10"),
    Case(line: "explain --format markdown", status: 64, error: "'explain' takes text or json"),
    Case(line: "next empty.yaml", status: 0, output: "Nothing changes after that either, before 2100."),
    Case(line: "next --hours 0", status: 64, error: "give a whole number from 1 to 8784"),
    Case(line: "next --hours 8785", status: 64, error: "give a whole number from 1 to 8784"),
    Case(line: "next --hours 8784", status: 0, output: "kids"),
    Case(line: "next --policy several", status: 0, output: "Nothing changes"),
    Case(line: "compare policy.yaml", status: 64, error: "NEW is missing"),
    Case(line: "compare policy.yaml policy.yaml --days 0", status: 64, error: "give a whole number from 1 to 366"),
    Case(line: "compare policy.yaml policy.yaml --days 367", status: 64, error: "give a whole number from 1 to 366"),
    Case(line: "compare policy.yaml policy.yaml --days 366", status: 0, output: "Nothing differs in the 366 days"),
    Case(line: "compare policy.yaml policy.yaml --days 1", status: 0, output: "Nothing differs in the day from"),
    Case(line: "compare policy.yaml broken.yaml", status: 65, error: "broken.yaml:3:"),
    Case(line: "compare broken.yaml policy.yaml", status: 65, error: "broken.yaml:3:"),
    Case(line: "compare nowhere.yaml broken.yaml", status: 65, error: "'nowhere.yaml': not found"),
    Case(line: "compare strict.yaml loose.yaml", status: 2, output: "mon-fri 07:00: runs up to 12h late, not 1m\n"),
    Case(
      line: "compare loose.yaml strict.yaml --format markdown", status: 2,
      output: "**runs up to 12h late**<br>`policy-1, line 5`: `gate at 07:00 on weekdays` | **runs up to 1m late**"),
    Case(line: "compare once.yaml twice.yaml", status: 2, output: "daily 09:00: runs up to 2h late\n"),
    Case(line: "compare twice.yaml once.yaml", status: 2, output: "daily 09:00: no longer runs\n"),
    Case(line: "compare loose.yaml loose.yaml", status: 0, output: "Nothing differs"),
    Case(
      line: "explain --policy blank", status: 65,
      error: "hint: write something in it, or remove the file"),
    Case(line: "explain --policy comment.yaml", status: 65, error: "hint: start the policy with 'timezone:'"),
    Case(
      line: "explain tv --canonical spoken.yaml", status: 0,
      output: "  lines\n    policy-2, line 6: 'both off 2026-12-24'\n    policy-3, line 7: 'tv off sat'\n"),
    Case(
      line: "explain gate --canonical once.yaml", status: 0, output: "  lines\n    policy-1, line 5: 'gate at 07:00 on"),
    Case(line: "compare several policy.yaml", status: 2, output: "before  policy-1, several/b.yaml:1: 'kids off'"),
  ]

  @Test(arguments: cases) func answers(_ example: Case) {
    let result = TestWorld(files: Self.files).run(example.line.split(separator: " ").map(String.init))
    #expect(result.status == example.status)
    #expect(example.error.isEmpty ? result.error.isEmpty : result.error.contains(example.error))
    #expect(result.output.contains(example.output))
    #expect(example.error.isEmpty != result.output.isEmpty)
  }

  @Test func linesOfOneTargetAreListedInJSON() throws {
    let run = TestWorld(files: Self.files).run("explain", "kids", "--canonical", "spoken.yaml", "--format", "json")
    let value = try JSON(parsing: Array(run.output.utf8))
    #expect(try OutputSchema.of("explain").faults(value) == [])
    let lines = value["lines"]?.elements ?? []
    #expect(lines.map { $0["id"]?.string } == ["policy-1", "policy-2"])
    #expect(lines.map { $0["sentence"]?.string } == ["kids off mon-fri 21:00–07:00", "both off 2026-12-24"])
    #expect(!TestWorld(files: Self.files).run("explain", "spoken.yaml").output.contains("  lines"))
  }

  /// What decides is quoted as it is written, so that it is found in the file.
  @Test func aFailedTestQuotesTheLine() {
    let run = TestWorld(files: Self.files).run("test", "spoken.yaml")
    #expect(run.output.contains("policy-1, line 5: kids off 9 pm till 7 am on weekdays"), "\(run)")
  }

  @Test func bothBrokenFilesAreTold() {
    let result = TestWorld(files: Self.files).run("compare", "nowhere.yaml", "broken.yaml")
    #expect(result.error.contains("nowhere.yaml") && result.error.contains("broken.yaml:3:"))
  }

  /// Code spans of CommonMark, with the pipes of a table's cells.
  static let spans: [(text: String, span: String)] = [
    ("kids", "`kids`"), ("", ""), ("a`b", "``a`b``"), ("`a", "`` `a ``"), (" a ", "`  a  `"),
    ("a``b`c", "```a``b`c```"), ("a|b", "`a\\|b`"), ("a\\|b", "`a\\\\u{7C}b`"), ("a\nb", "`a\\u{A}b`"),
    ("@all <b> *x*", "`@all <b> *x*`"), ("\u{202E}a", "`\\u{202E}a`"),
  ]

  @Test(arguments: spans) func foreignTextIsACodeSpan(_ text: String, _ span: String) {
    #expect(text.escapedForMarkdown == span)
  }
}
