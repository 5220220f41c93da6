import CivilTime
import Foundation
import Policies
import TestSupport
import Testing

/// The conformance vectors, from the text of a policy to the statement that decides.
@Suite("vectors") struct VectorTests {
  struct Vector: Decodable, Sendable {
    var timezone: String
    var policy: [String]
    var expect: [Expectation]

    struct Expectation: Decodable, Sendable {
      var at: String
      var state: String
      /// The number of the statement, counted from 1; nil for `otherwise`.
      var decidedBy: Int?
    }
  }

  static let vectors =
    (try? JSONDecoder().decode([Vector].self, from: Data(Fixtures.bytes("conformance/schedule-vectors.json")))) ?? []

  @Test("there are some") func some() { #expect(Self.vectors.count == 200) }

  @Test("state and deciding statement", arguments: vectors.indices) func vector(_ index: Int) throws {
    let vector = Self.vectors[index]
    let sentences = vector.policy.map { "  - '\($0)'\n" }.joined()
    let text = """
      timezone: \(vector.timezone)
      systems: {gateway: {kind: unifi, url: https://192.168.1.1, api-key: {env: KEY}}}
      targets: {kids: {acl-rules: [Downtime-*]}}
      policy:

      """
    let decoded = try DecodedPolicy(text + sentences, zone: Self.zone)
    let policy = try #require(decoded.policy, "\(decoded.lines())")
    let evaluator = Evaluator(policy)
    let wrong = try vector.expect.filter { expected in
      let verdict = try #require(evaluator.verdicts(at: try Instant(expected.at, in: policy.zone)).first).verdict
      let decidedBy: Int? = if case .statement(let place) = verdict.decidedBy { place + 1 } else { nil }
      return verdict.state.rawValue != expected.state || decidedBy != expected.decidedBy
    }
    #expect(wrong.map(\.at) == [], "\(vector.policy)")
  }

  @Sendable private static func zone(_ name: String) -> ZoneLookup {
    if name == "UTC" { return .zone(.utc) }
    do {
      return .zone(try Zone(name: name, bytes: try Fixtures.bytes("conformance/zoneinfo/" + name)))
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }
}
