import CivilTime
import Planning
import Policies
import TestSupport
import Testing

/// Edits that hang together by something that there is once, such as a system, wait together: in one list, which one request
/// is about. What is in no list nobody could ever approve.
@Suite struct HeldGroupsTests {
  private static let now = Instant(secondsSinceEpoch: 1_795_176_000)

  /// A target whose edit waits, by the system that it is on, and what of its surroundings the new version has otherwise than
  /// the one in which it is approved.
  struct Member: Sendable {
    let name: String
    let system: String
    var file = false
    var systems: [String] = []
  }

  static let houses: [(members: [Member], groups: [[String]])] = [
    ([Member(name: "a", system: "g"), Member(name: "b", system: "g")], [["a"], ["b"]]),
    (
      [
        Member(name: "a", system: "g", file: true), Member(name: "b", system: "g", systems: ["g"]),
        Member(name: "c", system: "g", file: true, systems: ["g"]),
      ], [["a", "b", "c"]]
    ),
    (
      [
        Member(name: "a", system: "g", systems: ["g"]), Member(name: "b", system: "h", systems: ["h"]),
        Member(name: "c", system: "h", systems: ["h"]),
      ], [["a"], ["b", "c"]]
    ),
    (
      [
        Member(name: "a", system: "g", systems: ["g"]), Member(name: "b", system: "h", systems: ["h"]),
        Member(name: "c", system: "g", file: true, systems: ["g"]),
        Member(name: "d", system: "h", file: true, systems: ["h"]),
      ], [["a", "b", "c", "d"]]
    ),
  ]

  /// The policy in which `member` was approved; without one the new version.
  private static func policy(_ all: [Member], _ member: Member?) throws -> Policy {
    let systems = ["g", "h"].map { system in
      let host = member?.systems.contains(system) == true ? "old" : "new"
      return "\(system): {kind: unifi, url: https://\(host).\(system).example, api-key: {env: KEY}}"
    }
    let targets = all.map {
      "\($0.name): {system: \($0.system), wifi: [\($0.name)], guard: {approve: anna, edits: true}}"
    }
    let decoded = try DecodedPolicy(
      """
      timezone: UTC
      people: {anna: {}}
      limits: {max-changes: \(member?.file == true ? 5 : 6)}
      systems: {\(systems.joined(separator: ", "))}
      targets: {\(targets.joined(separator: ", "))}
      policy: [\(member == nil ? "" : all.map { "\($0.name) off 21:00–07:00" }.joined(separator: ", "))]
      """)
    return try #require(decoded.policy, "\(decoded.lines())")
  }

  /// In whatever order their guards began.
  @Test(arguments: houses.indices) func eachIsInOneList(_ place: Int) throws {
    let (members, groups) = Self.houses[place]
    let new = try Self.policy(members, nil)
    let approved = try members.map { member in
      ApprovedTarget(Name(member.name), in: try Self.policy(members, member), version: member.name, since: Self.now)
    }
    for order in Self.orders(members.count) {
      var approved = approved
      for (moment, place) in order.enumerated() { approved[place].since = Self.now + Int64(moment) }
      let edits = HeldEdits(new, approved: approved, overrides: [], now: Self.now)
      let found = edits.groups.map { $0.map(\.target.name.text).sorted() }.sorted { $0[0] < $1[0] }
      #expect(found == groups, "\(order)")
      #expect(edits.held.map(\.target.name.text).sorted() == members.map(\.name), "\(order)")
    }
  }

  private static func orders(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return orders(count - 1).flatMap { order in
      (0...order.count).map { place in Array(order[..<place]) + [count - 1] + order[place...] }
    }
  }
}
