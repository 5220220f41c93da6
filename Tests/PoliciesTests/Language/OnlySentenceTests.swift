import CivilTime
import Documents
import Foundation
@testable import Policies
import TestSupport
import Testing

/// Sentences with `only`: what those that are accepted mean, line by line, and what is quoted about the others.
@Suite struct OnlySentenceTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    var sentence: String
    /// The lines around it.
    var before: [String]?
    var after: [String]?
    /// Lines that mean the same in its place; nil where it is refused.
    var canonical: [String]?
    /// What is quoted to be written instead of a refused one, in this order.
    var readings: [[String]]?

    var testDescription: String { sentence }
  }

  static let rows =
    (try? JSONDecoder().decode([Row].self, from: Data(Fixtures.bytes("conformance/only.json")))) ?? []

  @Test("there are some") func some() {
    #expect(Self.rows.count { $0.canonical != nil } == 12)
    #expect(Self.rows.count { $0.readings != nil } == 6)
  }

  @Test("what is accepted means its lines", arguments: rows.filter { $0.canonical != nil })
  func accepted(_ row: Row) throws {
    let read = try policy(row, [row.sentence])
    #expect(try timelines(of: read) == timelines(of: policy(row, try #require(row.canonical))))
    // What the language itself makes of it is accepted as well.
    let statement = read.statements[row.before?.count ?? 0]
    #expect(statement.atOtherTimes == .off)
    #expect(
      try timelines(of: read) == timelines(of: policy(row, [SentenceText.only(statement.subjects, statement.when)])))
  }

  @Test("what is quoted about a refused one is accepted", arguments: rows.filter { $0.readings != nil })
  func refused(_ row: Row) throws {
    let decoded = try DecodedPolicy(text(row, [row.sentence]))
    #expect(decoded.policy == nil)
    let problem = try #require(decoded.diagnostics.first { $0.severity == .error })
    let readings = try #require(row.readings)
    let quoted = (problem.hint ?? "").split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    #expect(quoted == readings.flatMap { $0 })
    let meanings = try readings.map { try timelines(of: policy(row, $0)) }
    // Two readings that are offered are two.
    #expect(Set(meanings).count == readings.count)
  }

  private func text(_ row: Row, _ lines: [String]) -> String {
    let sentences = ((row.before ?? []) + lines + (row.after ?? [])).map { "  - '\($0)'\n" }.joined()
    return """
      timezone: Europe/Berlin
      systems: {gateway: {kind: unifi, url: https://g.example, api-key: {env: KEY}}}
      targets: {kids: {wifi: [A]}, tv: {wifi: [B]}, tablet: {wifi: [C]}, guests: {wifi: [D]}, youtube: {wifi: [E]}}
      schedules:
        holidays: 2026-12-23..2027-01-06, 2027-02-08..2027-02-12
        homework: 16:00–18:00
        meals: 12:00–12:45, 18:30–19:15
      policy:

      """ + sentences
  }

  private func policy(_ row: Row, _ lines: [String]) throws -> Policy {
    let decoded = try DecodedPolicy(text(row, lines))
    return try #require(decoded.policy, "\(decoded.lines())")
  }

  /// The states of every target over five months with a change of the clocks, in one text.
  private func timelines(of policy: Policy) throws -> String {
    let evaluator = Evaluator(policy)
    let range = try Instant("2026-11-01 00:00", in: policy.zone)..<Instant("2027-03-31 00:00", in: policy.zone)
    return evaluator.targets.map { target in
      var changes: [(start: Instant, state: TargetState)] = []
      for interval in evaluator.timeline(of: target, in: range) where changes.last?.state != interval.state {
        changes.append((interval.range.lowerBound, interval.state))
      }
      return "\(target): " + changes.map { "\($0.start) \($0.state)" }.joined(separator: ", ")
    }.joined(separator: "\n")
  }
}
