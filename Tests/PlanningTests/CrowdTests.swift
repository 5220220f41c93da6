import Documents
import Planning
import Policies
import TestSupport
import Testing

/// Where targets select more than is managed, what guards hold is managed before everything else, the oldest first.
@Suite struct CrowdTests {
  /// A target for each of `precedences`, which all select the same 2000 objects: 25 such targets are managed, 26 are
  /// not.
  private static func plan(_ precedences: [Int]) throws -> Plan {
    let rules = (0..<2000).map { Sample.rule("Rule-\($0)") }
    return try Sample.plan(
      precedences.enumerated().map { place, precedence in
        var target = Sample.acl("t-\(place)", [.pattern("rule-*")])
        target.precedence = precedence
        return (target, Sample.verdict(.off))
      }, rules: rules)
  }

  private static let plain = Int.max

  static let crowds: [(precedences: [Int], kept: [Int], blamed: String)] = [
    // Whoever has no guard is left out.
    ([plain] + Array(repeating: 0, count: 25), Array(1...25), "t-0"),
    // Of guards the younger ones are, together with those of the same age.
    (Array(repeating: 1, count: 13) + Array(repeating: 0, count: 13), Array(13...25), "t-12"),
    (Array(repeating: 0, count: 13) + Array(repeating: 1, count: 12) + [2, 2, plain], Array(0...24), "t-27"),
    // Where one age alone is too much nothing is left.
    (Array(repeating: 0, count: 26), [], "t-25"),
    ([plain] + Array(repeating: 0, count: 26) + [1], [], "t-0"),
  ]

  @Test(arguments: crowds.indices) func theOldestGuardsAreKept(row: Int) throws {
    let (precedences, kept, blamed) = Self.crowds[row]
    let plan = try Self.plan(precedences)
    #expect(Set(plan.entries.map(\.target.text)) == Set(kept.map { "t-\($0)" }))
    #expect(plan.entries.count == kept.count * 2000)
    let crowding = plan.problems.filter { $0.message.code == "system.selects-too-much" }
    #expect(crowding.map { $0.target?.text } == [blamed])
    #expect(plan.systems.first { $0.name.text == "gateway" }.map { $0.error == nil } == true)
  }
}
