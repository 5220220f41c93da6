import CivilTime
import Foundation
import TestSupport
import Testing

@testable import ReconcileCLI

/// Times and lengths as parents type them, each with the instant that it means when it is typed at a certain time, or that it
/// must stay refused.
@Suite("times that parents type") struct TimeCorpusTests {
  struct Corpus: Decodable {
    var entries: [Entry]
  }

  struct Entry: Decodable, Sendable, CustomTestStringConvertible {
    var id: String
    /// What is typed behind the option.
    var sentence: String
    /// Nil for sentences of a policy.
    var option: String?
    var now: String?
    var expect: Expectation

    var testDescription: String { "\(id) \(option ?? "") \(sentence)" }
  }

  struct Expectation: Decodable, Sendable {
    var accept: Bool
    var instant: String?
  }

  static let entries = ((try? corpus()) ?? []).filter { $0.option != nil }

  private static func corpus() throws -> [Entry] {
    try JSONDecoder().decode(Corpus.self, from: Data(Fixtures.bytes("conformance/sentences.json"))).entries
  }

  @Test("there are some") func some() {
    #expect(Self.entries.count { $0.expect.accept } >= 34)
    #expect(Self.entries.count { !$0.expect.accept } >= 10)
    #expect(Set(Self.entries.compactMap(\.option)) == Set(Self.commands.keys))
  }

  /// For each option a command that takes it, and what its answer says before and behind the instant.
  private static let commands = [
    "--at": (line: "explain kids", before: "\"at\":\"", behind: "\",\"targets\""),
    "--from": (line: "timeline --days 1", before: "\"from\":\"", behind: "\",\"to\""),
    "--to": (line: "timeline", before: "\"to\":\"", behind: "\",\"targets\""),
    "--until": (line: "override kids off", before: "\"until\":\"", behind: "\",\"because\""),
    "--for": (line: "override kids off", before: "\"until\":\"", behind: "\",\"because\""),
  ]

  @Test("a command takes them for what they mean", arguments: entries) func commandLine(_ entry: Entry) throws {
    let option = try #require(entry.option)
    let command = try #require(Self.commands[option])
    let scene = OverrideScene()
    scene.pass(try Instant(#require(entry.now), in: .utc) - scene.now)
    let run = scene.run("\(command.line) --format json \(option) \"\(entry.sentence)\"")
    guard entry.expect.accept else {
      #expect(run.status == 64 && run.output.isEmpty, "\(run)")
      return
    }
    let instant = try #require(entry.expect.instant)
    #expect(run.status == 0 && run.output.contains(command.before + instant + command.behind), "\(run)")
  }
}
