import Foundation
import TestSupport
import Testing

@testable import ReconcileCLI

/// What the documentation shows is true.
@Suite struct DocumentationTests {
  /// The text of a file of the repository.
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Fixtures.folder.deletingLastPathComponent().appending(path: path), encoding: .utf8)
  }

  /// The contents of the fenced blocks of `text` in the language `language`.
  private static func blocks(_ language: String, in text: String) -> [String] {
    var blocks: [String] = []
    var open: (language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open {
        if line == "```" {
          if block.language == language { blocks.append(block.lines.map { $0 + "\n" }.joined()) }
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  @Test func theReadmesPolicyPrintsTheReadmesPlan() throws {
    let readme = try Self.text("README.md")
    let policy = try #require(Self.blocks("yaml", in: readme).first)
    let shown = try #require(Self.blocks("", in: readme).first)
    #expect(policy.split(separator: "\n", omittingEmptySubsequences: false).count <= 22)
    let run = PretendHousehold().world(policy: policy).run("--dry-run", "household.yaml")
    #expect(shown == "$ reconcile --dry-run household.yaml\n" + run.output)
  }

  @Test func theReadmeIsShortAndNamesWhatThereIs() throws {
    let readme = try Self.text("README.md")
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 250)
    for command in Command.allCases where command != .help && command != .version {
      #expect(readme.contains("reconcile \(command.rawValue)") || command == .apply, "\(command.rawValue)")
    }
    let makefile = try Self.text("Makefile")
    for target in ["demo", "test", "install"] {
      #expect(makefile.contains("\n\(target):") && readme.contains("make \(target)"))
    }
    for link in readme.components(separatedBy: "](").dropFirst().compactMap({ $0.components(separatedBy: ")").first }) {
      #expect(throws: Never.self, "\(link)") {
        try Fixtures.folder.deletingLastPathComponent().appending(path: link).checkResourceIsReachable()
      }
    }
  }

  @Test func theFirstPolicyOfTheGuideIsValid() throws {
    let policy = try #require(Self.blocks("yaml", in: try Self.text("docs/policy.md")).first)
    let run = TestWorld(files: ["p.yaml": policy]).run("validate", "p.yaml")
    #expect(run.status == 0, "\(run.output)")
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
      policy:
        - \(sentence)
      """
    let run = TestWorld(files: ["p.yaml": policy]).run("validate", "p.yaml")
    #expect(run.status == 0, "\(run.output)")
  }
}
