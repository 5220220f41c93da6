import CivilTime
import Foundation
import FoundationXML
import TestSupport
import Testing

/// What `validate` and `test` print, whole.
@Suite struct PolicyChecksGoldenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The file below `Fixtures` that holds what is printed, named after the policy beside it.
    var golden: String
    var options: [String] = []
    var status: Int32 = 0
    /// Whether it is printed to standard error, as by a command that cannot go on.
    var isRefusal = false
    var testDescription: String { golden }

    var command: String { String(golden.prefix { $0 != "/" }) }
    var policy: String { String(golden.dropFirst(command.count + 1).prefix { $0 != "." }) + ".yaml" }
  }

  static let cases: [Case] = [
    Case(golden: "test/passing.txt"),
    Case(golden: "test/passing.json", options: ["--format", "json"]),
    Case(golden: "test/passing.xml", options: ["--format", "junit"]),
    Case(golden: "test/none.txt"),
    Case(golden: "test/none.json", options: ["--format", "json"]),
    Case(golden: "test/none.xml", options: ["--format", "junit"]),
    Case(golden: "test/failing.txt", status: 1),
    Case(golden: "test/failing.coloured.txt", options: ["--color", "always"], status: 1),
    Case(golden: "test/failing.json", options: ["--format", "json"], status: 1),
    Case(golden: "test/failing.xml", options: ["--format", "junit"], status: 1),
    Case(golden: "test/wrong.txt", status: 65, isRefusal: true),
    Case(golden: "validate/doubtful.txt"),
    Case(golden: "validate/doubtful.json", options: ["--format", "json"]),
    Case(golden: "validate/doubtful.github.txt", options: ["--format", "github"]),
    Case(golden: "validate/wrong.txt", status: 65),
    Case(golden: "validate/wrong.json", options: ["--format", "json"], status: 65),
    Case(golden: "validate/wrong.github.txt", options: ["--format", "github"], status: 65),
    Case(golden: "validate/broken.txt", status: 65),
    Case(golden: "validate/broken.github.txt", options: ["--format", "github"], status: 65),
    Case(golden: "validate/fine.txt"),
    Case(golden: "validate/fine.github.txt", options: ["--format", "github"]),
  ]

  @Test(arguments: cases) func prints(_ example: Case) throws {
    let policy = try Fixtures.text("\(example.command)/\(example.policy)")
    let world = TestWorld(
      files: [example.policy: policy], now: Instant(secondsSinceEpoch: 1_795_204_804))
    let result = world.run([example.command, example.policy] + example.options)
    let printed = example.isRefusal ? result.error : result.output
    #expect(result.status == example.status)
    #expect((example.isRefusal ? result.output : result.error) == "")
    try Golden.check(printed, example.golden)
  }

  /// A refusal quotes the policy, whose lines are as long as somebody wrote them.
  static let results = cases.filter { example in
    example.command == "test" && example.golden.hasSuffix(".txt") && example.options.isEmpty && !example.isRefusal
  }

  @Test(arguments: results) func fitsATerminal(_ example: Case) throws {
    let lines = try Fixtures.text(example.golden).split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: cases.filter { $0.golden.hasSuffix(".xml") }) func isXML(_ example: Case) throws {
    let text = try Fixtures.text(example.golden)
    #expect(XMLParser(data: Data(text.utf8)).parse())
  }

  /// Names of files are somebody else's text too.
  @Test(arguments: ["a:b,c%d.yaml", "a\n::error::b.yaml", "a<&\"'\u{1}>.yaml", "\u{1B}[2J.yaml"])
  func hostileNames(_ name: String) throws {
    let world = TestWorld(files: [name: try Fixtures.text("test/failing.yaml") + "x:\n"])
    let annotations = world.run("validate", name, "--format", "github").output
    #expect(annotations.hasPrefix("::error file="))
    #expect(annotations.unicodeScalars.filter { $0.value < 0x20 } == ["\n"])
    #expect(!annotations.contains("a:b") && !annotations.contains("b,c"))
    let valid = TestWorld(files: [name: try Fixtures.text("test/failing.yaml")])
    #expect(XMLParser(data: Data(valid.run("test", name, "--format", "junit").output.utf8)).parse())
    #expect(!valid.run("test", name).output.contains("\u{1B}"))
  }

  @Test func manyFilesAreNamed() throws {
    let lines = try Fixtures.text("test/failing.yaml").split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "tests:"))
    let world = TestWorld(files: [
      "home/1.yaml": lines[..<start].joined(separator: "\n") + "\n",
      "home/2.yaml": lines[start...].joined(separator: "\n"),
      "home/3.yaml": "policy: [kids on 2099-01-01]",
    ])
    let result = world.run("test", "home")
    #expect(result.status == 1)
    #expect(result.output.contains("home/2.yaml:6: 'New Year's"))
    #expect(result.output.contains("new-year, home/1.yaml:13: kids on"))
  }
}
