import Foundation
import StateStore
import TestSupport
import Testing

@testable import ReconcileCLI

/// What the documentation shows is true.
@Suite struct DocumentationTests {
  /// The text of a file of the repository.
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Fixtures.folder.deletingLastPathComponent().appending(path: path), encoding: .utf8)
  }

  /// A fenced block of a document.
  struct Block: Sendable, CustomTestStringConvertible {
    var language: String
    var text: String
    /// The nearest YAML block before it.
    var policy: String

    var testDescription: String { String(text.prefix { $0 != "\n" }) }
  }

  /// The fenced blocks of `text`, in order.
  private static func blocks(in text: String) -> [Block] {
    var blocks: [Block] = []
    var open: (language: String, lines: [Substring])?
    var policy = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open, line == "```" {
        let content = block.lines.map { $0 + "\n" }.joined()
        blocks.append(Block(language: block.language, text: content, policy: policy))
        if block.language == "yaml" { policy = content }
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  /// What is shown in the guide as typed and printed.
  static let sessions = blocks(in: (try? text("docs/policy.md")) ?? "").filter { $0.text.hasPrefix("$ reconcile ") }

  @Test func thereAreSessions() { #expect(Self.sessions.count == 3) }

  @Test(arguments: sessions) func whatTheGuideShowsIsWhatIsPrinted(_ session: Block) throws {
    let line = try #require(session.text.split(separator: "\n").first).dropFirst("$ reconcile ".count)
    // Words between double quotes are one argument.
    let arguments = line.split(separator: "\"").enumerated().flatMap { part in
      part.offset % 2 == 1 ? [String(part.element)] : part.element.split(separator: " ").map(String.init)
    }
    let run = TestWorld(files: ["policy.yaml": session.policy]).run(arguments)
    #expect(session.text == "$ reconcile \(line)\n" + run.output, "\(run.error)")
  }

  /// What is shown about overrides as typed and printed, five minutes apart.
  @Test func whatIsShownAboutOverridesIsWhatIsPrinted() throws {
    let text = try Self.text("docs/overrides.md")
    let blocks = Self.blocks(in: text).filter { $0.text.hasPrefix("$ reconcile ") }
    let scene = OverrideScene(policy: try #require(blocks.first).policy)
    var printed = text
    _ = try scene.store()
    for block in blocks {
      LastRun.mark(scene.folder, at: scene.now)
      let line = try #require(block.text.split(separator: "\n").first).dropFirst("$ reconcile ".count)
      printed = printed.replacingOccurrences(of: "```\n" + block.text, with: "```\n" + scene.told(String(line)))
      scene.pass(300)
    }
    #expect(blocks.count >= 7)
    try Golden.check(printed, "../docs/overrides.md")
  }

  @Test func thePictureIsOfTheExample() throws {
    let policy = try Self.text("examples/household.yaml")
    var world = TestWorld(files: ["household.yaml": policy])
    world.variables = ["LC_TIME": "en_GB.UTF-8"]
    try Golden.check(world.run("timeline", "--format", "svg", "household.yaml").output, "../docs/week.svg")
  }

  /// What a terminal shows of the dry run of the README's policy, in colours.
  @Test func theTerminalShowsTheReadmesPlan() throws {
    let policy = try #require(Self.blocks(in: try Self.text("README.md")).first { $0.language == "yaml" }).text
    var world = PretendHousehold().world(policy: policy)
    world.isAtTerminal = true
    let run = world.run("--dry-run", "household.yaml")
    let shown = "$ reconcile --dry-run household.yaml\n" + String(run.output.dropLast())
    try Golden.check(TerminalPicture(shown).text, "../docs/terminal.svg")
  }

  static let examples = ["household", "flat", "school", "home-assistant", "easy-control", "builderos", "whole-house"]

  /// The policy of each page about a kind of system; over http it may warn of that, and of nothing else.
  @Test(arguments: ["home-assistant"]) func thePolicyOfAPageIsValid(_ page: String) throws {
    let policy = try #require(Self.blocks(in: try Self.text("docs/\(page).md")).first { $0.language == "yaml" }).text
    let run = TestWorld(files: ["p.yaml": policy]).run("validate", "p.yaml")
    let warnings = run.output.split(separator: "\n").filter { $0.contains("warning") && !$0.contains("url.plaintext") }
    #expect(run.status == 0 && warnings.count <= 1, "\(run.output)")
  }

  @Test(arguments: examples) func anExampleIsValidAndItsTestsPass(_ name: String) throws {
    let world = TestWorld(files: ["example.yaml": try Self.text("examples/\(name).yaml")])
    let validation = world.run("validate", "example.yaml")
    let isQuiet = !validation.output.contains("warning") && !validation.output.contains("note: ")
    #expect(validation.status == 0 && isQuiet, "\(validation.output)")
    let tests = world.run("test", "example.yaml")
    #expect(tests.status == 0 && tests.output.contains("passed"), "\(tests.output)")
  }

  @Test func theReadmesPolicyIsShort() throws {
    let readme = try Self.text("README.md")
    let policy = try #require(Self.blocks(in: readme).first { $0.language == "yaml" }).text
    #expect(policy.split(separator: "\n", omittingEmptySubsequences: false).count <= 22)
    #expect(readme.contains("](docs/terminal.svg)"))
  }

  @Test func theReadmeIsShortAndNamesWhatThereIs() throws {
    let readme = try Self.text("README.md")
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 220)
    let makefile = try Self.text("Makefile")
    for target in ["demo", "test", "install"] {
      #expect(makefile.contains("\n\(target):") && readme.contains("make \(target)"))
    }
    let names = Set(Command.all.map(\.name))
    let shown = readme.matches(of: /(?m)^\| `reconcile[^|]*\|/).flatMap { row in
      row.output.matches(of: /`reconcile (\w+)/).map { String($0.1) }
    }
    #expect(shown.count >= 12 && shown.allSatisfy(names.contains), "\(shown)")
  }

  /// The README and every page, by their places in the repository.
  static let pages: [String] = {
    let folder = Fixtures.folder.deletingLastPathComponent().appending(path: "docs").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
  }()

  /// What a heading is called in a link to it.
  private static func anchors(in text: String) -> Set<String> {
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        heading.drop { $0 == "#" }.dropFirst().lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      })
  }

  @Test(arguments: pages) func everyLinkLeadsSomewhere(_ page: String) throws {
    let here = Fixtures.folder.deletingLastPathComponent().appending(path: page)
    for match in try Self.text(page).matches(of: /\]\(([^)\s]+)\)/) where !match.1.contains("://") {
      let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let file = parts[0].isEmpty ? here : here.deletingLastPathComponent().appending(path: parts[0])
      #expect(FileManager.default.fileExists(atPath: file.path), "\(match.1)")
      guard parts.count == 2 else { continue }
      #expect(Self.anchors(in: try String(contentsOf: file, encoding: .utf8)).contains(parts[1]), "\(match.1)")
    }
  }

  @Test func thereArePages() { #expect(Self.pages.count >= 20) }

  @Test func everyCommandHasALineInTheTable() throws {
    let table = try Self.text("docs/commands.md")
    for command in Command.all where command != .help && command != .version {
      #expect(table.contains("`reconcile \(command.name)"), "\(command.name)")
    }
  }

  /// The stories that the tests live through, and nothing else.
  @Test func theStoriesOfRequestsAreAsTheyWere() throws {
    let told = try ["child", "adult", "edit"].map { try Fixtures.text("requests/\($0).txt") }
    let blocks = Self.blocks(in: try Self.text("docs/requests.md")).map(\.text).filter { $0.contains("$ reconcile ") }
    #expect(blocks.count >= 6)
    for block in blocks where !block.hasPrefix("$") {
      #expect(told.contains { $0.contains(block) }, "\(block)")
    }
  }

  @Test func theFirstPolicyOfTheGuideIsValid() throws {
    let policy = try #require(Self.blocks(in: try Self.text("docs/policy.md")).first { $0.language == "yaml" }).text
    let run = TestWorld(files: ["p.yaml": policy]).run("validate", "p.yaml")
    #expect(run.status == 0, "\(run.output)")
  }

  /// The tests that the guide shows pass with the policy that it begins with.
  @Test func theTestsOfTheGuidePass() throws {
    let blocks = Self.blocks(in: try Self.text("docs/policy.md")).filter { $0.language == "yaml" }
    let tests = try #require(blocks.first { $0.text.hasPrefix("tests:") })
    let run = TestWorld(files: ["p.yaml": try #require(blocks.first).text + tests.text]).run("test", "p.yaml")
    #expect(run.status == 0 && run.output.contains("passed"), "\(run)")
  }

  /// The policies that show every kind of target, devices, and guards; further ones, so that they are no session's.
  @Test func theTargetsOfTheGuideAreValid() throws {
    let policies = Self.blocks(in: try Self.text("docs/policy.md")).filter { $0.language == "yml" }
    #expect(policies.count == 3)
    for policy in policies {
      let run = TestWorld(files: ["p.yaml": policy.text]).run("validate", "p.yaml")
      #expect(run.status == 0 && !run.output.contains("2 warnings"), "\(run.output)")
    }
  }

  /// Every sentence of the guide's table, in code in its first column.
  static let sentences: [String] = {
    let guide = (try? text("docs/policy.md")) ?? ""
    let section = guide.components(separatedBy: "\n## Sentences\n").last?.components(separatedBy: "\n## ").first ?? ""
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
        .map(\.element)
    }
  }()

  @Test func thereAreSentences() { #expect(Self.sentences.count >= 18) }

  @Test(arguments: sentences) func everySentenceOfTheGuideIsUnderstood(_ sentence: String) {
    let policy = """
      timezone: Europe/Berlin
      systems:
        gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: key}}
        pihole: {kind: pihole, url: https://192.168.1.2}
      targets:
        kids: {acl-rules: [Kids]}
        guests: {acl-rules: [Guests]}
        tv: {acl-rules: [TV]}
      schedules:
        holidays: 2026-12-23..2027-01-06
        homework: 16:00–18:00
        bedtime: 20:30–07:00
      policy:
        - \(sentence)
      """
    let run = TestWorld(files: ["p.yaml": policy]).run("validate", "p.yaml")
    #expect(run.status == 0, "\(run.output)")
  }
}
