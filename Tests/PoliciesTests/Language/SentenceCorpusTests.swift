import CivilTime
import Documents
import Foundation
import Policies
import TestSupport
import Testing

/// Sentences as parents write them, each with the lines of the first edition that mean the same, with the stretches in which
/// its target is not on, or with why it must stay refused.
@Suite("sentences of parents") struct SentenceCorpusTests {
  struct Corpus: Decodable, Sendable {
    var range: [String]
    var contexts: [String: Context]
    var entries: [Entry]
  }

  struct Context: Decodable, Sendable {
    var timezone: String
    var targets: JSONValue
    var systems: JSONValue?
    var schedules: [String: JSONValue]
    var policy: [String]
    var files: [String: String]?
  }

  struct Entry: Decodable, Sendable, CustomTestStringConvertible {
    var id: String
    var context: String
    var sentence: String
    var range: [String]?
    var option: String?
    var expect: Expectation

    var testDescription: String { "\(id) \(sentence)" }
  }

  struct Expectation: Decodable, Sendable {
    var accept: Bool
    var canonical: [String]?
    var windows: [[String]]?
    var range: [String]?
    var readings: [[String]]?
    var mustMention: [String]?
    var mustNotMention: [String]?
    var hintMustValidate: Bool?

    enum CodingKeys: String, CodingKey {
      case accept, canonical, windows, range, readings
      case mustMention = "must-mention"
      case mustNotMention = "must-not-mention"
      case hintMustValidate = "hint-must-validate"
    }
  }

  /// A value of a context, to be written into a policy as it is.
  struct JSONValue: Decodable, Sendable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self.text = "'" + text + "'"
      } else if let list = try? container.decode([JSONValue].self) {
        text = "[" + list.map(\.text).joined(separator: ", ") + "]"
      } else {
        let map = try container.decode([String: JSONValue].self)
        text = "{" + map.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + "}"
      }
    }
  }

  static let corpus = try? JSONDecoder().decode(Corpus.self, from: Data(Fixtures.bytes("conformance/sentences.json")))

  /// Those about the language; times of the command line are typed in `TimeCorpusTests`.
  static let entries = (corpus?.entries ?? []).filter { $0.option == nil }

  @Test("there are some") func some() {
    #expect(Self.entries.count { $0.expect.accept } > 300)
    #expect(Self.entries.count { !$0.expect.accept } > 140)
  }

  @Test("what is accepted means what it says", arguments: entries.filter(\.expect.accept)) func accepted(_ entry: Entry)
    throws
  {
    let off = try stretches(of: entry, [entry.sentence])
    if let windows = entry.expect.windows { #expect(off == windows) }
    if let canonical = entry.expect.canonical { #expect(off == (try stretches(of: entry, canonical))) }
    #expect(entry.expect.windows != nil || entry.expect.canonical != nil)
    // What the language itself makes of it means the same.
    let policy = try #require(decoded(entry, [entry.sentence]).policy)
    if entry.context == "family", let statement = policy.statements.first {
      #expect(off == (try stretches(of: entry, SentenceText.sentences(of: statement))))
    }
  }

  @Test("what is refused says why", arguments: entries.filter { !$0.expect.accept }) func refused(_ entry: Entry) throws
  {
    let found = try decoded(entry, [entry.sentence])
    #expect(found.policy == nil)
    let errors = found.diagnostics.filter { $0.severity == .error }
    let words = errors.map { "\($0.message) \($0.hint ?? "")" }.joined(separator: " ").lowercased()
    for choice in entry.expect.mustMention ?? [] {
      #expect(choice.split(separator: "|").contains { words.contains($0.lowercased()) }, "\(choice): \(words)")
    }
    for lead in entry.expect.mustNotMention ?? [] { #expect(!words.contains(lead.lowercased()), "\(words)") }
    let readings = try (entry.expect.readings ?? []).map { try stretches(of: entry, $0) }
    var quoted = 0
    for error in errors where error.hint?.hasPrefix("write '") == true {
      for proposal in Self.quotations(error.hint ?? "") {
        let meaning = try stretches(of: entry, [proposal])
        quoted += 1
        if !readings.isEmpty { #expect(readings.contains(meaning), "'\(proposal)' is none of the readings") }
      }
    }
    if entry.expect.hintMustValidate == true { #expect(quoted > 0, "\(words)") }
  }

  private static func quotations(_ hint: String) -> [String] {
    hint.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  // MARK: - Policies

  private func text(_ entry: Entry, _ lines: [String]) throws -> String {
    let context = try #require(Self.corpus?.contexts[entry.context])
    let quoted = { (text: String) in "'" + text.replacing("'", with: "''") + "'" }
    let schedules = context.schedules.sorted { $0.key < $1.key }.map { name, value in
      "  \(name): " + (value.text == "'SENTENCE'" ? quoted(lines[0]) : value.text)
    }
    let policy = context.policy.flatMap { $0 == "SENTENCE" ? lines : [$0] }
    return """
      timezone: \(context.timezone)
      \(context.systems.map { "systems: \($0.text)" } ?? "")
      targets: \(context.targets.text)
      schedules:
      \(schedules.joined(separator: "\n"))
      policy:
      \(policy.map { "  - \(quoted($0))" }.joined(separator: "\n"))

      """
  }

  private func decoded(_ entry: Entry, _ lines: [String]) throws -> DecodedPolicy {
    let files = Self.corpus?.contexts[entry.context]?.files ?? [:]
    let calendars = try files.mapValues { try Fixtures.bytes("calendars/" + $0) }
    return try DecodedPolicy(["policy.yaml": text(entry, lines)], takesSketches: true, calendars: calendars)
  }

  /// When the first target of the sentence is not on: from, to and state, neighbours joined.
  private func stretches(of entry: Entry, _ lines: [String]) throws -> [[String]] {
    let found = try decoded(entry, lines)
    let policy = try #require(found.policy, "\(lines): \(found.lines())")
    let range = entry.range ?? entry.expect.range ?? Self.corpus?.range ?? []
    let target = policy.statements.first { statement in
      statement.sentences.contains { sentence in lines.contains { $0.lowercased().contains(sentence.lowercased()) } }
    }?.subjects.first
    let zone = policy.zone
    let evaluator = Evaluator(policy)
    let name = target ?? policy.statements.first?.subjects.first ?? Name("kids")
    var stretches: [[String]] = []
    let all = try Instant("\(range[0]) 00:00", in: zone)..<Instant("\(range[1]) 00:00", in: zone)
    for interval in evaluator.timeline(of: name, in: all) where !["on", "active"].contains(interval.state.rawValue) {
      let (from, to) = (interval.range.lowerBound.description, interval.range.upperBound.description)
      if let last = stretches.last, last[1] == from, last[2] == interval.state.rawValue {
        stretches[stretches.count - 1][1] = to
      } else {
        stretches.append([from, to, interval.state.rawValue])
      }
    }
    return stretches
  }
}
