import CivilTime
import TestSupport
import Testing

/// What `explain`, `next` and `compare` print, whole.
@Suite struct PolicyToolsGoldenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The file below `Fixtures` that holds what is printed.
    var golden: String
    /// Words; names of files are those of the golden's folder.
    var arguments: String
    var now = "2026-11-20T21:00:04+01:00"
    var status: Int32 = 0
    var testDescription: String { golden }
  }

  static let cases: [Case] = [
    Case(golden: "explain/evening.txt", arguments: "explain --policy household.yaml --at 22:00"),
    Case(golden: "explain/evening.json", arguments: "explain --policy household.yaml --at 22:00 --format json"),
    Case(
      golden: "explain/group.txt", arguments: "explain DEVICES kids --policy household.yaml",
      now: "2026-12-31T21:00:00+01:00"),
    Case(golden: "explain/corners.txt", arguments: "explain --policy corners.yaml", now: "2026-10-25T01:30:00+02:00"),
    Case(
      golden: "explain/skipped.txt", arguments: "explain clocks --policy corners.yaml",
      now: "2026-03-29T03:00:00+02:00"),
    Case(
      golden: "explain/repeated.txt", arguments: "explain dawn --policy corners.yaml",
      now: "2026-10-25T02:20:00+02:00"),
    Case(golden: "next/two-days.txt", arguments: "next household.yaml"),
    Case(golden: "next/two-days.json", arguments: "next household.yaml --format json"),
    Case(golden: "next/hour.txt", arguments: "next household.yaml --hours 1", now: "2026-11-20T19:59:00+01:00"),
    Case(golden: "next/quiet.txt", arguments: "next quiet.yaml"),
    Case(golden: "next/quiet.json", arguments: "next quiet.yaml --format json"),
    Case(golden: "next/never.txt", arguments: "next quiet.yaml", now: "2031-01-01T00:00:00Z"),
    Case(golden: "compare/same.txt", arguments: "compare old.yaml old.yaml"),
    Case(golden: "compare/same.json", arguments: "compare old.yaml old.yaml --format json"),
    Case(golden: "compare/edit.txt", arguments: "compare old.yaml edited.yaml", status: 2),
    Case(golden: "compare/edit.md", arguments: "compare old.yaml edited.yaml --format markdown", status: 2),
    Case(golden: "compare/edit.json", arguments: "compare old.yaml edited.yaml --format json --days 3", status: 2),
    Case(golden: "compare/hostile.txt", arguments: "compare one-line.yaml hostile.yaml", status: 2),
    Case(golden: "compare/hostile.md", arguments: "compare one-line.yaml hostile.yaml --format markdown", status: 2),
    Case(
      golden: "compare/clocks.txt", arguments: "compare clocks-old.yaml clocks.yaml --days 7",
      now: "2026-10-20T12:00:00+02:00", status: 2),
    Case(
      golden: "compare/clocks.md", arguments: "compare clocks-old.yaml clocks.yaml --days 7 --format markdown",
      now: "2026-10-20T12:00:00+02:00", status: 2),
    Case(golden: "compare/open.txt", arguments: "compare open-old.yaml open.yaml", status: 2),
    Case(golden: "compare/open.json", arguments: "compare open-old.yaml open.yaml --format json", status: 2),
    Case(
      golden: "compare/exceptions.txt", arguments: "compare one-line.yaml exceptions.yaml --days 31", status: 2),
  ]

  @Test(arguments: cases) func prints(_ example: Case) throws {
    let folder = String(example.golden.prefix { $0 != "/" })
    let result = try world(folder, now: example.now).run(example.arguments.split(separator: " ").map(String.init))
    #expect(result.error == "")
    #expect(result.status == example.status)
    if example.golden.hasSuffix(".txt") {
      #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    try Golden.check(result.output, example.golden)
  }

  private func world(_ folder: String, now: String) throws -> TestWorld {
    let names = try Fixtures.names(in: folder).filter { $0.hasSuffix(".yaml") }
    let files = try names.map { ($0, try Fixtures.text(folder + "/" + $0)) }
    return TestWorld(
      files: Dictionary(uniqueKeysWithValues: files), now: try Instant(now, in: .utc))
  }
}
